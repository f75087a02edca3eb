/** Where players put their pieces in the tournament set-up, against pieces put anywhere. */
import {
  clonePosition,
  KINDS,
  type Kind,
  kindOf,
  NEIGHBOURS,
  OFF_BOARD,
  ownerOf,
  PIECES_PER_PLAYER,
  PLACEMENT,
  POINT_COUNT,
  POINT_Q,
  POINT_R,
  type Point,
  type Position,
  play,
  SYMMETRY_COUNT,
  symmetricPoint,
} from '../../env/index.ts';
import type { FindingGame } from './finding-game.ts';
import { addTo, type Estimate, estimate, estimateShare, type Tally } from './tally.ts';

/** How many rings the board has around its centre, the edge being the last. */
export const RING_COUNT = 4;

/** The ring of a point, 1 next to the centre, 4 at the edge: its distance from the centre. */
export const ringOf = (point: Point): number => {
  const [q, r] = [POINT_Q[point], POINT_R[point]];
  return Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
};

/** Where pieces of a kind were put; null where there are too few games. */
export type KindPlacement = {
  /** Share of them on each ring, the innermost first, 0 to 1. */
  readonly rings: readonly (Estimate | null)[];
  /** Mean distance from the centre. */
  readonly distance: Estimate | null;
  /** How much farther out the winner's stood than the loser's. */
  readonly winnerFarther: Estimate | null;
  /** Share of the pieces beside them that were the same player's, 0 to 1. */
  readonly ownNeighbours: Estimate | null;
  /** By point: how often, times what chance gives, the same for all 12 images of a point. */
  readonly density: readonly number[];
};

/** The same if every arrangement were equally likely. */
export type ChancePlacement = {
  readonly rings: readonly number[];
  readonly distance: number;
  readonly ownNeighbours: number;
};

/** Where pieces were put, by kind as in `KINDS`. */
export type Placement = {
  readonly games: number;
  readonly kinds: readonly KindPlacement[];
  readonly chance: ChancePlacement;
};

/** What the games say that began with an empty board. */
export const measurePlacement = (games: readonly FindingGame[]): Placement => {
  const placed = games
    .filter(({ start }) => start.phase === PLACEMENT)
    .map((game): PlacedGame => ({ game, board: boardAfter(game) }));
  return { games: placed.length, kinds: KINDS.map((_, kind) => placementOf(kind, placed)), chance: byChance() };
};

type PlacedGame = { readonly game: FindingGame; readonly board: Position };

const points: readonly Point[] = Array.from({ length: POINT_COUNT }, (_, point) => point);
const rings: readonly number[] = Array.from({ length: RING_COUNT }, (_, index) => index + 1);

const boardAfter = ({ start, actions }: FindingGame): Position => {
  const board = clonePosition(start);
  for (const action of actions.slice(0, POINT_COUNT)) play(board, action);
  return board;
};

const placementOf = (kind: Kind, placed: readonly PlacedGame[]): KindPlacement => {
  const onRings = rings.map((): Tally => new Map());
  const [distance, farther, own]: [Tally, Tally, Tally] = [new Map(), new Map(), new Map()];
  const counts = points.map(() => 0);
  for (const { game, board } of placed) {
    const stands = points.filter((point) => kindOf(board.cells[point]) === kind);
    for (const point of stands) {
      counts[point]++;
      addTo(distance, game, ringOf(point));
      for (const ring of rings) addTo(onRings[ring - 1], game, ringOf(point) === ring ? 1 : 0);
      for (const isOwn of neighbours(board, point)) addTo(own, game, isOwn ? 1 : 0);
    }
    const isWinners = (point: Point): boolean => ownerOf(board.cells[point]) === game.winner;
    const [winner, loser] = [stands.filter(isWinners), stands.filter((point) => !isWinners(point))];
    addTo(farther, game, meanRing(winner) - meanRing(loser));
  }
  return {
    rings: onRings.map(estimateShare),
    distance: estimate(distance),
    winnerFarther: estimate(farther),
    ownNeighbours: estimateShare(own),
    density: densityOf(counts),
  };
};

/** Whether each piece beside a point is of the same player. */
const neighbours = ({ cells }: Position, point: Point): boolean[] =>
  Array.from({ length: 6 }, (_, direction) => NEIGHBOURS[point * 6 + direction])
    .filter((there) => there !== OFF_BOARD)
    .map((there) => ownerOf(cells[there]) === ownerOf(cells[point]));

const meanRing = (stands: readonly Point[]): number =>
  stands.reduce((sum, point) => sum + ringOf(point), 0) / stands.length;

/** Which corner is which means nothing, so the images of a point share what they were given. */
const densityOf = (counts: readonly number[]): number[] => {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return points.map((point) => {
    const images = Array.from({ length: SYMMETRY_COUNT }, (_, symmetry) => symmetricPoint(symmetry, point));
    const mean = images.reduce((sum, image) => sum + counts[image], 0) / SYMMETRY_COUNT;
    return total === 0 ? 0 : (mean * POINT_COUNT) / total;
  });
};

const byChance = (): ChancePlacement => ({
  rings: rings.map((ring) => points.filter((point) => ringOf(point) === ring).length / POINT_COUNT),
  distance: meanRing(points),
  ownNeighbours: (PIECES_PER_PLAYER - 1) / (POINT_COUNT - 1),
});
