/** A search rule such as a user writes it: upper confidence bounds that know nothing of priors, and one number to turn. */
import {
  choosableOf,
  edgeVisitsAt,
  edgeWorthAt,
  fillVisitShares,
  isLostAt,
  isWonAt,
  mostVisitedEdge,
  NO_EDGE,
  ROOT,
  type SearchRule,
  type SearchTree,
  searchRule,
  visitsOf,
} from '../../agents/index.ts';
import { real, withDefault } from '../../env/index.ts';

export const ucb: SearchRule = searchRule({
  name: 'ucb',
  help: 'upper confidence bounds (Auer, Cesa-Bianchi and Fischer 2002)',
  options: { width: withDefault(real(0, 10, 'how much what is not known counts'), 0.7) },
  calm: {},
  allocate: () => null,
  prepare: () => {},
  choose: (tree, _, { width }) => highestBound(tree, ROOT, width),
  follow: (tree, _, { width }, node) => highestBound(tree, node, width),
  best: (tree) => mostVisitedEdge(tree),
  policy: (tree, _, __, out) => fillVisitShares(tree, out),
});

const highestBound = (tree: SearchTree, node: number, width: number): number => {
  let best = NO_EDGE;
  let highest = Number.NEGATIVE_INFINITY;
  for (let edge = 0; edge < choosableOf(tree, node); edge++) {
    if (isWonAt(tree, node, edge)) return edge;
    if (isLostAt(tree, node, edge)) continue;
    const visits = edgeVisitsAt(tree, node, edge);
    const bound = edgeWorthAt(tree, node, edge) + width * Math.sqrt(Math.log(1 + visitsOf(tree, node)) / (1 + visits));
    if (bound > highest) [best, highest] = [edge, bound];
  }
  return best;
};
