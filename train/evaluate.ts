/**
 * The stage that measures: at intervals the newest network meets the opponents of the settings, and a sequential test decides
 * whether it is the best of the run from now on. Training never waits for a better one to be proven: the newest always plays.
 */
import { completeAgentSpec, formatAgentSpec } from '../agents/index.ts';
import {
  type Duel,
  makeSchedule,
  type NetworkHashes,
  type PairFleet,
  playSchedule,
  type Schedule,
  type Standing,
  summarise,
  tabulate,
} from '../arena/index.ts';
import type { GameRecord, Setup } from '../env/index.ts';
import type { Experiment } from './experiment/experiment.ts';
import type { EvaluationSettings, Settings } from './experiment/settings.ts';
import { saveEvaluation } from './report/run-games.ts';
import { readBest, writeBest } from './run/best-network.ts';
import { networkFile } from './run/run-files.ts';
import type { RunFolder } from './run/run-folder.ts';
import type { TrainReport } from './train-report.ts';

/** Measures and judges the network of an iteration, if that is due and has not been done. */
export async function* evaluate(
  run: RunFolder,
  experiment: Experiment,
  iteration: number,
  fleet: PairFleet,
  signal?: AbortSignal,
): AsyncGenerator<TrainReport> {
  const { every } = experiment.settings.evaluation;
  const isDue = every > 0 && iteration > 0 && iteration % every === 0 && (readBest(run)?.judged ?? 0) < iteration;
  if (!isDue || signal?.aborted) return;
  const measured = yield* measureNetwork(run, experiment, iteration, fleet, signal);
  if (measured !== null) yield* judgeNetwork(run, experiment, iteration, fleet, signal);
}

/** How games of the evaluation begin: a network is measured on what it was trained for. */
export const evaluationSetup = ({ evaluation, selfPlay }: Settings): Setup => {
  if (evaluation.setup !== 'auto') return evaluation.setup;
  const { fixed, tournament } = selfPlay.setups;
  const random = 1 - fixed - tournament;
  if (random >= Math.max(fixed, tournament)) return 'random';
  return fixed >= tournament ? 'fixed' : 'tournament';
};

/** A network's matches against its opponents. */
export type MeasuredNetwork = {
  readonly duels: readonly Duel[];
  readonly records: readonly GameRecord[];
  readonly networks: NetworkHashes;
};

/** Plays against all opponents of the settings and keeps the games; null if it was stopped. */
export async function* measureNetwork(
  run: RunFolder,
  experiment: Experiment,
  iteration: number,
  fleet: PairFleet,
  signal?: AbortSignal,
): AsyncGenerator<TrainReport, MeasuredNetwork | null> {
  const { seed, evaluation } = experiment.settings;
  const { games, simulations, opponents, back } = evaluation;
  const setup = evaluationSetup(experiment.settings);
  const earlier = back > 0 && iteration > back ? [agentOf(run, iteration - back, evaluation)] : [];
  if (opponents.length + earlier.length === 0) return { duels: [], records: [], networks: {} };
  const agents = [agentOf(run, iteration, evaluation), ...opponents, ...earlier];
  const played = yield* playMatches(makeSchedule(agents, 'gauntlet', { games, setup, seed }), iteration, fleet, signal);
  if (played === null) return null;
  const { records, networks } = played;
  const { duels } = tabulate(records);
  for (const { second, summary } of duels) {
    // One name for all of them, so that they make one curve.
    const opponent = earlier.includes(second) ? `itself ${back} iterations before` : second;
    yield { type: 'rated', iteration, opponent, sims: simulations, summary };
  }
  saveEvaluation(run.path, iteration, records);
  return { duels, records, networks };
}

/** Tests the network of an iteration against the best so far. */
async function* judgeNetwork(
  run: RunFolder,
  experiment: Experiment,
  iteration: number,
  fleet: PairFleet,
  signal?: AbortSignal,
): AsyncGenerator<TrainReport> {
  const { seed, evaluation } = experiment.settings;
  const { bestGames: games, bestElo } = evaluation;
  const setup = evaluationSetup(experiment.settings);
  const before = readBest(run);
  if (before === null || games === 0) {
    writeBest(run, { iteration, judged: iteration });
    yield { type: 'judged', iteration, best: iteration, match: null };
    return;
  }
  const agents = [iteration, before.iteration].map((each) => agentOf(run, each, evaluation));
  const schedule = makeSchedule(agents, 'match', { games, setup, seed, sprt: `0,${bestElo}` });
  const played = yield* playMatches(schedule, iteration, fleet, signal);
  if (played === null) return;
  const best = played.sprt?.verdict === 'elo1' ? iteration : before.iteration;
  writeBest(run, { iteration: best, judged: iteration });
  yield { type: 'judged', iteration, best, match: { against: before.iteration, summary: summarise(played.counts[0]) } };
}

const agentOf = (run: RunFolder, iteration: number, { simulations, rule }: EvaluationSettings): string =>
  formatAgentSpec(
    completeAgentSpec({
      kind: 'zero',
      options: { model: networkFile(run.path, iteration), sims: simulations, rule },
    }),
  );

async function* playMatches(
  schedule: Schedule,
  iteration: number,
  fleet: PairFleet,
  signal?: AbortSignal,
): AsyncGenerator<TrainReport, (Standing & { readonly networks: NetworkHashes }) | null> {
  let last: (Standing & { readonly networks: NetworkHashes }) | null = null;
  for await (const standing of playSchedule(schedule, { fleet, ...(signal && { signal }) })) {
    last = standing;
    const { pairsPlayed, pairsPlanned } = standing;
    yield { type: 'evaluating', iteration, games: 2 * pairsPlayed, gamesPlanned: 2 * pairsPlanned };
  }
  return signal?.aborted ? null : last;
}
