/** The table of a pool: every agent's score against each other, and the ratings that follow. */
import type { GameRecord } from '../env/index.ts';
import { type Rating, ratePool } from './bradley-terry.ts';
import { addPair, NO_PAIRS, type PairCounts, type ScoreSummary, summarise } from './pair-score.ts';

/** An agent's place in a pool. */
export type PoolEntry = Rating & { readonly agent: string };
/** How one agent fared against another. */
export type Duel = {
  readonly first: string;
  readonly second: string;
  readonly counts: PairCounts;
  readonly summary: ScoreSummary;
};
/** The ratings of a pool and the duels behind them. */
export type PoolTable = {
  readonly entries: readonly PoolEntry[];
  readonly duels: readonly Duel[];
  readonly games: number;
};

/** Rates every agent that played, best first. Games that were not finished do not count. */
export const tabulate = (records: readonly GameRecord[]): PoolTable => {
  const finished = records.filter(({ result }) => result !== null);
  const agents = [...new Set(finished.flatMap(({ players }) => [players.white, players.black]))];
  const points = agents.map(() => agents.map(() => 0));
  for (const { players, result } of finished) {
    const winner = agents.indexOf(players[result!.winner]);
    const loser = agents.indexOf(players[result!.winner === 'white' ? 'black' : 'white']);
    points[winner][loser]++;
  }
  const ratings = ratePool(points);
  const entries = agents
    .map((agent, index) => ({ agent, ...ratings[index] }))
    .sort((one, other) => other.elo - one.elo);
  return { entries, duels: tabulateDuels(finished), games: finished.length };
};

/** Pairs are found again by their notes; a game without its partner does not count here. */
const tabulateDuels = (records: readonly GameRecord[]): Duel[] => {
  const pairs = new Map<string, GameRecord[]>();
  for (const record of records) {
    const { pair = -1, seed = -1 } = (record.notes ?? {}) as { pair?: number; seed?: number };
    const names = [record.players.white, record.players.black].sort();
    const key = JSON.stringify([...names, seed, pair]);
    pairs.set(key, [...(pairs.get(key) ?? []), record]);
  }
  const duels = new Map<string, Duel>();
  for (const [one, two, ...others] of pairs.values()) {
    if (two === undefined || others.length > 0) continue;
    const first = (one.notes?.game === 0 ? one : two).players.white;
    const second = first === one.players.white ? one.players.black : one.players.white;
    const scored = [one, two].filter(({ players, result }) => players[result!.winner] === first).length;
    const key = JSON.stringify([first, second]);
    const counts = addPair(duels.get(key)?.counts ?? NO_PAIRS, scored);
    duels.set(key, { first, second, counts, summary: summarise(counts) });
  }
  return [...duels.values()];
};
