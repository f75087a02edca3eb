/** What an edge is worth to whoever chooses it. */
import { type SearchTree, UNPROVEN } from './tree.ts';

/** The value of a visited or proven node for the player whose sign this is: exact where proven, else the mean so far. */
export const valueFor = ({ proof, valueSum, visits }: SearchTree, node: number, sign: number): number =>
  sign * (proof[node] === UNPROVEN ? valueSum[node] / visits[node] : proof[node]);
