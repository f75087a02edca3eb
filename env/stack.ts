/**
 * What stands on a point, packed into one signed byte: height × 4 + kind, positive for white, negative for black,
 * 0 for an empty point. Only this file knows the packing. Hot.
 */

/** The players' names; a `Player` is an index into this list. */
export const PLAYERS = ['white', 'black'] as const;
/** A player by name, one of `PLAYERS`. */
export type PlayerName = (typeof PLAYERS)[number];

/** 0 white, 1 black: an index into `PLAYERS`. */
export type Player = 0 | 1;
/** The player who moves first. */
export const WHITE = 0;
/** The player who moves second. */
export const BLACK = 1;
/** White and black, to go through. */
export const BOTH_PLAYERS: readonly Player[] = [WHITE, BLACK];

/** The kinds of pieces; a `Kind` is an index into this list. */
export const KINDS = ['tzaar', 'tzarra', 'tott'] as const;
/** A kind by its name, one of `KINDS`. */
export type KindName = (typeof KINDS)[number];

/** 0 tzaar, 1 tzarra, 2 tott: an index into `KINDS`. */
export type Kind = number;
/** How many kinds of pieces there are. */
export const KIND_COUNT = 3;

/** How many pieces of each kind a player has. */
export const PIECES_OF_KIND: readonly number[] = [6, 9, 15];
/** How many pieces each player begins with. */
export const PIECES_PER_PLAYER = 30;

/** A packed stack, −123 to 123. */
export type Cell = number;
/** The cell of a point without a stack. */
export const EMPTY: Cell = 0;
const LARGEST_CELL = PIECES_PER_PLAYER * 4 + KIND_COUNT;

/** `cellIndex` runs from 0 to this, exclusive: for tables by cell. */
export const CELL_INDEX_COUNT: number = 2 * LARGEST_CELL + 1;
export const cellIndex = (cell: Cell): number => cell + LARGEST_CELL;

/** The other player. */
export const opponentOf = (player: Player): Player => (player ^ 1) as Player;

/** The other player's name. */
export const opponentNamed = (player: PlayerName): PlayerName => (player === 'white' ? 'black' : 'white');

/** 1 for white, −1 for black. */
export const signOf = (player: Player): number => 1 - 2 * player;

/** Packs a stack into a cell. */
export const cellOf = (owner: Player, kind: Kind, height: number): Cell => signOf(owner) * (height * 4 + kind);
/** Whose stack it is; only for points that have one. */
export const ownerOf = (cell: Cell): Player => (cell < 0 ? BLACK : WHITE);
/** The kind of a stack's top piece, as an index into `KINDS`. */
export const kindOf = (cell: Cell): Kind => magnitude(cell) & 3;
/** How many pieces a stack has; 0 for an empty point. */
export const heightOf = (cell: Cell): number => magnitude(cell) >> 2;

/** The stack that results when `moving` jumps onto `below` of the same owner: heights add up, the mover's kind on top. */
export const stackedOn = (moving: Cell, below: Cell): Cell =>
  moving < 0 ? moving - (heightOf(below) << 2) : moving + (heightOf(below) << 2);

/** What jumped onto `below` to make `standing`: the inverse of `stackedOn`. */
export const unstackedFrom = (standing: Cell, below: Cell): Cell =>
  standing < 0 ? standing + (heightOf(below) << 2) : standing - (heightOf(below) << 2);

/**
 * Legality without branches. Whether a stack may move onto another is a coin toss that no branch predictor wins, so
 * the question is put as arithmetic: from the mover's side, `enemySize` is positive for the opponent's stacks and
 * negative for the mover's own, and a move is legal between a lower bound (1 to capture, `ANY_OWN` to stack as well)
 * and the reach of the moving stack. What lies off the board counts as an enemy that nothing can reach.
 */
export const enemySize = (cell: Cell, flip: number): number => (cell ^ flip) - flip;
export const flipFor = (mover: Player): number => mover - 1;
export const CAPTURE_ONLY = 1;
export const ANY_OWN: number = -LARGEST_CELL;

/** The largest enemy size that a stack may take. */
export const reachOf = (cell: Cell): number => magnitude(cell) | 3;

/** 1 if lowest ≤ size ≤ reach, else 0. */
export const within = (size: number, lowest: number, reach: number): number =>
  1 + (((size - lowest) | (reach - size)) >> 31);

/** What stands off the board when `mover` is to act. */
export const unreachableFor = (mover: Player): Cell => (mover === WHITE ? -127 : 127);

const magnitude = (cell: Cell): number => (cell < 0 ? -cell : cell);
