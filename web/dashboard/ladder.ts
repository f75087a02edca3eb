/** One ladder from all matches of a run: its networks and their opponents, rated together. */
import { type Rating, ratePool } from '../../arena/bradley-terry.ts';
import type { ArenaSummary } from '../../train/report/metrics-log.ts';

export type Rung = Rating & {
  readonly agent: string;
  /** Of a network of this run; null for its opponents. */
  readonly iteration: number | null;
};

/** Best first. `gamesOtherwise` is for runs of older programs, which did not write how many games a match had. */
export const climbLadder = (arena: readonly ArenaSummary[], gamesOtherwise: number): Rung[] => {
  const networks = [...new Set(arena.map(({ iteration }) => iteration))];
  const opponents = [...new Set(arena.map(({ opponent }) => opponent))];
  const agents = [
    ...networks.map((iteration) => ({ agent: `iteration ${iteration}`, iteration })),
    ...opponents.map((agent) => ({ agent, iteration: null })),
  ];
  const points = agents.map(() => agents.map(() => 0));
  for (const { iteration, opponent, score, games } of arena) {
    const [network, other] = [networks.indexOf(iteration), networks.length + opponents.indexOf(opponent)];
    const played = games ?? gamesOtherwise;
    points[network][other] += score * played;
    points[other][network] += (1 - score) * played;
  }
  const ratings = ratePool(points);
  return agents.map((agent, index) => ({ ...agent, ...ratings[index] })).sort((one, other) => other.elo - one.elo);
};

/** A long ladder is thinned out: the newest, the best, and a few from every part of the run. */
export const thinLadder = (rungs: readonly Rung[], most: number): Rung[] => {
  const networks = rungs.filter(({ iteration }) => iteration !== null);
  if (networks.length <= most) return [...rungs];
  const byAge = networks.toSorted((one, other) => one.iteration! - other.iteration!);
  const spread = Array.from({ length: most - 1 }, (_, index) => byAge[Math.floor((index * byAge.length) / (most - 1))]);
  const kept = new Set([...spread, byAge.at(-1), networks[0]]);
  return rungs.filter((rung) => rung.iteration === null || kept.has(rung));
};
