/** Judges a position without playing on: exactly where the next action decides, by evaluation elsewhere. Hot. */
import type { Position } from '../../env/index.ts';
import { evaluateMeasured, measurePosition, moverCanWinNow, moverIsStuck } from '../evaluation.ts';

/** The score of a won game, less the actions it takes. */
export const WIN = 1_000_000;
const LARGEST_ESTIMATE = 900_000;
const UNIT = 100; // hundredths of log-odds

/** The score for the mover, who acts next. */
export const judgeLeaf = (position: Position, ply: number): number => {
  measurePosition(position);
  if (moverCanWinNow()) return WIN - ply - 1;
  if (position.step === 0 && moverIsStuck()) return ply - WIN;
  const estimate = Math.round(evaluateMeasured(position) * UNIT);
  return Math.max(-LARGEST_ESTIMATE, Math.min(LARGEST_ESTIMATE, estimate));
};

/** A score in units of log-odds. */
export const logOddsOf = (score: number): number => score / UNIT;
