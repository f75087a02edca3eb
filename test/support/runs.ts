/** Short training runs, jobs to play here, and what must be equal of two runs. */
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pairFleet } from '../../arena/index.ts';
import { LocalNetworkStore } from '../../fleet/index.ts';
import { networkPreset } from '../../models/index.ts';
import {
  createRun,
  type Experiment,
  makeExperiment,
  makeSettings,
  type NetworkPlayer,
  openRun,
  presetLayer,
  type SelfPlayJob,
  type SettingsLayer,
  selfPlayFleet,
  type TeacherPlayer,
  type TrainReport,
  train,
  type Workplace,
} from '../../train/index.ts';

/** The smallest preset, changed. */
export const smokeExperiment = (...changes: readonly SettingsLayer[]): Experiment =>
  makeExperiment(makeSettings(presetLayer('smoke'), ...changes));

export const SHORT: SettingsLayer = {
  iterations: 3,
  selfPlay: { gamesPerIteration: 6, gamesPerJob: 2 },
  evaluation: { every: 0 },
};

export const EXPERIMENT: Experiment = smokeExperiment(SHORT);

export const folder = (): string => mkdtempSync(join(tmpdir(), 'tzaar-run-'));

/** Worker threads of this process; the caller closes both fleets. */
export const localWorkplace = (threads = 1, modules: Experiment['modules'] = []): Workplace => {
  const networks = new LocalNetworkStore();
  return {
    selfPlay: selfPlayFleet({ threads, modules, networks }),
    matches: pairFleet({ threads, modules, networks }),
  };
};

export const closeWorkplace = ({ selfPlay, matches }: Workplace): Promise<unknown> =>
  Promise.all([selfPlay.close(), matches.close()]);

/** Begins or goes on with a run until its end, or until `stopAt` has seen enough. */
export const trainAll = async (
  path: string,
  stopAt: (report: TrainReport) => boolean = () => false,
  signal?: AbortSignal,
  threads = 1,
  begin: Experiment = EXPERIMENT,
): Promise<TrainReport[]> => {
  const reports: TrainReport[] = [];
  const { run, experiment } = readdirSync(path).includes('config.json')
    ? await openRun(path)
    : { run: createRun(path, begin), experiment: begin };
  const workplace = localWorkplace(threads, experiment.modules);
  try {
    for await (const report of train(run, experiment, workplace, signal)) {
      reports.push(report);
      if (stopAt(report)) break;
    }
  } finally {
    await closeWorkplace(workplace);
  }
  return reports;
};

/** Every file of a run that must be the same whenever and however often it was stopped. */
export const contents = (path: string): Record<string, string> =>
  Object.fromEntries(
    ['games', 'shards', 'checkpoints'].flatMap((part) =>
      readdirSync(join(path, part))
        .filter((name) => !name.endsWith('.damaged'))
        .map((name) => [`${part}/${name}`, readFileSync(join(path, part, name)).toString('base64')]),
    ),
  );

const { settings } = makeExperiment(makeSettings({ network: networkPreset('tiny') }));

/** What all jobs have in common unless a test says otherwise. */
const JOB: Omit<SelfPlayJob, 'player'> = {
  iteration: 1,
  job: 0,
  seed: 3,
  games: 6,
  setups: { fixed: 0.3, tournament: 0.3 },
  samplePlies: 6,
  lessons: { heads: ['policy', 'value'], targets: settings.targets },
  networks: [],
};

export const networkJob = (
  player: Partial<NetworkPlayer> = {},
  job: Partial<Omit<SelfPlayJob, 'player'>> = {},
): SelfPlayJob<NetworkPlayer> => {
  const { simulations: _most, startShare: _start, growIterations: _over, ...search } = settings.selfPlay.search;
  return {
    ...JOB,
    ...job,
    player: {
      type: 'network',
      network: 'none',
      search,
      simulations: 12,
      fullShare: 1,
      fastSimulations: 4,
      ...player,
    },
  };
};

export const teacherJob = (
  nodes: number,
  job: Partial<Omit<SelfPlayJob, 'player'>> = {},
): SelfPlayJob<TeacherPlayer> => ({ ...JOB, ...job, player: { type: 'teacher', nodes } });
