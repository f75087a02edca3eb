/** Winning chances of many positions at once, as the network alone sees them. */
import { writeInput } from '../../agents/search/expand.ts';
import { legalActions, MAX_LEGAL_ACTIONS, outcome, type Position } from '../../env/index.ts';
import { allocateBatch, type Evaluator } from '../../models/index.ts';

/** The winning chance of each position's mover, 0 to 1; 0 and 1 where the game is over. */
export type PositionJudge = (positions: readonly Position[]) => Promise<Float64Array>;

const BATCH = 128;

/** A judge with buffers of its own: one question at a time. */
export const createPositionJudge = (evaluator: Evaluator): PositionJudge => {
  const batch = allocateBatch(BATCH);
  const actions = new Uint16Array(MAX_LEGAL_ACTIONS);
  const { needsObservations = true } = evaluator;
  return async (positions) => {
    const chances = new Float64Array(positions.length);
    const open: number[] = [];
    for (const [index, position] of positions.entries()) {
      const over = outcome(position);
      if (over === null) open.push(index);
      else chances[index] = over.winner === position.mover ? 1 : 0;
    }
    for (let first = 0; first < open.length; first += BATCH) {
      const asked = open.slice(first, first + BATCH);
      for (const [row, index] of asked.entries())
        writeInput(positions[index], actions, legalActions(positions[index], actions), batch, row, needsObservations);
      await evaluator.evaluate(batch, asked.length);
      for (const [row, index] of asked.entries()) chances[index] = (1 + batch.values[row]) / 2;
    }
    return chances;
  };
};
