import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { defaultThreads } from '../../arena/index.ts';
import { InvalidInput } from '../../env/index.ts';
import {
  createRun,
  lockRun,
  MetricsWriter,
  makeTrainConfig,
  openRun,
  parseChange,
  type RunFolder,
  TRAIN_PRESETS,
  type TrainReport,
  train,
} from '../../train/index.ts';
import { evaluateRun, trackRun } from '../evaluate-run.ts';
import { readTextFile, wholeNumber } from '../input.ts';
import { print } from '../output.ts';
import { formatDuration } from '../progress.ts';

type Options = {
  readonly preset?: string;
  readonly config?: string;
  readonly set: readonly string[];
  readonly out?: string;
  readonly resume?: string;
  readonly threads?: number;
  readonly evaluate?: true;
};

export const addTrain = (program: Command): void => {
  program
    .command('train')
    .description('train a network by self-play; stop with Ctrl-C, go on with --resume')
    .addOption(new Option('--preset <name>', `one of ${Object.keys(TRAIN_PRESETS).join(', ')}`))
    .option('--config <file>', 'settings as JSON, over the preset')
    .option('--set <key=value>', 'one setting, over the file; may be repeated', collect, [])
    .option('--out <folder>', 'where the run goes; runs/ and a number unless told otherwise')
    .option('--resume <folder>', 'go on with a run')
    .option('--threads <number>', 'workers that play, threads that learn', wholeNumber('threads', 1, 256))
    .option('--evaluate', 'play against the baselines at the end')
    .action(async (options: Options) => {
      const run =
        options.resume === undefined
          ? createRun(options.out ?? newRunPath(), readConfig(options))
          : openRun(options.resume);
      const lock = lockRun(run.path);
      try {
        const model = await watchTraining(run, options.threads ?? defaultThreads());
        if (model !== null && options.evaluate) await evaluateRun(run, model);
      } finally {
        lock.release();
      }
    });
};

const collect = (text: string, before: readonly string[]): readonly string[] => [...before, text];

const readConfig = ({ preset, config, set }: Options): ReturnType<typeof makeTrainConfig> =>
  makeTrainConfig(preset, config === undefined ? {} : parseConfigFile(config), ...set.map(parseChange));

const parseConfigFile = (path: string): Record<string, unknown> => {
  try {
    const { format: _format, version: _version, ...settings } = JSON.parse(readTextFile(path));
    return settings;
  } catch (error) {
    if (error instanceof InvalidInput) throw error;
    throw new InvalidInput('config', path, 'expected a JSON object');
  }
};

const newRunPath = (): string => {
  for (let number = 1; ; number++) {
    const path = join('runs', String(number).padStart(3, '0'));
    if (!existsSync(path)) return path;
  }
};

/** Shows the reports as lines; the result is the last model, or null if the run was stopped. */
const watchTraining = async (run: RunFolder, threads: number): Promise<string | null> => {
  const { config } = run;
  const metrics = new MetricsWriter(run.path);
  const start = performance.now();
  const begunAt = run.state.iteration;
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) process.exit(130);
    isStopping = true;
    process.stderr.write('stopping; what is finished is saved (once more to quit at once)\n');
  };
  process.on('SIGINT', stop);
  let model: string | null = null;
  try {
    for await (const report of train(run, { threads })) {
      metrics.hear(report);
      showReport(report, config.iterations);
      if (report.type === 'saved') {
        model = report.model;
        const seconds = (performance.now() - start) / 1000;
        const left = (seconds / (report.iteration - begunAt)) * (config.iterations - report.iteration);
        print(`  saved; ${report.state.games} games, ${report.state.samples} samples, ${formatDuration(left)} left`);
        const { evaluateEvery } = config;
        if (evaluateEvery > 0 && report.iteration % evaluateEvery === 0)
          await trackRun(run, model, report.iteration, metrics);
      }
      if (isStopping) {
        print(`stopped; go on with: tzaar train --resume ${run.path}`);
        return null;
      }
    }
  } finally {
    process.off('SIGINT', stop);
  }
  return model;
};

const showReport = (report: TrainReport, iterations: number): void => {
  if (report.type === 'begun') print(`${report.learner} (${report.reason}), ${report.parameters} parameters`);
  if (report.type === 'played' && report.jobs === report.jobsPlanned && report.result !== null) {
    const { plies, records, seconds, networkSeconds } = report.result;
    const rate = `${(records.length / seconds).toFixed(1)} games/s a worker, ${((100 * networkSeconds) / seconds).toFixed(0)} % in the network`;
    print(
      `iteration ${report.iteration} of ${iterations}: ${(plies / records.length).toFixed(1)} actions a game, ${rate}`,
    );
  }
  if (report.type === 'learnt' && report.steps === report.stepsPlanned) {
    const losses = Object.entries(report.losses).map(([name, loss]) => `${name} ${loss.toFixed(3)}`);
    print(`  learnt ${report.steps} steps: ${losses.join(', ')}`);
  }
};
