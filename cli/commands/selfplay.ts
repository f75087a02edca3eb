import type { Command } from 'commander';
import { defaultThreads } from '../../arena/index.ts';
import { LocalNetworkStore, loadedModules } from '../../fleet/index.ts';
import { readNetwork, sayOnce } from '../../models/node/index.ts';
import {
  createRun,
  engineDefaults,
  formatDuration,
  jobsOf,
  makeExperiment,
  makeJob,
  makeSettings,
  originOf,
  parseChanges,
  requireEngines,
  runEngine,
  saveJob,
  selfPlayFleet,
  shardsFolder,
} from '../../train/index.ts';
import { type DeviceOption, deviceLayer, withDeviceOption } from '../device-option.ts';
import { collect, wholeNumber } from '../input.ts';
import { print } from '../output.ts';
import { loadPartsOption, type PartsOption, withPartsOption } from '../parts-option.ts';
import { createProgress } from '../progress.ts';

type Options = PartsOption &
  DeviceOption & {
    readonly model: string;
    readonly games: number;
    readonly sims: number;
    readonly seed: number;
    readonly set?: readonly string[];
    readonly out: string;
    readonly threads?: number;
  };

export const addSelfPlay = (program: Command): void => {
  withDeviceOption(withPartsOption(program.command('selfplay')))
    .description('let a network play against itself and keep games and samples')
    .requiredOption('--model <path>', 'a weight file, or the folder of a released model')
    .requiredOption('--out <folder>', 'where games/ and shards/ go')
    .option('--games <number>', 'how many games', wholeNumber('games', 1, 1e6), 100)
    .option('--sims <number>', 'simulations for an action', wholeNumber('simulations', 2, 1e5), 32)
    .option('--seed <number>', 'the same seed gives the same games', wholeNumber('seed', 0), 1)
    .option('--set <key=value>', 'another setting, as for train; may be given several times', collect)
    .option('--threads <number>', 'workers', wholeNumber('threads', 1, 256))
    .action(play);
};

const play = async (options: Options): Promise<void> => {
  await loadPartsOption(options);
  const { model, games, sims, seed, set = [], out, threads = defaultThreads() } = options;
  const { config: network } = await readNetwork(model); // refused here, before any worker starts
  const selfPlay = { gamesPerIteration: games, search: { simulations: sims, startShare: 1 } };
  const { layer, fallback } = await engineDefaults();
  if (fallback !== null) sayOnce(fallback);
  const layers = [layer, { seed, iterations: 1, network, selfPlay }, ...parseChanges(set), deviceLayer(options)];
  const experiment = makeExperiment(makeSettings(...layers), loadedModules());
  await requireEngines(experiment.settings);
  const run = createRun(out, experiment);
  const evaluator = runEngine(experiment.settings.evaluator);
  const fleet = selfPlayFleet({ threads, modules: loadedModules(), networks: new LocalNetworkStore(), evaluator });
  const progress = createProgress(false);
  const start = performance.now();
  let [played, samples] = [0, 0];
  try {
    const hash = await fleet.networks.add(model);
    const jobs = await Promise.all(jobsOf(experiment, 1).map((name) => makeJob(experiment, name, async () => hash)));
    let done = 0;
    for await (const result of fleet.run(jobs)) {
      saveJob(run, result, originOf(experiment, jobs[done++]));
      played += result.records.length;
      samples += result.samples.count;
      const left = ((performance.now() - start) / 1000 / played) * (games - played);
      progress.show(`${played} of ${games} games, ${formatDuration(left)} left`);
    }
  } finally {
    progress.end();
    await fleet.close();
  }
  print(
    `${played} games, ${samples} samples in ${out}; tzaar shards inspect ${shardsFolder(out)} counts what they hold`,
  );
};
