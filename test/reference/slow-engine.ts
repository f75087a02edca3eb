/**
 * TZAAR a second time, for tests only: written from the printed rules and shaped like them, so that it can disagree
 * with the fast engine. It shares no code with `env/` and must not import from it. Where a line could be quicker or
 * plainer, it is plainer: every question is answered afresh from the stacks on the board.
 */

const PLAYERS = ['white', 'black'] as const;
const KINDS = ['tzaar', 'tzarra', 'tott'] as const;
type Player = (typeof PLAYERS)[number];
type Kind = (typeof KINDS)[number];

/** What stands on a point; only the top piece's kind is known, since those below never count again. */
export type SlowStack = { readonly owner: Player; readonly kind: Kind; readonly height: number };

/** A position of the game; a point that is not a key of `stacks` is empty. */
export type SlowGame = {
  readonly stacks: ReadonlyMap<string, SlowStack>; // by point name, such as 'E5'
  readonly mover: Player;
  readonly step: 1 | 2;
  readonly phase: 'placement' | 'opening' | 'main';
};

/** How a finished game ended. */
export type SlowOutcome = {
  readonly winner: Player;
  readonly reason: 'kind-captured' | 'kind-buried' | 'no-capture';
};

/** Lists the texts of all legal moves in default string order; there are none once the game is over. */
export const legalMoves = (game: SlowGame): string[] => {
  if (outcome(game) !== null) return [];
  if (game.phase === 'placement') return placements(game).sort();
  if (game.step === 1) return captures(game).sort();
  return [...captures(game), ...stackings(game), 'pass'].sort();
};

/** Returns the position after a legal move, even one that ends the game: mover and step then advance all the same. */
export const playMove = (game: SlowGame, move: string): SlowGame => {
  const stacks = new Map(game.stacks);
  if (game.phase === 'placement') {
    const [letter, point] = move.split('@');
    stacks.set(point, { owner: game.mover, kind: kindOfLetter(letter), height: 1 });
    const boardIsFull = stacks.size === POINTS.length;
    return { ...nextTurn(game), stacks, phase: boardIsFull ? 'opening' : 'placement' };
  }
  if (move === 'pass') return nextTurn(game);

  const [from, to] = move.split(/[x+]/);
  const moving = stackAt(game, from);
  const standing = stackAt(game, to);
  const isCapture = move.includes('x');
  stacks.delete(from);
  stacks.set(to, isCapture ? moving : { ...moving, height: moving.height + standing.height });
  const turnEnds = game.phase === 'opening' || game.step === 2;
  return turnEnds ? { ...nextTurn(game), stacks, phase: 'main' } : { ...game, stacks, step: 2 };
};

/**
 * Says who has won and why, or null while the game goes on.
 *
 * The position alone tells how a player lost a kind. Burying it takes a stacking, which is always step 2 of the
 * player's own turn, so the opponent is then at step 1. After a capture it is either the capturer at step 2 or the
 * player at step 1. So: the opponent at step 1 means buried, anything else captured.
 */
export const outcome = (game: SlowGame): SlowOutcome | null => {
  if (game.phase === 'placement') return null;
  // No move takes a kind from both players, so the order in which they are asked does not matter.
  for (const player of PLAYERS) {
    if (hasEveryKind(game, player)) continue;
    const winner = opponentOf(player);
    const buried = game.mover === winner && game.step === 1;
    return { winner, reason: buried ? 'kind-buried' : 'kind-captured' };
  }
  if (game.step === 1 && captures(game).length === 0) {
    return { winner: opponentOf(game.mover), reason: 'no-capture' };
  }
  return null;
};

/** Reads the one-line text of a position, which must be well formed. */
export const readPosition = (text: string): SlowGame => {
  const [board, mover, step, phase] = text.split(' ');
  const stacks = new Map<string, SlowStack>();
  board.split('/').forEach((column, index) => {
    [...column.matchAll(/([.a-z])(\d*)/gi)].forEach(([, letter, height], below) => {
      if (letter === '.') return;
      const owner = letter === letter.toUpperCase() ? 'white' : 'black';
      const point = COLUMN_NAMES[index] + (below + 1);
      stacks.set(point, { owner, kind: kindOfLetter(letter), height: height === '' ? 1 : Number(height) });
    });
  });
  return {
    stacks,
    mover: mover === 'w' ? 'white' : 'black',
    step: step === '1' ? 1 : 2,
    phase: phase === 'p' ? 'placement' : phase === 'o' ? 'opening' : 'main',
  };
};

/** Writes a position as one line of text, which `readPosition` reads back. */
export const writePosition = (game: SlowGame): string => {
  const columns = [...COLUMN_NAMES].map((name) =>
    POINTS.filter((point) => point.name.startsWith(name))
      .map((point) => stackText(game.stacks.get(point.name)))
      .join(''),
  );
  const mover = { white: 'w', black: 'b' }[game.mover];
  const phase = { placement: 'p', opening: 'o', main: '-' }[game.phase];
  return `${columns.join('/')} ${mover} ${game.step} ${phase}`;
};

const COLUMN_NAMES = 'ABCDEFGHI';
const COLUMN_LENGTHS = [5, 6, 7, 8, 8, 8, 7, 6, 5];

/** Axial coordinates, the missing centre being (0, 0), so that a straight line repeats one direction. */
type PointCoordinates = { readonly name: string; readonly q: number; readonly r: number };

const DIRECTIONS = [
  { dq: 1, dr: 0 },
  { dq: -1, dr: 0 },
  { dq: 0, dr: 1 },
  { dq: 0, dr: -1 },
  { dq: 1, dr: -1 },
  { dq: -1, dr: 1 },
];

const coordinatesOf = (column: number, rank: number): PointCoordinates => {
  const q = column - 4;
  // The centre has no name but takes up a place in its column: E5 is the sixth place from the bottom.
  const place = q === 0 && rank >= 5 ? rank + 1 : rank;
  return { name: COLUMN_NAMES[column] + rank, q, r: place - 5 - Math.min(q, 0) };
};

/** All 60 points, column by column and from rank 1 up, which is the order of the position text. */
const POINTS: readonly PointCoordinates[] = COLUMN_LENGTHS.flatMap((length, column) =>
  Array.from({ length }, (_, below) => coordinatesOf(column, below + 1)),
);

const PIECES_OF_KIND: Readonly<Record<Kind, number>> = { tzaar: 6, tzarra: 9, tott: 15 };
const LETTER_OF_KIND: Readonly<Record<Kind, string>> = { tzaar: 'Z', tzarra: 'A', tott: 'T' };

const kindOfLetter = (letter: string): Kind => KINDS.find((kind) => LETTER_OF_KIND[kind] === letter.toUpperCase())!;

const stackText = (stack: SlowStack | undefined): string => {
  if (stack === undefined) return '.';
  const letter = LETTER_OF_KIND[stack.kind];
  return (stack.owner === 'white' ? letter : letter.toLowerCase()) + (stack.height > 1 ? stack.height : '');
};

const opponentOf = (player: Player): Player => (player === 'white' ? 'black' : 'white');

const nextTurn = (game: SlowGame): SlowGame => ({ ...game, mover: opponentOf(game.mover), step: 1 });

const stackAt = (game: SlowGame, point: string): SlowStack => {
  const stack = game.stacks.get(point);
  if (stack === undefined) throw new Error(`no stack on ${point} in ${writePosition(game)}`);
  return stack;
};

const stacksOfKind = (game: SlowGame, player: Player, kind: Kind): SlowStack[] =>
  [...game.stacks.values()].filter((stack) => stack.owner === player && stack.kind === kind);

const hasEveryKind = (game: SlowGame, player: Player): boolean =>
  KINDS.every((kind) => stacksOfKind(game, player, kind).length > 0);

/** Every piece of a kind that the mover still has, on every empty point. */
const placements = (game: SlowGame): string[] => {
  const kindsLeft = KINDS.filter((kind) => stacksOfKind(game, game.mover, kind).length < PIECES_OF_KIND[kind]);
  const emptyPoints = POINTS.filter((point) => !game.stacks.has(point.name));
  return kindsLeft.flatMap((kind) => emptyPoints.map((point) => `${LETTER_OF_KIND[kind]}@${point.name}`));
};

/** Captures of an opponent's stack that is no stronger than the stack which takes it. */
const captures = (game: SlowGame): string[] =>
  reaches(game)
    .filter(({ moving, standing }) => standing.owner !== game.mover && standing.height <= moving.height)
    .map(({ from, to }) => `${from}x${to}`);

/** Stackings onto any own stack within reach, burying the last of a kind included: legal, though it loses. */
const stackings = (game: SlowGame): string[] =>
  reaches(game)
    .filter(({ standing }) => standing.owner === game.mover)
    .map(({ from, to }) => `${from}+${to}`);

type Reach = { readonly from: string; readonly to: string; readonly moving: SlowStack; readonly standing: SlowStack };

/** Each of the mover's stacks with each stack that it can get to, whoever owns that one. */
const reaches = (game: SlowGame): Reach[] =>
  POINTS.flatMap((point) => {
    const moving = game.stacks.get(point.name);
    if (moving?.owner !== game.mover) return [];
    return DIRECTIONS.flatMap(({ dq, dr }) => {
      const to = firstOccupied(game, point, dq, dr);
      return to === null ? [] : [{ from: point.name, to, moving, standing: stackAt(game, to) }];
    });
  });

/** Walks over empty points to the first occupied one; the board's edge and the missing centre both end the line. */
const firstOccupied = (game: SlowGame, start: PointCoordinates, dq: number, dr: number): string | null => {
  for (let distance = 1; ; distance++) {
    const q = start.q + distance * dq;
    const r = start.r + distance * dr;
    const point = POINTS.find((candidate) => candidate.q === q && candidate.r === r);
    if (point === undefined) return null;
    if (game.stacks.has(point.name)) return point.name;
  }
};
