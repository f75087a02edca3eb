/** What a search may spend, in simulations, milliseconds and memory. */
import {
  EMPTY,
  InvalidInput,
  MAIN,
  MAX_LEGAL_ACTIONS,
  MOVE_COUNT,
  OFF_BOARD,
  originOf,
  PLACEMENT,
  type Position,
} from '../../env/index.ts';
import { TYPICAL_NODE_BYTES } from './tree-memory.ts';

/** What ends a search if no proof does: whichever of the two comes first. At least one is given. */
export type SearchBudget = {
  readonly simulations?: number;
  /** For the rest of the turn: half of it is left for a second step. */
  readonly timeMs?: number;
};

/** The budget checked and completed: `Infinity` stands for what does not end the search. */
export const readBudget = (
  { simulations, timeMs }: SearchBudget,
  { phase, step }: Position,
  memoryBytes: number,
): { readonly simulations: number; readonly deadlineMs: number } => {
  if (simulations === undefined && timeMs === undefined) {
    throw new InvalidInput('budget', undefined, 'give simulations or milliseconds');
  }
  if (simulations !== undefined) checkSimulations(simulations, memoryBytes);
  if (timeMs !== undefined && !(timeMs > 0)) {
    throw new InvalidInput('time', timeMs, 'expected more than 0 milliseconds');
  }
  const stepsLeft = phase === MAIN && step === 0 ? 2 : 1;
  return {
    simulations: simulations ?? Number.POSITIVE_INFINITY,
    deadlineMs: timeMs === undefined ? Number.POSITIVE_INFINITY : performance.now() + timeMs / stepsLeft,
  };
};

const checkSimulations = (simulations: number, memoryBytes: number): void => {
  if (!Number.isInteger(simulations) || simulations < 1) {
    throw new InvalidInput('simulations', simulations, 'expected a whole number of at least 1');
  }
  const needed = simulations * TYPICAL_NODE_BYTES;
  if (needed <= memoryBytes) return;
  const [takes, bound] = [needed, memoryBytes].map((bytes) => Math.ceil(bytes / 2 ** 20));
  throw new InvalidInput('simulations', simulations, `the tree would take about ${takes} MB, but memoryMb is ${bound}`);
};

/**
 * Edges of a typical node below a position. A second step may use nearly every line of sight of the mover's stacks, a
 * first step fewer: three quarters of half of all lines. From full boards that is 114, and trees of a million simulations
 * had 101 to 116.
 */
export const expectedEdges = ({ cells, sight, phase }: Position): number => {
  if (phase === PLACEMENT) return MAX_LEGAL_ACTIONS;
  let lines = 0;
  for (let action = 0; action < MOVE_COUNT; action++) {
    if (cells[originOf(action)] !== EMPTY && sight[action] !== OFF_BOARD) lines++;
  }
  return 1 + (0.75 * lines) / 2;
};
