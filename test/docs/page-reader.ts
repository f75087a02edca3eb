/** Readers of our files as a stranger would write them, from docs/formats.md alone: nothing of the project is imported here. */
import { createHash } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';

const SIZES = [5, 6, 7, 8, 8, 8, 7, 6, 5];
const STEPS = [[0, 1], [1, 0], [1, -1], [0, -1], [-1, 0], [-1, 1]] as const; // biome-ignore format: a table
const PIECES = [6, 9, 15];

type Place = { readonly name: string; readonly q: number; readonly r: number };

const PLACES: readonly Place[] = SIZES.flatMap((size, column) =>
  Array.from({ length: size }, (_, index) => {
    const [q, rank] = [column - 4, index + 1];
    const y = column === 4 && rank > 4 ? rank + 1 : rank;
    return { name: `${'ABCDEFGHI'[column]}${rank}`, q, r: y - 5 - Math.min(q, 0) };
  }),
);
const POINT_AT = new Map(PLACES.map(({ q, r }, point) => [`${q} ${r}`, point]));
const POINT_NAMED = new Map(PLACES.map(({ name }, point) => [name, point]));

export type Turn = readonly [mover: number, step: number, phase: number];

/** The legal actions, ascending. */
export const legalActionsOf = (cells: ArrayLike<number>, [mover, step, phase]: Turn): number[] => {
  const own = Array.from(cells, (cell) => (mover === 0 ? cell : -cell));
  const stacks = (sign: number, kind: number): number =>
    own.filter((cell) => cell * sign > 0 && (Math.abs(cell) & 3) === kind).length;
  const legal: number[] = [];
  if (phase === 0) {
    for (const [point, cell] of own.entries())
      for (const [kind, pieces] of PIECES.entries())
        if (cell === 0 && stacks(1, kind) < pieces) legal.push(361 + point * 3 + kind);
    return legal;
  }
  for (const kind of PIECES.keys()) if (stacks(1, kind) === 0 || stacks(-1, kind) === 0) return [];
  for (const [point, { q, r }] of PLACES.entries()) {
    if (own[point] <= 0) continue;
    for (const [direction, [dq, dr]] of STEPS.entries()) {
      let distance = 1;
      const at = (): number | undefined => POINT_AT.get(`${q + dq * distance} ${r + dr * distance}`);
      for (let there = at(); there !== undefined && own[there] === 0; there = at()) distance++;
      const met = at();
      if (met === undefined) continue;
      const height = (cell: number): number => Math.abs(cell) >> 2;
      const isLegal = own[met] > 0 ? step === 1 : height(own[met]) <= height(own[point]);
      if (isLegal) legal.push(point * 6 + direction);
    }
  }
  if (step === 1) legal.push(360);
  return legal;
};

type Numbers = Int8Array | Uint8Array | Uint16Array | Float32Array;
export type NpyArray = { readonly shape: readonly number[]; readonly data: Numbers; readonly bytes: Uint8Array };

/** A zip by its central directory, each entry an .npy. */
export const readNpz = (file: Uint8Array): Record<string, NpyArray> => {
  const bytes = Buffer.from(file);
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const arrays: Record<string, NpyArray> = {};
  let at = bytes.readUInt32LE(end + 16);
  for (let entry = 0; entry < bytes.readUInt16LE(end + 10); entry++) {
    const [method, packed] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)];
    const [nameSize, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    const local = bytes.readUInt32LE(at + 42);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameSize);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = bytes.subarray(start, start + packed);
    arrays[name.replace(/\.npy$/, '')] = readNpy(method === 0 ? content : inflateRawSync(content));
    at += 46 + nameSize + extra + comment;
  }
  return arrays;
};

const readNpy = (bytes: Buffer): NpyArray => {
  const length = bytes.readUInt16LE(8);
  const header = bytes.toString('latin1', 10, 10 + length);
  const [, type = ''] = /'descr': '([^']*)'/.exec(header) ?? [];
  const [, shape = ''] = /'shape': \(([^)]*)\)/.exec(header) ?? [];
  const content = new Uint8Array(bytes.subarray(10 + length));
  const numbers = { '|i1': Int8Array, '|u1': Uint8Array, '<u2': Uint16Array, '<f4': Float32Array }[type] ?? Uint8Array;
  const dims = shape.split(',').map((side) => side.trim()).filter((side) => side !== ''); // biome-ignore format: one thought
  return { shape: dims.map(Number), data: new numbers(content.buffer), bytes: content };
};

export type TensorFile = {
  readonly kind: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly tensors: Readonly<Record<string, { readonly shape: readonly number[]; readonly data: readonly number[] }>>;
};

export const readTensors = (file: Uint8Array): TensorFile => {
  const bytes = Buffer.from(file);
  if (bytes.toString('latin1', 0, 8) !== 'TZAARNET' || bytes.readUInt32LE(8) !== 1) throw new Error('another file');
  const hash = createHash('sha256').update(bytes.subarray(48)).digest();
  if (!hash.equals(bytes.subarray(16, 48))) throw new Error('damaged');
  let at = 48 + bytes.readUInt32LE(12);
  const header = JSON.parse(bytes.toString('utf8', 48, at));
  const tensors: Record<string, { shape: number[]; data: number[] }> = {};
  for (const { name, shape } of header.tensors as { name: string; shape: number[] }[]) {
    const data = Array.from({ length: shape.reduce((size, side) => size * side, 1) }, () => {
      at += 4;
      return bytes.readFloatLE(at - 4);
    });
    tensors[name] = { shape, data };
  }
  if (at !== bytes.length) throw new Error('longer or shorter than it says');
  return { kind: header.kind, facts: header.facts, tensors };
};

export type Board = { readonly cells: number[]; turn: Turn };

export const readPosition = (text: string): Board => {
  const [columns, mover, step, phase] = text.split(' ');
  const cells = Array.from(columns.matchAll(/\.|([ZATzat])(\d*)/g), ([whole, letter = '', height = '']) => {
    if (whole === '.') return 0;
    const size = Number(height || 1) * 4 + 'ZAT'.indexOf(letter.toUpperCase());
    return letter === letter.toUpperCase() ? size : -size;
  });
  return { cells, turn: [mover === 'w' ? 0 : 1, Number(step) - 1, 'po-'.indexOf(phase)] };
};

/** Plays a record through by the page's rules; returns the last position and how many of its moves were legal. */
export const replay = (line: string): { readonly board: Board; readonly legal: number; readonly moves: number } => {
  const { format, version, start, moves } = JSON.parse(line);
  if (format !== 'tzaar-game' || version !== 1) throw new Error('another file');
  const board = readPosition(start);
  let legal = 0;
  for (const move of moves as string[]) {
    const allowed = legalActionsOf(board.cells, board.turn);
    if (allowed.includes(playMove(board, move))) legal++;
  }
  return { board, legal, moves: moves.length };
};

const playMove = (board: Board, move: string): number => {
  const { cells, turn } = board;
  const [mover, step, phase] = turn;
  const other = 1 - mover;
  if (move === 'pass') {
    board.turn = [other, 0, 2];
    return 360;
  }
  const [one, sign, two] = move.split(/([x+@])/);
  const to = POINT_NAMED.get(two) ?? -1;
  if (sign === '@') {
    const kind = 'ZAT'.indexOf(one);
    cells[to] = (4 + kind) * (mover === 0 ? 1 : -1);
    board.turn = cells.every((cell) => cell !== 0) ? [0, 0, 1] : [other, 0, 0];
    return 361 + to * 3 + kind;
  }
  const from = POINT_NAMED.get(one) ?? -1;
  const action = from * 6 + directionFrom(from, to);
  const height = sign === '+' ? Math.abs(cells[to]) >> 2 : 0;
  cells[to] = cells[from] + height * 4 * (mover === 0 ? 1 : -1);
  cells[from] = 0;
  board.turn = step === 1 || phase === 1 ? [other, 0, 2] : [mover, 1, 2];
  return action;
};

const directionFrom = (from: number, to: number): number => {
  const [dq, dr] = [PLACES[to].q - PLACES[from].q, PLACES[to].r - PLACES[from].r];
  const distance = Math.max(Math.abs(dq), Math.abs(dr));
  return STEPS.findIndex(([q, r]) => q * distance === dq && r * distance === dr);
};
