import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { defaultThreads } from '../../arena/index.ts';
import { InvalidInput } from '../../env/index.ts';
import { lockRun, readTextFile } from '../../fleet/index.ts';
import { COMMAND } from '../../models/node/index.ts';
import {
  changeRun,
  createRun,
  MetricsWriter,
  makeTrainConfig,
  modelPath,
  openRun,
  parseChange,
  type RunFolder,
  TRAIN_PRESETS,
  train,
} from '../../train/index.ts';
import { judgeBest, readBest } from '../best-network.ts';
import { trackRun } from '../evaluate-run.ts';
import { finishRun } from '../finish-run.ts';
import { wholeNumber } from '../input.ts';
import { print } from '../output.ts';
import { createTrainDisplay } from '../train-display.ts';

type Options = {
  readonly preset?: string;
  readonly config?: string;
  readonly set: readonly string[];
  readonly out?: string;
  readonly resume?: string;
  readonly threads?: number;
  readonly evaluate?: true;
  readonly export?: true;
};

export const addTrain = (program: Command): void => {
  program
    .command('train')
    .description('train a network by self-play; stop with Ctrl-C, go on with --resume')
    .addOption(new Option('--preset <name>', `one of ${Object.keys(TRAIN_PRESETS).join(', ')}`))
    .option('--config <file>', 'settings as JSON, over the preset')
    .option('--set <key=value>', 'one setting, over the file; may be repeated', collect, [])
    .option('--out <folder>', 'where the run goes; runs/ and a number unless told otherwise')
    .option('--resume <folder>', 'go on with a run; --set iterations=… makes it longer')
    .option('--threads <number>', 'workers that play; learning takes one', wholeNumber('threads', 1, 256))
    .option('--evaluate', 'play against the baselines at the end')
    .option('--export', 'release the best network at the end, as a folder for front ends')
    .action(async (options: Options) => {
      const found = options.resume === undefined ? newRun(options) : oldRun(options.resume, options);
      const lock = lockRun(found.path);
      const { signal, release } = listenForStop();
      try {
        const run = options.resume === undefined ? found : changeRun(found, readChanges(options));
        await watchTraining(run, options.threads ?? defaultThreads(), signal);
        if (!signal.aborted) await finishRun(run, options, signal);
        if (signal.aborted) print(`stopped; go on with: ${COMMAND} train --resume ${run.path}`);
      } finally {
        release();
        lock.release();
      }
    });
};

const collect = (text: string, before: readonly string[]): readonly string[] => [...before, text];

const newRun = (options: Options): RunFolder => {
  const { preset, config, out = newRunPath() } = options;
  const file = config === undefined ? {} : parseConfigFile(config);
  return createRun(out, makeTrainConfig(preset, file, readChanges(options)));
};

const oldRun = (path: string, options: Options): RunFolder => {
  for (const name of ['preset', 'config', 'out'] as const)
    if (options[name] !== undefined)
      throw new InvalidInput(
        `--${name}`,
        options[name],
        'a run that goes on keeps its own; leave out either this or --resume',
      );
  return openRun(path);
};

const readChanges = ({ set }: Options): Record<string, unknown> => Object.assign({}, ...set.map(parseChange));

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

/** Trains and shows; every now and then the newest network is measured. */
const watchTraining = async (run: RunFolder, threads: number, signal: AbortSignal): Promise<void> => {
  const { evaluateEvery } = run.config;
  const metrics = new MetricsWriter(run.path);
  const display = createTrainDisplay(run.config);
  const isDue = (iteration: number): boolean =>
    evaluateEvery > 0 && iteration > 0 && iteration % evaluateEvery === 0 && (readBest(run)?.judged ?? 0) < iteration;
  try {
    for await (const report of train(run, { threads, signal })) {
      metrics.hear(report);
      display.hear(report);
      // Also where an evaluation was stopped in the middle.
      if ((report.type === 'saved' || report.type === 'begun') && isDue(report.iteration)) {
        await trackRun(run, modelPath(run, report.iteration), report.iteration, metrics, display.rated, signal);
        const verdict = signal.aborted ? null : await judgeBest(run, report.iteration, signal);
        if (verdict !== null) display.rated(verdict);
      }
    }
  } finally {
    display.end();
    await metrics.close();
  }
};

/** The first Ctrl-C (or SIGTERM) ends the run at once with everything saved that is finished, the second one the process. */
const listenForStop = (): { readonly signal: AbortSignal; readonly release: () => void } => {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(130);
    process.stderr.write('\nstopping; what is finished is saved (once more to quit at once)\n');
    controller.abort();
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const name of signals) process.on(name, stop);
  return {
    signal: controller.signal,
    release: () => {
      for (const name of signals) process.off(name, stop);
    },
  };
};
