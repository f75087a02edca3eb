/** What a search may spend, in simulations, milliseconds and memory. */
import {
  EMPTY,
  InvalidInput,
  MAX_LEGAL_ACTIONS,
  MOVE_COUNT,
  OFF_BOARD,
  originOf,
  PLACEMENT,
  type Position,
} from '../../env/index.ts';
import { actionTimeMs } from '../turn-clock.ts';
import { TYPICAL_NODE_BYTES } from './tree-memory.ts';

/** What ends a search if no proof does: whichever of the two comes first. At least one is given. */
export type SearchBudget = {
  readonly simulations?: number;
  /** For the rest of the turn. A search by the clock ends earlier where more time could not change its choice. */
  readonly timeMs?: number;
  /** What a turn's first step may take of `timeMs` at most; what it leaves is for the second. */
  readonly firstShare?: number | undefined;
};

/** The budget checked and completed: `Infinity` stands for what does not end the search. */
export const readBudget = (
  { simulations, timeMs, firstShare }: SearchBudget,
  position: Position,
  memoryBytes: number,
): { readonly simulations: number; readonly deadlineMs: number } => {
  if (simulations === undefined && timeMs === undefined) {
    throw new InvalidInput('budget', undefined, 'give simulations or milliseconds');
  }
  if (simulations !== undefined) checkSimulations(simulations, memoryBytes);
  if (timeMs !== undefined && !(timeMs > 0)) {
    throw new InvalidInput('time', timeMs, 'expected more than 0 milliseconds');
  }
  const forAction = timeMs === undefined ? Number.POSITIVE_INFINITY : actionTimeMs(position, timeMs, firstShare);
  return { simulations: simulations ?? Number.POSITIVE_INFINITY, deadlineMs: performance.now() + forAction };
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
