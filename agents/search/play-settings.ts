/**
 * How the search is set for play to win, by what may be spent. Measured by `tzaar tune`; docs/search.md has the table. PUCT
 * was no weaker than the Gumbel rule at any budget that was tried, so the budget decides how many leaves are evaluated at once.
 * Self-play has settings of its own, since what is learnt best is not what plays best.
 */
import type { SearchBudget } from './budget.ts';
import type { SearchChanges } from './options.ts';

/** In place of a rule, in specs and settings: the one that suits the budget. */
export const AUTO_RULE = 'auto';

const MOST_LEAVES = 16;
/** Simulations for each leaf of a batch: with fewer, the worse choices on the way cost more than the speed brings. */
const SIMULATIONS_PER_LEAF = 64;

/** The settings for a budget. By the clock they are the same whatever the time, so that a tree lives on from step to step. */
export const playSettings = (budget: SearchBudget): SearchChanges => ({
  rule: 'puct',
  exploration: 0.8, // without noise, less curiosity than in self-play
  leaves: leavesFor(budget),
});

/** Leaves at once for a budget, where nobody says how many. By the clock a search begins with few and grows to the most. */
export const leavesFor = ({ simulations, timeMs }: SearchBudget): number =>
  timeMs !== undefined || simulations === undefined
    ? MOST_LEAVES
    : Math.max(1, Math.min(MOST_LEAVES, Math.floor(simulations / SIMULATIONS_PER_LEAF)));

/** The share of an action's simulations that proofs may take, where nobody says how much. */
const PROVE_SHARE = 0.5;
/** Positions that a proof looks at while a small network judges one, roughly: what a simulation counts as. */
const PROOF_NODES_PER_SIMULATION = 128;

/** Positions that proofs may look at: one before an action is searched, and one of each position that the search meets. */
export type ProofNodes = { readonly root: number; readonly leaf: number };

/** For an action that is searched with so many simulations; for a single one, the bare network, there are none. */
export const proofNodesFor = (simulations: number, share: number = PROVE_SHARE): ProofNodes => ({
  root: Math.round(share * PROOF_NODES_PER_SIMULATION * (simulations - 1)),
  leaf: simulations === 1 ? 0 : Math.round(2 * share * PROOF_NODES_PER_SIMULATION),
});
