/** The AlphaZero search as an agent, for any evaluator. */
import { InvalidInput, PLACEMENT, type Position, type Rng, randomStream } from '../env/index.ts';
import { allocateBatch, type EvaluationBatch, type Evaluator } from '../models/index.ts';
import type { Agent, Budget, Choice } from './agent.ts';
import { type ProofLimits, Prover } from './proof/prover.ts';
import { randomPlacement } from './random-placement.ts';
import { runSearches } from './search/batched-search.ts';
import type { SearchBudget } from './search/budget.ts';
import { COMMON_OPTIONS, completeOptions, type SearchChanges, withoutNoise } from './search/options.ts';
import { leavesFor, type ProofNodes, playSettings, proofNodesFor } from './search/play-settings.ts';
import { readLine, readLines, readResult, type SearchLine } from './search/result.ts';
import { beginSearch, resetSearch } from './search/search.ts';
import { createSearch, type Search } from './search/search-state.ts';
import { actionTimeMs } from './turn-clock.ts';

/** What `ZeroAgent` may be told. */
export type ZeroOptions = SearchChanges & {
  /** Simulations for one action, where the budget of a choice says nothing else. */
  readonly sims?: number;
  /** What a turn's first step may take of a time budget. */
  readonly firstShare?: number | undefined;
  /** The share of an action's time or simulations that proofs may take, where few stacks are left. */
  readonly prove?: number | undefined;
  /** How pieces are placed in the tournament set-up: as all else, or by chance, to see what placement is worth. */
  readonly placing?: ZeroPlacing | undefined;
  /** The spec that makes this agent; by default made of evaluator and simulations. */
  readonly name?: string;
};

/** How `ZeroAgent` can place its pieces. */
export const ZERO_PLACING = ['search', 'random'] as const;
export type ZeroPlacing = (typeof ZERO_PLACING)[number];

/** Simulations for an action where nobody says how many. */
export const DEFAULT_SIMS = 400;

/** What a search for a proof may take of an action's milliseconds, where nobody says how much; of simulations it takes more. */
const PROVE_TIME_SHARE = 0;

/** A month: pondering ends by a signal, by a proof, or when the tree is full. */
const UNTIL_TOLD = 30 * 24 * 3_600_000;

const placingStream = (seed: number): Rng => randomStream('zero placing', seed);

/** Searches with a network's policy and value. */
export class ZeroAgent implements Agent {
  readonly name: string;
  readonly #evaluator: Evaluator;
  readonly #sims: number;
  readonly #firstShare: number | undefined;
  readonly #prove: number | undefined;
  readonly #prover = new Prover();
  readonly #placing: ZeroPlacing;
  readonly #options: SearchChanges;
  /** The last choice, if it was proven before there was a search. */
  #proven: Choice | null = null;
  #seed = 0;
  #rng: Rng = placingStream(0);
  #search: Search;
  #batch: EvaluationBatch;

  /**
   * Plays to win: no noise unless the options ask for it, and without a rule the settings that were measured to be the strongest for
   * the budget of each choice. The evaluator is the agent's from here on and is closed with it.
   */
  constructor(
    evaluator: Evaluator,
    { sims = DEFAULT_SIMS, firstShare, prove, placing = 'search', name, ...options }: ZeroOptions = {},
  ) {
    if (!Number.isInteger(sims) || sims < 1) {
      throw new InvalidInput('simulations', sims, 'expected a whole number of at least 1');
    }
    this.name = name ?? `zero:model=${evaluator.name},sims=${sims}`;
    this.#evaluator = evaluator;
    this.#sims = sims;
    this.#firstShare = firstShare;
    this.#prove = prove;
    this.#placing = placing;
    this.#options = options;
    this.#search = createSearch(this.#changesFor({ simulations: sims }));
    this.#batch = allocateBatch(this.#search.options.leaves);
  }

  newGame(seed: number): void {
    this.#seed = seed;
    this.#rng = placingStream(seed);
    resetSearch(this.#search, seed);
    this.#prover.newGame();
  }

  async choose(position: Position, budget: Budget = {}): Promise<Choice> {
    if (position.phase === PLACEMENT && this.#placing === 'random') return randomPlacement(position, this.#rng);
    const start = performance.now();
    const proven = this.#proveFirst(position, budget);
    this.#proven = proven;
    if (proven !== null) return proven;
    const spend = this.#searchBudget(budget, performance.now() - start);
    this.#setFor(spend);
    this.#search.look = this.#prover.lookWith(spend.timeMs === undefined ? this.#proofNodes(budget.nodes).leaf : 0);
    beginSearch(this.#search, position, spend);
    await runSearches([this.#search], this.#evaluator, this.#batch);
    const { action, policy, value, proven: found, simulations } = readResult(this.#search);
    const certain = found === undefined ? {} : { proven: found };
    const line = readLine(this.#search, action);
    return { action, policy, value, ...certain, line, nodes: simulations, timeMs: performance.now() - start };
  }

  /** Goes on in the tree of the last choice, with its settings. */
  async ponder(position: Position, signal: AbortSignal): Promise<void> {
    beginSearch(this.#search, position, { timeMs: UNTIL_TOLD });
    await runSearches([this.#search], this.#evaluator, this.#batch, signal);
  }

  /** The best lines of the last choice. */
  lines(count: number): SearchLine[] {
    return this.#proven === null ? readLines(this.#search, count) : [lineOf(this.#proven)].slice(0, count);
  }

  async close(): Promise<void> {
    await this.#evaluator.close();
  }

  /** A won choice that is proven. A loss that is proven is left to the search, which makes it as hard as it can for an opponent who may not know. */
  #proveFirst(position: Position, budget: Budget): Choice | null {
    const choice = this.#prover.proveFirst(position, this.#proofLimits(position, budget));
    return choice?.proven === 'win' ? choice : null;
  }

  /** Without a clock a proof has positions, not time, so that choices are the same on every machine. */
  #proofLimits(position: Position, { timeMs, nodes }: Budget): ProofLimits {
    if (timeMs !== undefined)
      return { timeMs: (this.#prove ?? PROVE_TIME_SHARE) * actionTimeMs(position, timeMs, this.#firstShare) };
    return { nodes: this.#proofNodes(nodes).root };
  }

  #proofNodes(simulations: number = this.#sims): ProofNodes {
    return proofNodesFor(simulations, this.#prove);
  }

  #searchBudget({ timeMs, nodes }: Budget, spentMs: number): SearchBudget {
    if (timeMs === undefined) return { simulations: nodes ?? this.#sims };
    const time = { timeMs: Math.max(1, timeMs - spentMs), firstShare: this.#firstShare };
    return nodes === undefined ? time : { simulations: nodes, ...time };
  }

  /** Options of a rule are for that rule whatever the budget; others go over the settings that suit it. */
  #changesFor(budget: SearchBudget): SearchChanges {
    const namesRule = Object.keys(this.#options).some((option) => !COMMON_OPTIONS.includes(option));
    const settings = namesRule ? { leaves: leavesFor(budget) } : playSettings(budget);
    return withoutNoise({ ...settings, ...this.#options } as SearchChanges);
  }

  /** Takes up the settings for a budget; the tree is lost only where they differ. */
  #setFor(budget: SearchBudget): void {
    const options = completeOptions(this.#changesFor(budget));
    if (JSON.stringify(options) === JSON.stringify(this.#search.options)) return;
    this.#search = createSearch(options, this.#seed);
    this.#batch = allocateBatch(options.leaves);
  }
}

/** The line of a win that was proven without a search. */
const lineOf = ({ action, line = [action] }: Choice): SearchLine => ({
  action,
  visits: 0,
  prior: 0,
  policy: 1,
  value: 1,
  proven: 'win',
  distance: line.length,
  actions: line,
});
