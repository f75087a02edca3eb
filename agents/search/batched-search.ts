/**
 * Many games searched in step: a round collects the leaves of all searches, and one evaluator call judges them. A network
 * is several times as fast on a batch as on single positions. Each game has its own tree and its own random
 * stream, so its result does not depend on the others.
 */
import { InvalidInput, type Position } from '../../env/index.ts';
import { allocateBatch, type EvaluationBatch, type Evaluator } from '../../models/index.ts';
import type { SearchBudget } from './budget.ts';
import type { SearchChanges } from './options.ts';
import { readResult, type SearchResult } from './result.ts';
import { absorbLeaves, beginSearch, collectLeaves, isFinished, resetSearch } from './search.ts';
import { createSearch, type Search } from './search-state.ts';

/** How long other tasks wait for a search that can be stopped. */
const BREATHE_MS = 10;

/**
 * Runs these searches, which have begun, until all are finished or the signal comes. The batch holds `leaves` rows for each of
 * them. Only with a signal other tasks get their turn meanwhile: whoever gives it must be able to.
 */
export const runSearches = async (
  searches: readonly Search[],
  evaluator: Evaluator,
  batch: EvaluationBatch,
  signal?: AbortSignal,
): Promise<void> => {
  const needsObservations = evaluator.needsObservations ?? true;
  let running = searches.filter((search) => !isFinished(search));
  const firstRows: number[] = [];
  let breathedMs = performance.now();
  while (running.length > 0 && !signal?.aborted) {
    if (signal !== undefined && performance.now() - breathedMs > BREATHE_MS) {
      await new Promise((done) => setTimeout(done, 0));
      breathedMs = performance.now();
    }
    let rows = 0;
    for (let index = 0; index < running.length; index++) {
      firstRows[index] = rows;
      rows += collectLeaves(running[index], batch, rows, needsObservations);
    }
    if (rows > 0) await evaluator.evaluate(batch, rows);
    let anyFinished = false;
    for (let index = 0; index < running.length; index++) {
      absorbLeaves(running[index], batch, firstRows[index]);
      anyFinished ||= isFinished(running[index]);
    }
    if (anyFinished) running = running.filter((search) => !isFinished(search));
  }
};

/** Searches of many games in step that share one evaluator. */
export class BatchedSearch {
  /** One for each game, to read lines from after a search. */
  readonly searches: readonly Search[];
  readonly #evaluator: Evaluator;
  readonly #batch: EvaluationBatch;

  constructor(evaluator: Evaluator, games: number, options: SearchChanges = {}) {
    if (!Number.isInteger(games) || games < 1) {
      throw new InvalidInput('number of games', games, 'expected a whole number of at least 1');
    }
    this.#evaluator = evaluator;
    this.searches = Array.from({ length: games }, (_, game) => createSearch(options, game));
    this.#batch = allocateBatch(games * this.searches[0].options.leaves);
  }

  /** Makes a game forget its past and take up a seed. */
  newGame(game: number, seed: number | string): void {
    resetSearch(this.searches[game], seed);
  }

  /** Searches one position for each game, `null` for games that rest; the results are in the same order. */
  async search(
    positions: readonly (Position | null)[],
    budget: SearchBudget | ((game: number) => SearchBudget),
  ): Promise<(SearchResult | null)[]> {
    if (positions.length !== this.searches.length) {
      throw new InvalidInput(
        'number of positions',
        positions.length,
        `expected one for each of ${this.searches.length} games`,
      );
    }
    const active = this.searches.filter((search, game) => {
      const position = positions[game];
      if (position !== null) beginSearch(search, position, typeof budget === 'function' ? budget(game) : budget);
      return position !== null;
    });
    await runSearches(active, this.#evaluator, this.#batch);
    return this.searches.map((search, game) => (positions[game] === null ? null : readResult(search)));
  }
}
