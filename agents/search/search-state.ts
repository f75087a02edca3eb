/** All that one search owns. Made once and used for move after move; only its tree grows. */
import {
  type Action,
  emptyPosition,
  MAX_LEGAL_ACTIONS,
  MAX_PLIES,
  type Position,
  type Rng,
  randomStream,
} from '../../env/index.ts';
import { completeOptions, type SearchChanges, type SearchOptions } from './options.ts';
import type { SearchRule } from './rule.ts';
import { SEARCH_RULES } from './rules/index.ts';
import type { SearchTree } from './tree.ts';
import { allocateTree } from './tree-memory.ts';

/** Simulations on their way: the nodes from the root down to a leaf that waits for its evaluation. */
export type Paths = {
  readonly nodes: Int32Array; // [leaves × PATH_STRIDE] the root first
  readonly edges: Uint8Array; // [leaves × PATH_STRIDE] the edge taken at each node but the last
  readonly depth: Int32Array; // [leaves] edges taken
  readonly actions: readonly Uint16Array[]; // [leaves] of [181]: the legal actions of a new leaf
};
export const PATH_STRIDE: number = MAX_PLIES + 2;

/** What is proven of a position: whether its mover wins, the action to play, and the plies to the end. */
export type Seen = { readonly isWon: boolean; readonly action: Action; readonly distance: number };
/** Looks for a proof of a position that a search has met; null where none is found. */
export type Look = (position: Position) => Seen | null;

/** A search of one game: its tree, and the arrays that it works in. */
export type Search = {
  readonly options: SearchOptions;
  tree: SearchTree;
  spare: SearchTree; // empty; takes over what is kept of the tree
  readonly position: Position; // the root's, played forward and back by every simulation
  readonly rule: SearchRule;
  readonly ruleState: unknown; // what the rule keeps
  readonly paths: Paths;
  pending: number; // paths in use
  rng: Rng;
  simulations: number; // of this search, those on their way included
  simulationBudget: number; // Infinity for a search by the clock
  startedMs: number; // on the clock of performance.now()
  deadlineMs: number; // on the same clock; Infinity without one
  look: Look | null; // null: new positions are not looked at further than by the exact tests of this turn and the next
  full: boolean; // the tree reached its bound during a search by the clock
};

/** A search with empty trees; it is used for position after position. */
export const createSearch = (changes: SearchChanges = {}, seed: number | string = 0): Search => {
  const options = completeOptions(changes);
  const { leaves, memoryMb } = options;
  const rule = SEARCH_RULES.get(options.rule);
  return {
    options,
    tree: allocateTree(memoryMb * 2 ** 20),
    spare: allocateTree(memoryMb * 2 ** 20),
    position: emptyPosition(),
    rule,
    ruleState: rule.allocate(),
    paths: {
      nodes: new Int32Array(leaves * PATH_STRIDE),
      edges: new Uint8Array(leaves * PATH_STRIDE),
      depth: new Int32Array(leaves),
      actions: Array.from({ length: leaves }, () => new Uint16Array(MAX_LEGAL_ACTIONS)),
    },
    pending: 0,
    rng: randomStream(seed, 'search'),
    simulations: 0,
    simulationBudget: 0,
    startedMs: 0,
    deadlineMs: Number.POSITIVE_INFINITY,
    look: null,
    full: false,
  };
};
