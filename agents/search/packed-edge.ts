/**
 * An edge as one positive word: the action and how likely the evaluator thinks it, in steps of 2⁻²¹ (networks are no more
 * exact than that). Edges are most of a tree's memory. The larger word is the likelier action; of two that are equally
 * likely, the one that comes first. Only this file knows the packing. Hot.
 */
import type { Action } from '../../env/index.ts';

export type PackedEdge = number;

const ACTION_BITS = 10;
const ACTION_MASK = 2 ** ACTION_BITS - 1;
/** What stands for a prior of 1. */
const CERTAIN = 2 ** 21 - 1;

/** `prior` is at most 1. */
export const packEdge = (action: Action, prior: number): PackedEdge =>
  ((prior * CERTAIN + 0.5) << ACTION_BITS) | (action ^ ACTION_MASK);

export const actionOf = (edge: PackedEdge): Action => (edge & ACTION_MASK) ^ ACTION_MASK;
export const priorOf = (edge: PackedEdge): number => (edge >> ACTION_BITS) * (1 / CERTAIN);
