/** What a root's edges are worth, those that no simulation has taken included. */
import { signOf } from '../../env/index.ts';
import {
  edgesOf,
  edgeValueAt,
  edgeVisitsAt,
  edgeWorthAt,
  evaluationOf,
  moverOf,
  openedOf,
  priorAt,
  ROOT,
  type SearchTree,
} from './tree.ts';

/** The value of each of the root's edges for the mover; unvisited ones get the mixed value. */
export const completedValues = (tree: SearchTree): Float64Array => {
  const values = new Float64Array(edgesOf(tree, ROOT)).fill(mixedRootValue(tree));
  for (let edge = 0; edge < values.length; edge++) {
    if (edgeVisitsAt(tree, ROOT, edge) > 0) values[edge] = edgeWorthAt(tree, ROOT, edge);
  }
  return values;
};

/** The evaluator's value of the root mixed with what its visited edges brought, for the mover. */
const mixedRootValue = (tree: SearchTree): number => {
  let visitSum = 0;
  let visitedPrior = 0;
  let weighted = 0;
  for (let edge = 0; edge < openedOf(tree, ROOT); edge++) {
    const visits = edgeVisitsAt(tree, ROOT, edge);
    if (visits === 0) continue;
    const prior = priorAt(tree, ROOT, edge);
    visitSum += visits;
    visitedPrior += prior;
    weighted += prior * edgeValueAt(tree, ROOT, edge);
  }
  return signOf(moverOf(tree, ROOT)) * mixValues(evaluationOf(tree, ROOT), visitSum, weighted, visitedPrior);
};

/** Danihelka et al. 2022, appendix D: an evaluation counts as one more visit. */
export const mixValues = (own: number, visitSum: number, weighted: number, visitedPrior: number): number =>
  visitedPrior === 0 ? own : (own + (visitSum * weighted) / visitedPrior) / (1 + visitSum);
