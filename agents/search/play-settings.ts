/**
 * How the search is set for play to win, by what may be spent: which rule is stronger depends on the budget. Measured with
 * `npm run bench -- tuning`; the table is in docs/search.md. Self-play has settings of its own.
 */
import type { SearchBudget } from './budget.ts';
import type { SearchChanges } from './options.ts';

/** Up to this many simulations the halving of Gumbel is no weaker than PUCT; above, its values outweigh its visits. */
const FEW_SIMULATIONS = 32;

/** Leaves at once: more only where the budget is so large that some worse choices on the way do not matter. */
const MOST_LEAVES = 16;

/** The settings for a budget. By the clock they do not depend on how much time there is, so a tree lives on in any case. */
export const playSettings = (budget: SearchBudget): SearchChanges => {
  const { simulations, timeMs } = budget;
  const isSmall = timeMs === undefined && simulations !== undefined && simulations <= FEW_SIMULATIONS;
  return { rule: isSmall ? 'gumbel' : 'puct', leaves: leavesFor(budget) };
};

/** Leaves at once for a budget, where nobody says how many. */
export const leavesFor = ({ simulations, timeMs }: SearchBudget): number =>
  timeMs !== undefined || simulations === undefined
    ? MOST_LEAVES
    : Math.max(1, Math.min(MOST_LEAVES, simulations >> 6));
