/** Random positions and games for property tests. */
import fc from 'fast-check';
import {
  type Action,
  legalActions,
  MAX_LEGAL_ACTIONS,
  type Position,
  play,
  randomStream,
  SETUPS,
  type Setup,
  startPosition,
} from '../../env/index.ts';

export const legalList = (position: Position): Action[] => {
  const actions = new Uint16Array(MAX_LEGAL_ACTIONS);
  return Array.from(actions.subarray(0, legalActions(position, actions)));
};

/** A start and numbers that pick one legal action after another; shrinks to shorter games. */
export type Choices = { readonly setup: Setup; readonly seed: number; readonly picks: readonly number[] };

export const choices = (maxLength = 170): fc.Arbitrary<Choices> =>
  fc.record({
    setup: fc.constantFrom(...SETUPS),
    seed: fc.nat(),
    picks: fc.array(fc.nat(), { maxLength, size: 'max' }),
  });

/** Plays as many of the picks as the game lasts; `each` sees the position before every action. */
export const playChoices = (
  { setup, seed, picks }: Choices,
  each: (position: Position, action: Action) => void = () => {},
): Position => {
  const position = startPosition(setup, randomStream(seed));
  for (const pick of picks) {
    const legal = legalList(position);
    if (legal.length === 0) break;
    const action = legal[pick % legal.length];
    each(position, action);
    play(position, action);
  }
  return position;
};

/** All that a position is, without what is stale: links of empty points and the trail above `ply`. */
export const snapshot = (position: Position): object => {
  const { cells, sight, occupied, counts, trail, ...rest } = position;
  return {
    ...rest,
    cells: [...cells],
    sight: Array.from(sight.subarray(0, 360), (there, action) => (cells[Math.floor(action / 6)] === 0 ? -1 : there)),
    occupied: [...occupied],
    counts: [...counts],
    trail: [...trail.subarray(0, position.ply * 4)],
  };
};
