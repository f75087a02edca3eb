/** Plays a schedule on a fleet, pair after pair, reporting each as it finishes and stopping early once a test is decided. */
import type { GameRecord } from '../env/index.ts';
import type { Fleet } from '../fleet/index.ts';
import { addPair, NO_PAIRS, type PairCounts, pairPoints } from './pair-score.ts';
import type { PairResult } from './play-pair.ts';
import type { PreparedAgent } from './prepare-agents.ts';
import type { ResultsFolder } from './results-folder.ts';
import { type PairJob, type Schedule, scheduleJobs } from './schedule.ts';
import { judgeSprt, type SprtState } from './sprt.ts';

/** How a schedule stands after so many pairs. */
export type Standing = {
  /** By pairing: how the pairs went for its first agent. */
  readonly counts: readonly PairCounts[];
  readonly records: readonly GameRecord[];
  /** Milliseconds and nodes of each agent; its actions are in the records. */
  readonly timeMs: readonly number[];
  readonly nodes: readonly number[];
  readonly forfeits: number;
  readonly sprt: SprtState | null;
  readonly pairsPlayed: number;
  readonly pairsPlanned: number;
  /** How many of the played pairs come from an earlier run. */
  readonly pairsResumed: number;
};

/** Yields the standing at the start and after every pair; the last one is the result. */
export async function* runSchedule(
  schedule: Schedule,
  agents: readonly PreparedAgent[],
  fleet: Fleet<PairJob, PairResult>,
  results: ResultsFolder | null,
): AsyncGenerator<Standing> {
  const counts: PairCounts[] = schedule.pairings.map(() => NO_PAIRS);
  const records: GameRecord[] = [];
  const timeMs = schedule.agents.map(() => 0);
  const nodes = schedule.agents.map(() => 0);
  let forfeits = 0;
  let pairsPlayed = 0;
  const count = (pairing: number, pair: readonly [GameRecord, GameRecord]): void => {
    counts[pairing] = addPair(counts[pairing], pairPoints(pair));
    records.push(...pair);
    forfeits += pair.filter(({ result }) => result?.reason === 'forfeit').length;
    pairsPlayed++;
  };
  const played = new Set<string>();
  for (const { pairing, pair, records: both } of results?.played ?? []) {
    played.add(`${pairing} ${pair}`);
    count(pairing, both);
  }
  const pairsResumed = pairsPlayed;
  const standing = (): Standing => ({
    counts: [...counts],
    records,
    timeMs,
    nodes,
    forfeits,
    sprt: schedule.sprt === null ? null : judgeSprt(counts[0], schedule.sprt),
    pairsPlayed,
    pairsPlanned: schedule.pairings.length * schedule.pairsPerPairing,
    pairsResumed,
  });

  const isDecided = ({ sprt }: Standing): boolean => sprt !== null && sprt.verdict !== 'undecided';
  yield standing();
  if (isDecided(standing())) return;
  const jobs = scheduleJobs(schedule, agents, (pairing, pair) => played.has(`${pairing} ${pair}`));
  for await (const result of fleet.run(jobs)) {
    count(result.pairing, result.records);
    results?.append(result);
    for (const side of [0, 1] as const) {
      const agent = schedule.pairings[result.pairing][side];
      timeMs[agent] += result.timeMs[side];
      nodes[agent] += result.nodes[side];
    }
    const now = standing();
    yield now;
    if (isDecided(now)) return;
  }
}
