/** The jobs of self-play that an experiment consists of: a job depends only on the settings and the network of an earlier iteration. */
import { type Fleet, type FleetOptions, openFleet } from '../fleet/index.ts';
import { playPrecision } from './experiment/engines.ts';
import { type Experiment, experimentAt } from './experiment/experiment.ts';
import { jobName, parseJobName } from './run/run-files.ts';
import type { NetworkPlayer, SelfPlayJob, SelfPlayResult, TeacherPlayer } from './self-play-job.ts';
import { selfPlayKind } from './self-play-kind.ts';
import { simsOf, simsSchedule } from './sims-schedule.ts';

/** A fleet that plays games to learn from. */
export type SelfPlayFleet = Fleet<SelfPlayJob, SelfPlayResult>;

/** Those who play the games of a run: threads of this process, or the workers of a fleet. */
export const selfPlayFleet = (options: FleetOptions): SelfPlayFleet => openFleet(selfPlayKind, options);

/** Names of the jobs of an iteration. */
export const jobsOf = (present: Experiment, iteration: number): string[] => {
  const { gamesPerIteration, gamesPerJob } = experimentAt(present, iteration).settings.selfPlay;
  return Array.from({ length: Math.ceil(gamesPerIteration / gamesPerJob) }, (_, job) => jobName(iteration, job));
};

/** The iteration whose network plays an iteration's games: the one before, or an older one where play runs ahead of learning. */
export const playedBy = (present: Experiment, iteration: number): number =>
  Math.max(0, iteration - 1 - experimentAt(present, iteration).settings.selfPlay.ahead);

/** The job of this name. `networkOf` gives the hash of the network that an iteration is played with. */
export const makeJob = async (
  present: Experiment,
  name: string,
  networkOf: (iteration: number) => Promise<string>,
): Promise<SelfPlayJob> => {
  const [iteration, job] = parseJobName(name);
  const experiment = experimentAt(present, iteration);
  const { seed, selfPlay, targets } = experiment.settings;
  const { gamesPerIteration, gamesPerJob, setups, samplePlies } = selfPlay;
  const player =
    iteration <= selfPlay.teacher.iterations
      ? teacherPlayer(experiment)
      : networkPlayer(experiment, iteration, await networkOf(iteration));
  return {
    iteration,
    job,
    seed,
    games: Math.min(gamesPerJob, gamesPerIteration - job * gamesPerJob),
    setups,
    samplePlies,
    player,
    lessons: { heads: experiment.heads.map((head) => head.name), targets },
    networks: player.type === 'network' ? [player.network] : [],
  };
};

const teacherPlayer = ({ settings }: Experiment): TeacherPlayer => ({
  type: 'teacher',
  nodes: settings.selfPlay.teacher.nodes,
});

const networkPlayer = ({ settings }: Experiment, iteration: number, network: string): NetworkPlayer => {
  const { search, playoutCap, valueSamples, proofNodes } = settings.selfPlay;
  const { simulations: _most, startShare: _start, growIterations: _over, ...options } = search;
  const simulations = simsOf(simsSchedule(settings), iteration);
  // Left out where there are none, so that jobs are what they were before there could be any.
  const more = valueSamples.fast || valueSamples.proven ? { valueSamples } : {};
  const proving = proofNodes > 0 ? { proofNodes } : {};
  const precision = playPrecision(settings.evaluator);
  const rounded = precision === 'float32' ? {} : { precision };
  return { type: 'network', network, search: options, simulations, ...playoutCap, ...more, ...proving, ...rounded };
};
