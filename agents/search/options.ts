/** What a search may be told, with defaults, and the check of what comes from outside. */
import { InvalidInput } from '../../env/index.ts';

/** How the root spends its simulations: sequential halving of sampled actions, or PUCT with Dirichlet noise. */
export const ROOT_RULES = ['gumbel', 'puct'] as const;
export type RootRule = (typeof ROOT_RULES)[number];

export type SearchOptions = {
  readonly root: RootRule;
  /** Leaves that one search sends to the evaluator at once, kept apart by virtual losses. */
  readonly leaves: number;
  /** 0 plays the best action found; above 0 samples, from the improved policy (gumbel) or by visits^(1/temperature) (puct). */
  readonly temperature: number;
  /** Whether what was searched below the new position is kept from the search before. */
  readonly reuse: boolean;
  /** Bound on the tree. While a root moves on, what is kept of the tree exists twice. */
  readonly memoryMb: number;

  /** gumbel: how many actions the root considers at most; 0 chooses by the budget (see `consideredFor`). */
  readonly considered: number;
  /** gumbel: 1 samples actions without replacement as in the paper, 0 takes the likeliest. */
  readonly gumbelScale: number;
  /** gumbel: σ(q) = (visitOffset + most visits) × valueScale × q, with q a winning chance from 0 to 1. */
  readonly visitOffset: number;
  readonly valueScale: number;

  /** puct: weight of the prior, slowly growing with visits. */
  readonly exploration: number;
  /** puct: an unvisited action is taken to be this much worse than its parent, times √(prior mass visited). */
  readonly firstPlayReduction: number;
  /** puct: share of Dirichlet noise in the root's priors; the concentration is `noiseTotal` / number of actions. */
  readonly noiseShare: number;
  readonly noiseTotal: number;
};

export const DEFAULT_OPTIONS: SearchOptions = {
  root: 'gumbel',
  leaves: 1,
  temperature: 0,
  reuse: true,
  memoryMb: 1024,
  considered: 0,
  gumbelScale: 1,
  visitOffset: 50,
  valueScale: 1,
  exploration: 1.25,
  firstPlayReduction: 0.2,
  noiseShare: 0,
  noiseTotal: 10,
};

/** [least, most, whole numbers only] of each number. */
const RANGES: Readonly<Record<string, readonly [least: number, most: number, whole?: true]>> = {
  leaves: [1, 4096, true],
  temperature: [0, 100],
  memoryMb: [1, 16_384],
  considered: [0, 181, true],
  gumbelScale: [0, 10],
  visitOffset: [0, 1e6],
  valueScale: [0, 1e3],
  exploration: [0, 100],
  firstPlayReduction: [0, 2],
  noiseShare: [0, 1],
  noiseTotal: [1e-3, 1e3],
};

/** The defaults with these changes; all that is wrong with them is said in one error. */
export const completeOptions = (changes: Partial<SearchOptions> = {}): SearchOptions => {
  const options: SearchOptions = { ...DEFAULT_OPTIONS, ...changes };
  const problems = Object.entries(options).flatMap(([name, value]) => {
    if (name === 'root') return ROOT_RULES.includes(options.root) ? [] : [`root is ${ROOT_RULES.join(' or ')}`];
    if (name === 'reuse') return typeof value === 'boolean' ? [] : ['reuse is true or false'];
    const range = RANGES[name];
    if (range === undefined) return [`there is no option ${name}`];
    const [least, most, whole] = range;
    const right = typeof value === 'number' && value >= least && value <= most && (!whole || Number.isInteger(value));
    return right ? [] : [`${name} is a ${whole ? 'whole ' : ''}number from ${least} to ${most}`];
  });
  if (problems.length > 0) throw new InvalidInput('search options', changes, problems.join('; '));
  return options;
};

/** Actions that a Gumbel root considers: 16 as in the paper, more where each still gets about ten simulations. */
export const consideredFor = ({ considered }: SearchOptions, simulations: number): number =>
  considered > 0 ? considered : Math.max(16, Math.floor(simulations / 10));
