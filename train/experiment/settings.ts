/**
 * Everything that decides how a run goes, as nested and closed data: what each setting is, its range, its default, and why it
 * is there. Files, `--set`, the documentation and the checks all read these descriptions. Rules, heads and targets bring
 * their own settings along, so those of a user's module are checked and documented like the others.
 */
import { AUTO_RULE, parseAgentSpec, SEARCH_RULES, type SearchOptions, searchSchema } from '../../agents/index.ts';
import {
  flag,
  list,
  matching,
  nameOf,
  provided,
  readable,
  real,
  record,
  type Schema,
  SETUPS,
  type Setup,
  whole,
  withDefault,
  word,
} from '../../env/index.ts';
import {
  EVALUATOR_PRECISIONS,
  type EvaluatorPrecision,
  type Head,
  lossWeightsSchema,
  NETWORK_SCHEMA,
  type NetworkConfig,
  type TargetChoices,
  targetsSchema,
} from '../../models/index.ts';
import {
  EVALUATOR_ENGINES,
  type EvaluatorEngine,
  LEARNER_ENGINES,
  type LearnerEngine,
} from '../../models/node/index.ts';

export type SearchSettings = SearchOptions & {
  readonly simulations: number;
  readonly startShare: number;
  readonly growIterations: number;
};

export type SelfPlaySettings = {
  readonly gamesPerIteration: number;
  readonly gamesPerJob: number;
  readonly setups: { readonly fixed: number; readonly tournament: number };
  readonly samplePlies: number;
  readonly search: SearchSettings;
  readonly playoutCap: { readonly fullShare: number; readonly fastSimulations: number };
  readonly valueSamples: { readonly fast: boolean; readonly proven: boolean };
  readonly proofNodes: number;
  readonly teacher: { readonly iterations: number; readonly nodes: number };
  readonly ahead: number;
};

export type ReplaySettings = {
  readonly windowStart: number;
  readonly windowExponent: number;
  readonly surpriseShare: number;
  readonly symmetries: boolean;
};

type Backend = 'auto' | 'native' | 'wasm' | 'cpu';

/** What evaluates networks in self-play and in matches. */
export type EvaluatorSettings = {
  readonly engine: EvaluatorEngine;
  readonly backend: Backend;
  readonly device: string;
  readonly precision: 'auto' | EvaluatorPrecision;
};

/** How the network learns. */
export type LearnerSettings = {
  readonly engine: LearnerEngine;
  readonly backend: Backend;
  readonly device: string;
  readonly batchSize: number;
  readonly passes: number;
  readonly learningRate: number;
  readonly warmUpSteps: number;
  readonly decaySteps: number;
  readonly decayShare: number;
  readonly weightDecay: number;
  readonly averageDecay: number;
  readonly clipNorm: number;
  readonly keepCheckpoints: number;
  /** By head of the network. */
  readonly lossWeights: Readonly<Record<string, number>>;
};

/** How a run measures its networks. */
export type EvaluationSettings = {
  readonly every: number;
  readonly games: number;
  readonly simulations: number;
  readonly rule: string;
  /** `auto`: the one that most games of self-play begin with. */
  readonly setup: Setup | 'auto';
  readonly opponents: readonly string[];
  readonly back: number;
  readonly bestGames: number;
  readonly bestElo: number;
};

/** A checked config: every setting has a value. */
export type Settings = {
  readonly seed: number;
  readonly iterations: number;
  readonly network: NetworkConfig;
  readonly selfPlay: SelfPlaySettings;
  /** By head of the network: how its lesson is made from a finished game. */
  readonly targets: TargetChoices;
  readonly replay: ReplaySettings;
  readonly evaluator: EvaluatorSettings;
  readonly learner: LearnerSettings;
  readonly evaluation: EvaluationSettings;
};

const SELF_PLAY = record({
  gamesPerIteration: withDefault(whole(1, 1e6, 'new games before each round of learning'), 256),
  gamesPerJob: withDefault(whole(1, 4096, 'games that one worker plays in step and hands over together'), 64),
  setups: withDefault(
    provided(
      record({
        fixed: withDefault(real(0, 1, 'share of games from the fixed set-up'), 0.1),
        tournament: withDefault(real(0, 1, 'share of games that begin with placement; the rest begin at random'), 0.1),
      }),
      ({ fixed, tournament }) => fixed + tournament <= 1,
      'are more than 1 together',
    ),
    {},
  ),
  samplePlies: withDefault(
    whole(0, 200, 'actions of a game that are drawn from the policy instead of being the best'),
    12,
  ),
  search: withDefault(
    searchSchema({
      simulations: withDefault(whole(2, 1e5, 'simulations for an action, once they have grown'), 32),
      startShare: withDefault(
        real(
          0.01,
          1,
          'share of them in the first iteration of self-play: many weak games first, fewer strong ones later',
        ),
        0.5,
      ),
      growIterations: withDefault(whole(1, 1e6, 'iterations over which they grow'), 10),
    }),
    {},
  ),
  playoutCap: withDefault(
    record({
      fullShare: withDefault(
        real(0.01, 1, 'share of actions that are searched in full and learnt from; the others are only played'),
        1,
      ),
      fastSimulations: withDefault(
        whole(2, 1e5, 'simulations for those others: more games for the same time, and so more results to learn from'),
        8,
      ),
    }),
    {},
  ),
  valueSamples: withDefault(
    record({
      fast: withDefault(flag('whether positions that were searched only fast are learnt from for their value'), false),
      proven: withDefault(
        flag('whether positions after the first proof of a game are learnt from for their value, which is certain'),
        false,
      ),
    }),
    {},
  ),
  proofNodes: withDefault(
    whole(
      0,
      1e6,
      'positions that a proof may look at before each action, where at most 30 stacks are left; 0 for none',
    ),
    0,
  ),
  teacher: withDefault(
    record({
      iterations: withDefault(
        whole(
          0,
          1e6,
          'iterations at first whose games alpha-beta plays against itself; 0 to learn from own games alone',
        ),
        0,
      ),
      nodes: withDefault(whole(1, 1e9, 'positions that alpha-beta looks at for an action in these'), 1000),
    }),
    {},
  ),
  ahead: withDefault(
    whole(
      0,
      8,
      'how many networks play may be behind: with 1 the next games are played while these are learnt from, by the network before',
    ),
    0,
  ),
});

const REPLAY = record({
  windowStart: withDefault(whole(100, 1e9, 'samples that are remembered at first'), 20_000),
  windowExponent: withDefault(real(0, 1, 'the window grows with this power of all samples seen'), 0.7),
  surpriseShare: withDefault(
    real(0, 1, 'share of the weight of samples that follows how much the search changed the policy'),
    0,
  ),
  symmetries: withDefault(
    flag('whether each sample is seen through one of the 12 images of the board, drawn anew every time'),
    true,
  ),
});

const BACKENDS = ['auto', 'native', 'wasm', 'cpu'] as const;

const device = withDefault(
  matching(
    /^[a-z0-9]{1,20}$/,
    'the name of an execution provider of onnxruntime, as in cpu',
    'where onnxruntime runs it, if it does',
  ),
  'cpu',
);

const EVALUATOR = record({
  engine: withDefault(
    word(
      EVALUATOR_ENGINES,
      'what evaluates networks in self-play and in matches; tfjs where onnxruntime was missing when the run began',
    ),
    'onnx',
  ),
  backend: withDefault(word(BACKENDS, 'where TensorFlow.js evaluates, if it does'), 'auto'),
  device,
  precision: withDefault(
    word(
      ['auto', ...EVALUATOR_PRECISIONS],
      'in what numbers self-play evaluates: int8 plays more games an hour and rounds (docs/networks.md), auto is int8 where onnxruntime computes on a processor; matches have float32',
    ),
    'float32',
  ),
});

const learnerSchema = (heads: readonly Head[]): Schema<LearnerSettings> =>
  record({
    engine: withDefault(
      word(
        LEARNER_ENGINES,
        'what trains: onnxruntime, TensorFlow.js, or the faster of the two; tfjs where onnxruntime was missing when the run began',
      ),
      'onnx',
    ),
    backend: withDefault(word(BACKENDS, 'where TensorFlow.js trains, if it does'), 'auto'),
    device,
    batchSize: withDefault(whole(8, 65_536, 'samples in a step of learning'), 256),
    passes: withDefault(real(0.1, 100, 'how often a sample is learnt from on average'), 2),
    learningRate: withDefault(real(1e-7, 1, 'at its largest'), 5e-3),
    warmUpSteps: withDefault(whole(1, 1e6, 'steps until it is reached'), 100),
    decaySteps: withDefault(whole(0, 1e9, 'steps until it has fallen to a tenth; 0 keeps it'), 0),
    decayShare: withDefault(
      real(
        0,
        1,
        'the same by the share of all iterations until then, so that it fits runs of every length; 0 keeps it',
      ),
      0,
    ),
    weightDecay: withDefault(real(0, 1, 'how strongly weights are pulled to zero'), 1e-2),
    averageDecay: withDefault(
      real(0, 0.999999, 'how much of the averaged weights stays at each step; those play'),
      0.99,
    ),
    clipNorm: withDefault(real(1e-6, 1e6, 'the largest norm of all gradients together'), 1),
    keepCheckpoints: withDefault(
      whole(1, 1e6, 'newest checkpoints that learning can go on from; of older ones only the network stays'),
      5,
    ),
    lossWeights: withDefault(lossWeightsSchema(heads), {}),
  }) as unknown as Schema<LearnerSettings>;

/** What the network is measured against while it trains, weakest first. */
export const BASELINES: readonly string[] = ['random', 'greedy', 'mcts:sims=200', 'alphabeta:nodes=1000'];

const agent = readable(parseAgentSpec, 'an agent (tzaar agents lists them)');

const EVALUATION = record({
  every: withDefault(whole(0, 1e6, 'iterations between matches against the opponents; 0 for never'), 5),
  games: withDefault(even(2, 1e5, 'games against each of them, an even number'), 40),
  simulations: withDefault(whole(2, 1e5, 'simulations of the network for an action in these'), 32),
  rule: withDefault(
    nameOf(() => [AUTO_RULE, ...SEARCH_RULES.names], 'how its search shares them out; auto: as an agent that plays'),
    AUTO_RULE,
  ),
  setup: withDefault(word(['auto', ...SETUPS], 'how these games begin; auto: as most games of self-play do'), 'auto'),
  opponents: withDefault(list(agent, 0, 20, 'agents', 'whom the network meets'), BASELINES),
  back: withDefault(
    whole(0, 1e6, 'the network of so many iterations before is met too, where there is one; 0 for none'),
    0,
  ),
  bestGames: withDefault(
    even(
      0,
      1e5,
      'games at most in the test whether the new network is better than the best; 0 for none, and the last is exported',
    ),
    200,
  ),
  bestElo: withDefault(real(1, 1000, 'how much better, in Elo, that test looks for; its errors are 5 % each'), 30),
});

function even(least: number, most: number, why: string): Schema<number, number> {
  return provided(whole(least, most, why), (games) => games % 2 === 0, 'must be an even number');
}

/** The settings of a run whose network has these heads. */
export const settingsSchema = (heads: readonly Head[]): Schema<Settings> =>
  record({
    seed: withDefault(whole(0, Number.MAX_SAFE_INTEGER, 'everything random in the run follows from it'), 1),
    iterations: withDefault(whole(1, 1e6, 'passes of play, learn, save, evaluate'), 20),
    network: NETWORK_SCHEMA,
    selfPlay: withDefault(SELF_PLAY, {}),
    targets: withDefault(targetsSchema(heads), {}),
    replay: withDefault(REPLAY, {}),
    evaluator: withDefault(EVALUATOR, {}),
    learner: withDefault(learnerSchema(heads), {}),
    evaluation: withDefault(EVALUATION, {}),
  }) as unknown as Schema<Settings>;
