/**
 * The tournament of an ablation: for each seed, every two arms meet, or each meets the base. Each match has a folder of its own, so that arms and seeds can
 * join later; all matches of a seed have the same starts, so that arms differ by their play alone.
 */
import { completeAgentSpec, formatAgentSpec } from '../../agents/index.ts';
import { makeSchedule, type PairFleet, type PlayedSchedule, playSchedule } from '../../arena/index.ts';
import type { GameRecord } from '../../env/index.ts';
import { evaluationSetup } from '../evaluate.ts';
import { runEngine } from '../experiment/engines.ts';
import type { Settings } from '../experiment/settings.ts';
import { matchFolder } from './ablation-files.ts';
import type { AblationPlan } from './plan.ts';
import type { TrainedRun } from './trained-run.ts';

/** How far the tournament is. */
export type MatchProgress = {
  readonly type: 'matching';
  readonly first: string;
  readonly second: string;
  readonly seed: number;
  readonly games: number;
  readonly gamesPlanned: number;
};

/** Plays what has not been played and returns all games, in which players are called by their arms; null if it was stopped. */
export async function* playArms(
  out: string,
  { match, seeds, arms }: AblationPlan,
  runs: readonly TrainedRun[],
  base: Settings,
  fleet: PairFleet,
  signal: AbortSignal,
): AsyncGenerator<MatchProgress, GameRecord[] | null> {
  const names = Object.keys(arms);
  const meetings = seeds.flatMap((seed) =>
    names.flatMap((first, index) =>
      names.slice(0, match.against === 'all' ? index : Math.min(index, 1)).map((second) => ({ first, second, seed })),
    ),
  );
  const gamesPlanned = meetings.length * match.games;
  const records: GameRecord[] = [];
  for (const { first, second, seed } of meetings) {
    const agents = [first, second].map((arm) =>
      agentOf(runs.find((run) => run.arm === arm && run.seed === seed)!, match),
    );
    const schedule = makeSchedule(agents, 'match', { games: match.games, setup: evaluationSetup(base), seed });
    const options = { fleet, evaluator: runEngine(base.evaluator), out: matchFolder(out, first, second, seed), signal };
    let last: PlayedSchedule | null = null;
    for await (const standing of playSchedule(schedule, options)) {
      last = standing;
      yield { type: 'matching', first, second, seed, games: records.length + 2 * standing.pairsPlayed, gamesPlanned };
    }
    if (signal.aborted || last === null) return null;
    records.push(...last.records);
  }
  return records;
}

const agentOf = ({ arm, network }: TrainedRun, { sims }: AblationPlan['match']): string =>
  formatAgentSpec(completeAgentSpec({ kind: 'zero', options: { model: network, sims }, label: arm }));
