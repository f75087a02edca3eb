/** What a search decides at its root: proofs first, whatever the rule; the rule where nothing is proven. */
import { InvalidInput, signOf } from '../../env/index.ts';
import type { SearchRule } from './rule.ts';
import type { Search } from './search-state.ts';
import { decisiveEdge } from './solver.ts';
import { edgesOf, hasChildren, moverOf, proofOf, ROOT, UNPROVEN } from './tree.ts';
import { fillPriors } from './visit-counts.ts';

/** What the search would play: the shortest win or the longest loss that is proven, else the best by the rule. */
export const bestEdge = ({ tree, rule, ruleState, options }: Search): number => {
  if (proofOf(tree, ROOT) === UNPROVEN)
    return requireEdge(rule, 'best', rule.best(tree, ruleState, options), edgesOf(tree, ROOT));
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
    requirePolicy(rule, out, edgesOf(tree, ROOT));
  } else if (isWon || !hasChildren(tree, ROOT)) {
    out.fill(0);
    out[bestEdge(search)] = 1;
  } else {
    fillPriors(tree, out); // of actions that all lose, none is known to be better than the evaluator thought
  }
};

/** Rules may be the user's own: a wrong answer is told once an action, before anything is learnt from it. */
const requireEdge = ({ name }: SearchRule, what: string, edge: number, edges: number): number => {
  if (Number.isInteger(edge) && edge >= 0 && edge < edges) return edge;
  throw new InvalidInput('search rule', name, `its ${what} gave ${edge}, expected an edge from 0 to ${edges - 1}`);
};

const requirePolicy = ({ name }: SearchRule, policy: Float64Array, edges: number): void => {
  let sum = 0;
  for (let edge = 0; edge < edges; edge++) sum += policy[edge] >= 0 ? policy[edge] : Number.NaN;
  if (Math.abs(sum - 1) < 1e-3) return;
  throw new InvalidInput('search rule', name, `its policy sums to ${sum}, expected shares from 0 to 1 that sum to 1`);
};
