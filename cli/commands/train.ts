import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { loadAgentModules } from '../../arena/index.ts';
import { InvalidInput, isRecord } from '../../env/index.ts';
import { type FleetLink, loadedModules, loadParts, readTextFile } from '../../fleet/index.ts';
import { COMMAND, readNetwork, sayOnce } from '../../models/node/index.ts';
import {
  createRun,
  createRunFrom,
  engineDefaults,
  forkRun,
  makeExperiment,
  makeSettings,
  mergeLayers,
  type OpenedRun,
  openRun,
  opponentsIn,
  parseChanges,
  parseForkPoint,
  presetLayer,
  requireEngines,
  type SettingsLayer,
  TRAIN_PRESETS,
} from '../../train/index.ts';
import { type DeviceOption, deviceLayer, withDeviceOption } from '../device-option.ts';
import { finishRun } from '../finish-run.ts';
import { type FleetOption, openFleetOption, withFleetOption } from '../fleet-option.ts';
import { collect, wholeNumber } from '../input.ts';
import { print } from '../output.ts';
import { type Finish, trainRun } from '../train-run.ts';

type Options = DeviceOption &
  FleetOption & {
    readonly preset?: string;
    readonly experiment?: readonly string[];
    readonly config?: string;
    readonly set?: readonly string[];
    readonly out?: string;
    readonly resume?: string;
    readonly from?: string;
    readonly fork?: string;
    readonly threads?: number;
    readonly evaluate?: true;
    readonly export?: true;
  };

export const addTrain = (program: Command): void => {
  withFleetOption(withDeviceOption(program.command('train')))
    .description('train a network by self-play; stop with Ctrl-C, go on with --resume')
    .addOption(new Option('--preset <name>', `one of ${Object.keys(TRAIN_PRESETS).join(', ')}`))
    .option(
      '--experiment <module>',
      'a module of your own with parts and settings, over the preset (docs/own-parts.md); may be given several times',
      collect,
    )
    .option('--config <file>', 'settings as JSON, or the config.json of a run, over those')
    .option(
      '--set <key=value>',
      'one setting, as in selfPlay.search.simulations=64; may be given several times',
      collect,
    )
    .option('--out <folder>', 'where the run goes; runs/ and a number by default')
    .option('--resume <folder>', 'go on with a run; --set iterations=… makes it longer')
    .option('--from <model>', 'begin with the weights of a weight file or a released model, and with its network')
    .option(
      '--fork <run@iteration>',
      'begin a new run where another was after an iteration, with --set for what is other',
    )
    .option('--threads <number>', 'workers that play; learning takes one', wholeNumber('threads', 1, 256))
    .option('--evaluate', 'play against the baselines at the end')
    .option('--export', 'release the best network at the end, as a folder for front ends')
    .action(async (options: Options) => {
      const link = await openFleetOption(options); // before there is a folder
      try {
        await begin(options, link);
      } finally {
        await link?.close();
      }
    });
};

const begin = async (options: Options, link: FleetLink | undefined): Promise<void> => {
  const changes = [...parseChanges(options.set ?? []), deviceLayer(options)];
  const opened = await openOrBegin(options, changes);
  const finish: Finish = (...done) => finishRun(...done, options);
  const given = options.resume === undefined ? null : mergeLayers(changes);
  const isDone = await trainRun(opened, given, { link, threads: options.threads, finish });
  if (!isDone) print(`stopped; go on with: ${COMMAND} train --resume ${opened.run.path}`);
};

/** On --resume, `--experiment` says where a module lies now, if it was moved. */
const openOrBegin = async (options: Options, changes: readonly SettingsLayer[]): Promise<OpenedRun> => {
  const { resume, from, fork, out = newRunPath() } = options;
  if (resume !== undefined) {
    refuseBeside(options, ['preset', 'config', 'out', 'from', 'fork'], 'resume');
    return openRun(resume, options.experiment);
  }
  if (fork === undefined) return newRun(options, changes, out, from);
  refuseBeside(options, ['preset', 'experiment', 'config', 'from'], 'fork');
  return forkRun(out, parseForkPoint(fork), changes);
};

const refuseBeside = (options: Options, names: readonly (keyof Options)[], other: 'resume' | 'fork'): void => {
  const name = names.find((each) => options[each] !== undefined);
  if (name === undefined) return;
  const why = `a run that goes on keeps its own; leave out either this or --${other}`;
  throw new InvalidInput(`--${name}`, options[name], why);
};

const newRun = async (
  { preset, experiment: modules = [], config }: Options,
  changes: readonly SettingsLayer[],
  out: string,
  from: string | undefined,
): Promise<OpenedRun> => {
  const own: SettingsLayer[] = [];
  for (const module of modules) own.push(((await loadParts(module)).settings ?? {}) as SettingsLayer); // checked below
  const { layer, fallback } = await engineDefaults();
  if (fallback !== null) sayOnce(fallback);
  const layers = [
    layer,
    preset === undefined ? {} : presetLayer(preset),
    ...own,
    config === undefined ? {} : parseConfigFile(config),
    from === undefined ? {} : { network: (await readNetwork(from)).config },
    ...changes,
  ];
  await loadAgentModules(opponentsIn(layers));
  const experiment = makeExperiment(makeSettings(...layers), loadedModules());
  await requireEngines(experiment.settings); // before there is a folder
  const run = from === undefined ? createRun(out, experiment) : await createRunFrom(out, experiment, from);
  return { run, experiment };
};

/** Settings alone, or a whole `config.json` of another run. */
const parseConfigFile = (path: string): SettingsLayer => {
  const text = readTextFile(path);
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    // reported below
  }
  if (!isRecord(given)) throw new InvalidInput('config', path, 'expected a JSON object');
  if (given.format !== undefined && !isRecord(given.settings))
    throw new InvalidInput(
      'config',
      path,
      'it is of an older program, whose settings had other names (docs/training.md)',
    );
  return isRecord(given.settings) ? given.settings : given;
};

const newRunPath = (): string => {
  for (let number = 1; ; number++) {
    const path = join('runs', String(number).padStart(3, '0'));
    if (!existsSync(path)) return path;
  }
};
