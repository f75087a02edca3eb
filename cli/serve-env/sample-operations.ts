/** What a client learns from: positions as observations and masks, and the samples of shards, made as training makes them. */
import { readFileSync } from 'node:fs';
import {
  ACTION_COUNT,
  type Cell,
  EMPTY,
  emptyPosition,
  encodeObservation,
  fitting,
  flag,
  heightOf,
  InvalidInput,
  KIND_COUNT,
  kindOf,
  legalActions,
  list,
  MAX_LEGAL_ACTIONS,
  maybe,
  OBSERVATION_SIZE,
  PHASES,
  type Phase,
  PIECES_PER_PLAYER,
  PLANE_COUNT,
  type Player,
  POINT_COUNT,
  type Position,
  parsePosition,
  record,
  type Step,
  SYMMETRY_COUNT,
  setPosition,
  text,
  whole,
  withDefault,
} from '../../env/index.ts';
import { allocateTrainingBatch, HEADS, type Head, type SampleBatch } from '../../models/index.ts';
import { decodeShard, type Samples, writeSample } from '../../train/index.ts';
import { shardFiles } from '../shard-files.ts';
import { bodyOf, describeArray, type NamedArray } from './named-array.ts';
import { type Answer, checkBody, Numbered, type Operation, operation } from './operation.ts';

/** Positions that are encoded at once: an answer of 50 MB. */
const ROW_LIMIT = 1 << 12;
const PATH_LIMIT = 4096;

type Shard = { readonly file: string; readonly samples: Samples };
type Library = { readonly heads: readonly Head[]; readonly shards: readonly Shard[]; readonly count: number };

const ENCODE = record({
  op: text(),
  positions: maybe(list(text(), 1, ROW_LIMIT, 'position texts')),
  count: maybe(whole(1, ROW_LIMIT)),
});

const SHARDS = record({
  op: text(),
  paths: list(text(undefined, PATH_LIMIT), 1, PATH_LIMIT, 'paths'),
  heads: withDefault(list(nameOfHead(), 1, 100, 'heads'), ['policy', 'value']),
});

const COLUMNS = record({
  op: text(),
  samples: whole(1),
  shard: whole(0),
});

const BATCH = record({
  op: text(),
  samples: whole(1),
  count: whole(1, ROW_LIMIT),
  symmetries: withDefault(flag(), false),
});

function nameOfHead(): ReturnType<typeof fitting<string>> {
  return fitting<string>((given) => HEADS.names.includes(given as string), `one of ${HEADS.names.join(', ')}`);
}

export const sampleOperations = (): Readonly<Record<string, Operation>> => {
  const libraries = new Numbered<Library>('samples');
  return {
    encode: operation(ENCODE, ({ positions, count }, body) => {
      if ((positions === undefined) === (count === undefined))
        throw new InvalidInput('encode', { count }, 'expected positions as texts, or a count and their boards');
      return encoded(positions === undefined ? readBoards(body, count!) : positions.map(parsePosition));
    }),
    shards: operation(SHARDS, ({ paths, heads: names }) => {
      const heads = names.map((name) => HEADS.get(name));
      const shards = paths.flatMap(shardFiles).map((file) => ({
        file,
        samples: decodeShard(readFileSync(file), file, heads),
      }));
      const count = shards.reduce((sum, { samples }) => sum + samples.count, 0);
      const samples = libraries.add({ heads, shards, count });
      const files = shards.map(({ file, samples: { count: rows } }) => ({ file, samples: rows }));
      return { facts: { samples, count, files } };
    }),
    columns: operation(COLUMNS, ({ samples: which, shard }) => {
      const { heads, shards } = libraries.get(which);
      if (shard >= shards.length) throw new InvalidInput('shard', shard, `there are ${shards.length}, from 0 on`);
      return answerWith(columnsOf(shards[shard].samples, heads));
    }),
    batch: operation(BATCH, ({ samples: which, count, symmetries }, body) => {
      const library = libraries.get(which);
      checkBody(body, count * (symmetries ? 5 : 4), 'a uint32 for each row, then a byte for each symmetry if wanted');
      const rows = new Uint32Array(body.slice(0, count * 4).buffer);
      return batchOf(library, rows, symmetries ? body.subarray(count * 4) : new Uint8Array(count));
    }),
    forget: operation(record({ op: text(), samples: whole(1) }), ({ samples: which }) => {
      libraries.remove(which);
      return { facts: {} };
    }),
  };
};

const answerWith = (arrays: readonly NamedArray[]): Answer => ({
  facts: { arrays: arrays.map(describeArray) },
  body: bodyOf(arrays),
});

const columnsOf = (samples: Samples, heads: readonly Head[]): readonly NamedArray[] => {
  const { count } = samples;
  return [
    { name: 'cells', shape: [count, POINT_COUNT], data: samples.cells },
    { name: 'turns', shape: [count, 3], data: samples.turns },
    { name: 'results', shape: [count], data: samples.results },
    { name: 'searchValues', shape: [count], data: samples.searchValues },
    { name: 'surprises', shape: [count], data: samples.surprises },
    ...heads.map(({ name, column }) => ({
      name: column.name,
      shape: column.width === 1 ? [count] : [count, column.width],
      data: samples.heads[name],
    })),
  ];
};

const batchOf = ({ heads, shards, count }: Library, rows: Uint32Array, symmetries: Uint8Array): Answer => {
  const batch = allocateTrainingBatch(rows.length, heads);
  for (const [row, index] of rows.entries()) {
    if (index >= count) throw new InvalidInput('row', index, `there are ${count} samples, from 0 on`);
    if (symmetries[row] >= SYMMETRY_COUNT)
      throw new InvalidInput('symmetry', symmetries[row], `there are ${SYMMETRY_COUNT}, from 0 on`);
    let [shard, inside] = [0, index];
    while (inside >= shards[shard].samples.count) inside -= shards[shard++].samples.count;
    writeSample(shards[shard].samples, inside, symmetries[row], batch, row);
  }
  return answerWith(batchArrays(batch, heads));
};

const batchArrays = ({ count, observations, masks, targets }: SampleBatch, heads: readonly Head[]): NamedArray[] => [
  { name: 'observations', shape: [count, POINT_COUNT, PLANE_COUNT], data: observations },
  { name: 'masks', shape: [count, ACTION_COUNT], data: masks },
  ...heads.map(({ name, dims }) => ({ name, shape: [count, ...dims], data: targets[name] })),
];

const encoded = (positions: readonly Position[]): Answer => {
  const batch = allocateTrainingBatch(positions.length, []);
  const legal = new Uint16Array(MAX_LEGAL_ACTIONS);
  for (const [row, position] of positions.entries()) {
    encodeObservation(position, batch.observations, row * OBSERVATION_SIZE);
    const count = legalActions(position, legal);
    for (const action of legal.subarray(0, count)) batch.masks[row * ACTION_COUNT + action] = 1;
  }
  return answerWith(batchArrays(batch, []));
};

const readBoards = (body: Uint8Array, count: number): Position[] => {
  checkBody(body, count * (POINT_COUNT + 3), '60 stacks for each position, then mover, step and phase for each');
  const cells = new Int8Array(body.slice(0, count * POINT_COUNT).buffer);
  const turns = body.subarray(count * POINT_COUNT);
  return Array.from({ length: count }, (_, row) =>
    readBoard(cells.subarray(row * POINT_COUNT, (row + 1) * POINT_COUNT), turns.subarray(row * 3, row * 3 + 3)),
  );
};

const readBoard = (cells: Int8Array, [mover, step, phase]: Uint8Array): Position => {
  const strange = cells.find((cell) => !isCell(cell));
  if (strange !== undefined) throw new InvalidInput('cell', strange, 'expected 0 or ±(height × 4 + kind)');
  if (mover > 1 || step > 1 || phase >= PHASES.length)
    throw new InvalidInput('turn', [mover, step, phase], 'expected mover 0–1, step 0–1 and phase 0–2');
  return setPosition(emptyPosition(), cells, mover as Player, step as Step, phase as Phase);
};

const isCell = (cell: Cell): boolean =>
  cell === EMPTY || (kindOf(cell) < KIND_COUNT && heightOf(cell) >= 1 && heightOf(cell) <= PIECES_PER_PLAYER);
