/** Placing pieces by chance in the tournament set-up: what better ways are measured against. */
import { legalActions, MAX_LEGAL_ACTIONS, type Position, type Rng, randomBelow } from '../env/index.ts';
import type { Choice } from './agent.ts';

export const randomPlacement = (position: Position, rng: Rng): Choice => {
  const actions = new Uint16Array(MAX_LEGAL_ACTIONS);
  const count = legalActions(position, actions);
  return { action: actions[randomBelow(rng, count)], nodes: 1, timeMs: 0 };
};
