/** Lessons from how the game went on and ended, without any opinion in them. */
import { EMPTY, ownerOf, POINT_COUNT, REASONS } from '../../env/index.ts';
import { OUTCOME_TYPE } from '../heads/outcome-type.ts';
import { POINT_FATES, POINT_FATES_HEAD } from '../heads/point-fates.ts';
import { STEPS_LEFT } from '../heads/steps-left.ts';
import type { Target } from './target.ts';

export const FINAL_OUTCOME: Target = {
  name: 'final-outcome',
  head: OUTCOME_TYPE.name,
  meaning: 'who won and by which reason',
  options: {},
  write: ({ plies, winner, reason }, ply, _options, out) => {
    out[0] = (plies[ply].mover === winner ? 0 : REASONS.length) + REASONS.indexOf(reason);
  },
};

export const FINAL_LENGTH: Target = {
  name: 'final-length',
  head: STEPS_LEFT.name,
  meaning: 'how many actions were still played',
  options: {},
  write: ({ plies }, ply, _options, out) => {
    out[0] = plies.length - ply;
  },
};

export const FINAL_BOARD: Target = {
  name: 'final-board',
  head: POINT_FATES_HEAD.name,
  meaning: 'what stood on each point at the end',
  options: {},
  write: ({ plies, cells }, ply, _options, out) => {
    const { mover } = plies[ply];
    for (let point = 0; point < POINT_COUNT; point++) {
      const cell = cells[point];
      out[point] = cell === EMPTY ? POINT_FATES.empty : ownerOf(cell) === mover ? POINT_FATES.own : POINT_FATES.enemy;
    }
  },
};
