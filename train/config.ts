/**
 * Everything that decides how a run goes, as one flat and closed list: a key, its default, its range, and why it is there.
 * Files, `--set`, the documentation and the checks all read this table.
 */
import { InvalidInput } from '../env/index.ts';
import { NETWORK_PRESETS } from '../models/index.ts';

type NumberSetting = {
  readonly kind: 'number';
  readonly default: number;
  readonly least: number;
  readonly most: number;
  readonly whole: boolean;
  readonly why: string;
};
type WordSetting = {
  readonly kind: 'word';
  readonly default: string;
  readonly words: readonly string[];
  readonly why: string;
};

type Setting = NumberSetting | WordSetting;

const whole = (standard: number, least: number, most: number, why: string): NumberSetting => ({
  kind: 'number',
  default: standard,
  least,
  most,
  whole: true,
  why,
});
const real = (standard: number, least: number, most: number, why: string): NumberSetting => ({
  kind: 'number',
  default: standard,
  least,
  most,
  whole: false,
  why,
});
const word = (standard: string, words: readonly string[], why: string): WordSetting => ({
  kind: 'word',
  default: standard,
  words,
  why,
});

/** A checked config: every key has a value. */
export type TrainConfig = {
  readonly seed: number;
  readonly iterations: number;
  readonly network: string;
  readonly learner: string;
  readonly backend: string;
  readonly gamesPerIteration: number;
  readonly gamesPerJob: number;
  readonly teacherIterations: number;
  readonly teacherNodes: number;
  readonly simsStart: number;
  readonly simsEnd: number;
  readonly simsIterations: number;
  readonly fullShare: number;
  readonly fastSims: number;
  readonly samplePlies: number;
  readonly fixedShare: number;
  readonly tournamentShare: number;
  readonly valueMix: number;
  readonly surpriseShare: number;
  readonly windowStart: number;
  readonly windowExponent: number;
  readonly batchSize: number;
  readonly passes: number;
  readonly learningRate: number;
  readonly warmUpSteps: number;
  readonly decaySteps: number;
  readonly weightDecay: number;
  readonly averageDecay: number;
  readonly keepLearners: number;
  readonly evaluateEvery: number;
  readonly evaluationGames: number;
  readonly evaluationSims: number;
  readonly bestGames: number;
};
export type TrainKey = keyof TrainConfig;

export const TRAIN_SETTINGS: Readonly<Record<TrainKey, Setting>> = {
  seed: whole(1, 0, Number.MAX_SAFE_INTEGER, 'everything random in the run follows from it'),
  iterations: whole(20, 1, 1e6, 'passes of play, learn, evaluate, save'),
  network: word('small', Object.keys(NETWORK_PRESETS), 'size and kind of the network'),
  learner: word('onnx', ['onnx', 'tfjs', 'auto'], 'the engine that trains'),
  backend: word('auto', ['auto', 'native', 'wasm', 'cpu'], 'where tfjs trains, if it does'),
  gamesPerIteration: whole(256, 1, 1e6, 'new games before each round of learning'),
  gamesPerJob: whole(64, 1, 4096, 'games that one worker plays in step and hands over together'),
  teacherIterations: whole(
    0,
    0,
    1e6,
    'iterations at first whose games alpha-beta plays against itself; 0 to learn from nothing but own games',
  ),
  teacherNodes: whole(1000, 1, 1e9, 'positions that alpha-beta looks at for an action in these'),
  simsStart: whole(16, 2, 1e5, 'simulations for an action in the first iteration of self-play'),
  simsEnd: whole(32, 2, 1e5, 'simulations once they have grown; many weak games first, fewer strong ones later'),
  simsIterations: whole(10, 1, 1e6, 'iterations over which they grow'),
  fullShare: real(1, 0.01, 1, 'share of actions that are searched in full and learnt from; the others are only played'),
  fastSims: whole(
    8,
    2,
    1e5,
    'simulations for those others: more games for the same time, and so more results to learn from',
  ),
  samplePlies: whole(12, 0, 200, 'actions of a game that are drawn from the policy instead of being the best'),
  fixedShare: real(0.1, 0, 1, 'share of games from the fixed set-up'),
  tournamentShare: real(0.1, 0, 1, 'share of games that begin with placement; the rest begin at random'),
  valueMix: real(0.3, 0, 1, "how much of the value target is the search's own value; the rest is the result"),
  surpriseShare: real(0, 0, 1, 'share of the weight of samples that follows how much the search changed the policy'),
  windowStart: whole(20_000, 100, 1e9, 'samples that are remembered at first'),
  windowExponent: real(0.7, 0, 1, 'the window grows with this power of all samples seen'),
  batchSize: whole(256, 8, 65_536, 'samples in a step of learning'),
  passes: real(2, 0.1, 100, 'how often a sample is learnt from on average'),
  learningRate: real(5e-3, 1e-7, 1, 'at its largest'),
  warmUpSteps: whole(100, 1, 1e6, 'steps until it is reached'),
  decaySteps: whole(0, 0, 1e9, 'steps until it has fallen to a tenth; 0 keeps it'),
  weightDecay: real(1e-2, 0, 1, 'how strongly weights are pulled to zero'),
  averageDecay: real(0.99, 0, 0.999999, 'how much of the averaged weights stays at each step; those play'),
  keepLearners: whole(
    5,
    1,
    1e6,
    'newest checkpoints that learning can go on from; of older ones only the network stays',
  ),
  evaluateEvery: whole(5, 0, 1e6, 'iterations between matches against the baselines; 0 for never'),
  evaluationGames: whole(40, 2, 1e5, 'games against each baseline, an even number'),
  evaluationSims: whole(32, 2, 1e5, 'simulations of the network in these'),
  bestGames: whole(
    200,
    0,
    1e5,
    'games at most in the test whether the new network is better than the best; 0 for none, and the last one is exported',
  ),
};

/** Runs by name: `smoke` for tests, `quick` for a first look, `standard` for hours and `full` for days. */
export const TRAIN_PRESETS: Readonly<Record<string, Partial<TrainConfig>>> = {
  smoke: {
    iterations: 2,
    network: 'tiny',
    gamesPerIteration: 8,
    gamesPerJob: 4,
    teacherIterations: 1,
    teacherNodes: 20,
    simsStart: 4,
    simsEnd: 4,
    batchSize: 32,
    evaluateEvery: 2,
    evaluationGames: 2,
    evaluationSims: 4,
    bestGames: 2,
  },
  quick: {
    iterations: 12,
    teacherIterations: 8,
    simsStart: 32,
    simsEnd: 32,
    valueMix: 0.5,
    windowStart: 50_000,
    passes: 3,
    decaySteps: 1500,
    evaluateEvery: 0,
    evaluationGames: 100,
  },
  standard: {
    iterations: 64,
    gamesPerIteration: 512,
    teacherIterations: 16,
    simsStart: 32,
    simsEnd: 64,
    simsIterations: 32,
    valueMix: 0.5,
    windowStart: 100_000,
    decaySteps: 12_000,
    averageDecay: 0.998,
    evaluateEvery: 16,
  },
  full: {
    iterations: 5000,
    network: 'standard',
    gamesPerIteration: 1024,
    teacherIterations: 20,
    simsStart: 32,
    simsEnd: 128,
    simsIterations: 500,
    valueMix: 0.5,
    windowStart: 200_000,
    learningRate: 3e-3,
    averageDecay: 0.999,
    evaluateEvery: 25,
    evaluationGames: 100,
  },
};

/** The defaults, changed by a preset, then by a file, then by `--set`. All problems are told at once. */
export const makeTrainConfig = (
  preset: string | undefined,
  ...changes: readonly Readonly<Record<string, unknown>>[]
): TrainConfig => {
  if (preset !== undefined && !Object.hasOwn(TRAIN_PRESETS, preset)) {
    throw new InvalidInput('preset', preset, `expected ${Object.keys(TRAIN_PRESETS).join(', ')}`);
  }
  const defaults = Object.fromEntries(Object.entries(TRAIN_SETTINGS).map(([key, setting]) => [key, setting.default]));
  const given: Record<string, unknown> = Object.assign(
    {},
    preset === undefined ? {} : TRAIN_PRESETS[preset],
    ...changes,
  );
  const config = { ...defaults, ...given } as TrainConfig;
  const problems = Object.keys(config).flatMap((key) => problemsOf(key, config[key as TrainKey]));
  if (config.fixedShare + config.tournamentShare > 1)
    problems.push('fixedShare and tournamentShare are more than 1 together');
  for (const key of ['evaluationGames', 'bestGames'] as const)
    if (config[key] % 2 === 1) problems.push(`${key} is an even number`);
  if (problems.length > 0) throw new InvalidInput('training config', given, problems.join('; '));
  return config;
};

/** `key=value` as a user writes it after `--set`. */
export const parseChange = (text: string): Record<string, unknown> => {
  const [, key, value] = /^([A-Za-z]+)=(.*)$/.exec(text) ?? [];
  if (key === undefined) throw new InvalidInput('setting', text, 'expected key=value');
  const setting = Object.hasOwn(TRAIN_SETTINGS, key) ? TRAIN_SETTINGS[key as TrainKey] : undefined;
  return { [key]: setting?.kind === 'number' && value.trim() !== '' ? Number(value) : value };
};

const problemsOf = (key: string, value: unknown): string[] => {
  if (!Object.hasOwn(TRAIN_SETTINGS, key)) return [`there is no setting ${key}`];
  const setting = TRAIN_SETTINGS[key as TrainKey];
  if (setting.kind === 'word')
    return setting.words.includes(value as string) ? [] : [`${key} is one of ${setting.words.join(', ')}`];
  const { least, most } = setting;
  const fits =
    typeof value === 'number' && value >= least && value <= most && (!setting.whole || Number.isInteger(value));
  return fits ? [] : [`${key} is a ${setting.whole ? 'whole ' : ''}number from ${least} to ${most}`];
};
