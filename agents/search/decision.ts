/** What a search decides at its root: proofs first, whatever the rule; the rule where nothing is proven. */
import { signOf } from '../../env/index.ts';
import type { Search } from './search-state.ts';
import { decisiveEdge } from './solver.ts';
import { hasChildren, moverOf, proofOf, ROOT, UNPROVEN } from './tree.ts';
import { fillPriors } from './visit-counts.ts';

/** What the search would play: the shortest win or the longest loss that is proven, else the best by the rule. */
export const bestEdge = ({ tree, rule, ruleState, options }: Search): number => {
  if (proofOf(tree, ROOT) === UNPROVEN) return rule.best(tree, ruleState, options);
  // A root that was proven as it was made has the action to play as its first edge.
  return hasChildren(tree, ROOT) ? decisiveEdge(tree, ROOT) : 0;
};

/** Fills `out` with the policy that the search recommends, by edge. */
export const fillPolicy = (search: Search, out: Float64Array): void => {
  const { tree, rule, ruleState, options } = search;
  const proof = proofOf(tree, ROOT);
  const isWon = proof === signOf(moverOf(tree, ROOT));
  if (proof === UNPROVEN) {
    rule.policy(tree, ruleState, options, out);
  } else if (isWon || !hasChildren(tree, ROOT)) {
    out.fill(0);
    out[bestEdge(search)] = 1;
  } else {
    fillPriors(tree, out); // of actions that all lose, none is known to be better than the evaluator thought
  }
};
