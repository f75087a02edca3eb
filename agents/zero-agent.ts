/** The AlphaZero search as an agent, for any evaluator. */
import { InvalidInput, type Position } from '../env/index.ts';
import { allocateBatch, type EvaluationBatch, type Evaluator } from '../models/index.ts';
import type { Agent, Budget, Choice } from './agent.ts';
import { runSearches } from './search/batched-search.ts';
import type { SearchBudget } from './search/budget.ts';
import { type SearchChanges, withoutNoise } from './search/options.ts';
import { readLines, readResult, type SearchLine } from './search/result.ts';
import { beginSearch, resetSearch } from './search/search.ts';
import { createSearch, type Search } from './search/search-state.ts';

/** What `ZeroAgent` may be told. */
export type ZeroOptions = SearchChanges & {
  /** Simulations for one action, where the budget of a choice says nothing else. */
  readonly sims?: number;
  /** The spec that makes this agent; by default made of evaluator and simulations. */
  readonly name?: string;
};

/** Simulations for an action where nobody says how many. */
export const DEFAULT_SIMS = 400;

/** Leaves at once: more only where the budget is so large that some worse choices on the way do not matter. */
const leavesFor = (sims: number): number => Math.max(1, Math.min(16, sims >> 6));

/** Searches with a network's policy and value. */
export class ZeroAgent implements Agent {
  readonly name: string;
  readonly #evaluator: Evaluator;
  readonly #sims: number;
  readonly #search: Search;
  readonly #batch: EvaluationBatch;

  /** Plays to win: no noise unless the options ask for it. The evaluator is the agent's from here on and is closed with it. */
  constructor(evaluator: Evaluator, { sims = DEFAULT_SIMS, name, ...options }: ZeroOptions = {}) {
    if (!Number.isInteger(sims) || sims < 1) {
      throw new InvalidInput('simulations', sims, 'expected a whole number of at least 1');
    }
    this.name = name ?? `zero:model=${evaluator.name},sims=${sims}`;
    this.#evaluator = evaluator;
    this.#sims = sims;
    this.#search = createSearch(withoutNoise({ leaves: leavesFor(sims), ...options }));
    this.#batch = allocateBatch(this.#search.options.leaves);
  }

  newGame(seed: number): void {
    resetSearch(this.#search, seed);
  }

  async choose(position: Position, budget: Budget = {}): Promise<Choice> {
    const start = performance.now();
    beginSearch(this.#search, position, this.#searchBudget(budget));
    await runSearches([this.#search], this.#evaluator, this.#batch);
    const { action, policy, value, proven, simulations } = readResult(this.#search);
    const certain = proven === undefined ? {} : { proven };
    return { action, policy, value, ...certain, nodes: simulations, timeMs: performance.now() - start };
  }

  /** The best lines of the last choice. */
  lines(count: number): SearchLine[] {
    return readLines(this.#search, count);
  }

  async close(): Promise<void> {
    await this.#evaluator.close();
  }

  #searchBudget({ timeMs, nodes }: Budget): SearchBudget {
    if (timeMs === undefined) return { simulations: nodes ?? this.#sims };
    return nodes === undefined ? { timeMs } : { simulations: nodes, timeMs };
  }
}
