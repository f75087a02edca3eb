/**
 * What pieces are worth in winning chance: the network judges a position, and the same one with a single thing changed. Asking
 * the network is the only way to change one thing alone; in games whoever has lost a tzaar has usually lost more.
 */
import {
  cellOf,
  EMPTY,
  emptyPosition,
  heightOf,
  KINDS,
  type Kind,
  kindOf,
  outcome,
  ownerOf,
  PIECES_PER_PLAYER,
  POINT_COUNT,
  type Position,
  setPosition,
} from '../../env/index.ts';
import type { FindingGame } from './finding-game.ts';
import type { PositionJudge } from './position-judge.ts';
import { samplePositions } from './sample-positions.ts';
import { STAGES } from './stage.ts';
import { addTo, type Estimate, estimate, type Tally } from './tally.ts';

/** `take`: a single piece of the opponent is gone. `double`: an own single one has two levels. `raise`: a higher own stack has one more. */
export const PIECE_CHANGES = ['take', 'double', 'raise'] as const;
/** One of `PIECE_CHANGES`. */
export type PieceChange = (typeof PIECE_CHANGES)[number];

/** What each change adds to the mover's winning chance: by kind, as in `KINDS`, then by stage, as in `STAGES`. */
export type PieceWorth = Readonly<Record<PieceChange, readonly (readonly (Estimate | null)[])[]>>;

/** A position with one thing changed. */
export type ChangedPosition = { readonly change: PieceChange; readonly kind: Kind; readonly position: Position };

/** Adds up what games say; `look` at each of them, then `read`. */
export type WorthMeter = { look(game: FindingGame): Promise<void>; read(): PieceWorth };

/** Looks at one position of each stage of each game. */
export const createWorthMeter = (judge: PositionJudge, seed: number): WorthMeter => {
  const empty = (): Tally[][] => KINDS.map(() => STAGES.map((): Tally => new Map()));
  const tallies: Readonly<Record<PieceChange, Tally[][]>> = { take: empty(), double: empty(), raise: empty() };
  const read = (change: PieceChange): (Estimate | null)[][] => tallies[change].map((stages) => stages.map(estimate));
  return {
    look: async (game) => {
      for (const { stage, position } of samplePositions(game, 0, seed)) {
        const changed = changedPositions(position);
        const [before, ...after] = await judge([position, ...changed.map((each) => each.position)]);
        for (const [index, { change, kind }] of changed.entries())
          addTo(tallies[change][kind][stage], game, after[index] - before);
      }
    },
    read: () => ({ take: read('take'), double: read('double'), raise: read('raise') }),
  };
};

/** Every way to change one stack such that the game goes on and no player has more pieces than there are. */
export const changedPositions = (position: Position): ChangedPosition[] => {
  const { cells, mover, step, phase } = position;
  const stacks = cells.subarray(0, POINT_COUNT);
  const own = stacks.reduce((sum, cell) => sum + (ownerOf(cell) === mover ? heightOf(cell) : 0), 0);
  const changed: ChangedPosition[] = [];
  for (const [point, cell] of stacks.entries()) {
    if (cell === EMPTY) continue;
    const [kind, height, isOwn] = [kindOf(cell), heightOf(cell), ownerOf(cell) === mover];
    if (isOwn ? own >= PIECES_PER_PLAYER : height > 1) continue;
    const other = stacks.slice();
    other[point] = isOwn ? cellOf(mover, kind, height + 1) : EMPTY;
    const after = setPosition(emptyPosition(), other, mover, step, phase);
    if (outcome(after) !== null) continue;
    changed.push({ change: isOwn ? (height === 1 ? 'double' : 'raise') : 'take', kind, position: after });
  }
  return changed;
};
