/**
 * What a researcher implements to search in another way: how simulations are shared out, at the root and inside the tree, and
 * what is read from them at the end. A rule is a value; the search around it (expansion, proofs, virtual losses, reuse, batches)
 * is the same for all rules. See `rules/puct.ts` for one of a hundred lines, and `SEARCH_RULES` for how it gets a name.
 *
 * A rule reads the tree through the functions of `tree.ts`. Edges are numbered; the first `choosableOf(tree, node)` of them
 * may be chosen, which are all that were ever taken and the likeliest of the others. A rule that needs them all at the root, in
 * any order, calls `openAllEdges` in `prepare`. The search decides proven roots by itself: no function is called for one.
 */
import type { Checked, Entries, RecordSchema, Rng } from '../../env/index.ts';
import type { SearchTree } from './tree.ts';

/** A way to search: which edges simulations take, what is played, what is learnt. */
export type SearchRule<State = unknown, Options = unknown> = {
  readonly name: string;
  /** One line for people. */
  readonly help: string;
  /** What each option must be, with defaults for all. Their names differ from those of the options that all rules share. */
  readonly options: Entries;
  /** The options of play to win, without noise for the sake of learning. */
  readonly calm: Partial<Options>;
  /** What a search keeps for the rule from one simulation to the next; made once for all its positions. */
  allocate(): State;
  /** Begins with an evaluated root. `simulations` is what may be spent, `Infinity` if only the clock ends the search. */
  prepare(tree: SearchTree, state: State, options: Options, simulations: number, rng: Rng): void;
  /** The root's edge for the next simulation, or `NO_EDGE` if all that may be chosen are proven lost. */
  choose(tree: SearchTree, state: State, options: Options): number;
  /** The simulation of the root's edge chosen last was not made: it met one that still waits for the evaluator. */
  takeBack?(tree: SearchTree, state: State, options: Options): void;
  /** The edge to follow at a node inside the tree, or `NO_EDGE` if all that may be chosen are proven lost. Hot. */
  follow(tree: SearchTree, state: State, options: Options, node: number): number;
  /** The root's edge to play. */
  best(tree: SearchTree, state: State, options: Options): number;
  /** Whether about this many more simulations could not change what `best` says: play by the clock then saves its time. */
  isDecided?(tree: SearchTree, state: State, options: Options, simulations: number): boolean;
  /** Fills `out` by the root's edges with what the search recommends, summing to 1: the target for learning, and sampled from. */
  policy(tree: SearchTree, state: State, options: Options, out: Float64Array): void;
};

/** The rule as it is written here, with the types of its options read off their descriptions. */
export const searchRule = <State, const E extends Entries>(
  rule: SearchRule<State, Checked<RecordSchema<E>>> & { readonly options: E },
): SearchRule => rule;
