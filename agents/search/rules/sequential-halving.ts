/**
 * Sequential halving (Karnin, Koren and Somekh 2013) over a root's edges, as Gumbel AlphaZero uses it: every considered edge
 * gets the same number of simulations, then the worse half is dropped. The caller gives the scores. Without a known
 * budget (a search by the clock) one halving follows another, each with twice the simulations of the last.
 */
import { MAX_LEGAL_ACTIONS } from '../../../env/index.ts';
import { NO_EDGE } from '../tree.ts';

export type Halving = {
  readonly considered: Uint8Array; // [181] edges, the best first when they were last ranked
  size: number; // how many are still considered
  turn: number; // simulations given out in this phase
  phaseLength: number; // simulations of this phase
  spent: number; // simulations given out in this halving
  budget: number; // simulations of this halving
  phases: number; // of this halving
};

/** The score of an edge, −∞ for one that is proven lost. */
export type EdgeScore = (edge: number) => number;
export type EdgeTest = (edge: number) => boolean;

export const allocateHalving = (): Halving => ({
  considered: new Uint8Array(MAX_LEGAL_ACTIONS),
  size: 0,
  turn: 0,
  phaseLength: 0,
  spent: 0,
  budget: 0,
  phases: 0,
});

/** Begins with the `size` best of all edges by score. */
export const beginHalving = (
  halving: Halving,
  edgeCount: number,
  size: number,
  budget: number,
  score: EdgeScore,
): void => {
  const ranked = Array.from({ length: edgeCount }, (_, edge) => edge);
  const scores = ranked.map(score);
  ranked.sort((a, b) => scores[b] - scores[a] || a - b);
  const alive = ranked.filter((edge) => scores[edge] > Number.NEGATIVE_INFINITY).slice(0, size);
  halving.considered.set(alive);
  halving.size = alive.length;
  halving.budget = budget;
  halving.spent = 0;
  halving.phases = Math.max(1, Math.ceil(Math.log2(alive.length)));
  if (halving.size > 0) beginPhase(halving);
};

const beginPhase = (halving: Halving): void => {
  const each = Math.max(1, Math.floor(halving.budget / (halving.phases * halving.size)));
  halving.turn = 0;
  halving.phaseLength = each * halving.size;
};

/**
 * Gives the next simulation to an edge that is not lost, or returns `NO_EDGE` when this halving has nothing left to give.
 * `scores` is asked for the scores of the moment when a phase ends.
 */
export const nextConsidered = (halving: Halving, scores: () => EdgeScore, isLost: EdgeTest): number => {
  while (halving.size > 0 && halving.spent < halving.budget) {
    if (halving.turn === halving.phaseLength) {
      rank(halving, scores());
      if (halving.size === 0) break;
      if (halving.size > 2) halving.size = Math.ceil(halving.size / 2);
      beginPhase(halving);
    }
    const edge = halving.considered[halving.turn++ % halving.size];
    if (isLost(edge)) continue;
    halving.spent++;
    return edge;
  }
  return NO_EDGE;
};

/** Takes back the last simulation given out, which was not made. */
export const takeBackConsidered = (halving: Halving): void => {
  halving.turn--;
  halving.spent--;
};

/** The best of the edges still considered, or `NO_EDGE` if all are lost. */
export const bestConsidered = (halving: Halving, score: EdgeScore): number => {
  let best = NO_EDGE;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (const edge of halving.considered.subarray(0, halving.size)) {
    if (score(edge) <= bestScore) continue;
    best = edge;
    bestScore = score(edge);
  }
  return best;
};

/** Puts the considered edges in falling order and drops the lost ones. */
const rank = (halving: Halving, score: EdgeScore): void => {
  const alive = Array.from(halving.considered.subarray(0, halving.size))
    .map((edge) => ({ edge, score: score(edge) }))
    .filter((entry) => entry.score > Number.NEGATIVE_INFINITY)
    .sort((a, b) => b.score - a.score || a.edge - b.edge);
  halving.considered.set(alive.map(({ edge }) => edge));
  halving.size = alive.length;
};
