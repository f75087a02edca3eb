/**
 * Samples on disk as .npz, which numpy reads: `np.load("shards/….npz")["policies"]`. The kind of file is written in an
 * array too, so that every entry is one: `json.loads(np.load("shards/….npz")["shard"].item())`.
 */
import { unzipSync, zipSync } from 'fflate';
import { InvalidInput, isRecord, POINT_COUNT } from '../../env/index.ts';
import { COLUMN_TYPES, type Column, type ColumnShape, HEADS, type Head } from '../../models/index.ts';
import type { Samples } from '../samples.ts';
import { decodeNpy, encodeNpy } from './npy.ts';

export const SHARD_FORMAT = 'tzaar-shard';
export const SHARD_VERSION = 2;

type BaseColumn = Exclude<keyof Samples, 'count' | 'heads'>;

const BASE_COLUMNS: readonly (ColumnShape & { readonly name: BaseColumn })[] = [
  { name: 'cells', type: 'int8', width: POINT_COUNT },
  { name: 'turns', type: 'uint8', width: 3 },
  { name: 'results', type: 'int8', width: 1 },
  { name: 'searchValues', type: 'float32', width: 1 },
  { name: 'surprises', type: 'float32', width: 1 },
];

const ABOUT = 'shard';
/** Zip entries carry a date; a fixed one makes equal samples equal bytes. */
const FIXED_DATE = new Date('2000-01-01T00:00:00Z');

/** Samples as the bytes of a shard; equal samples give equal bytes. */
export const encodeShard = (samples: Samples): Uint8Array => {
  const { count } = samples;
  const columns: readonly (readonly [ColumnShape, Column])[] = [
    ...BASE_COLUMNS.map((shape) => [shape, samples[shape.name]] as const),
    ...Object.entries(samples.heads).map(([head, column]) => [HEADS.get(head).column, column] as const),
  ];
  const names = columns.map(([{ name }]) => name);
  const twice = names.find((name, index) => name === ABOUT || names.indexOf(name) < index);
  if (twice !== undefined) throw new InvalidInput('column of a head', twice, 'a shard has one of that name already');
  const about = new TextEncoder().encode(
    JSON.stringify({ format: SHARD_FORMAT, version: SHARD_VERSION, columns: names }),
  );
  const files = columns.map(([{ name, type, width }, { buffer, byteOffset, byteLength }]) => {
    const shape = width === 1 ? `(${count},)` : `(${count}, ${width})`;
    return [
      `${name}.npy`,
      encodeNpy(COLUMN_TYPES[type].numpy, shape, new Uint8Array(buffer, byteOffset, byteLength)),
    ] as const;
  });
  const entries = [[`${ABOUT}.npy`, encodeNpy(`|S${about.length}`, '()', about)] as const, ...files];
  return zipSync(Object.fromEntries(entries), { level: 1, mtime: FIXED_DATE });
};

/** Reads what is known of every sample, and the columns of these heads; whatever else the file holds is left alone. */
export const decodeShard = (bytes: Uint8Array, source: string, heads: readonly Head[] = []): Samples => {
  const refuse = (why: string): never => {
    throw new InvalidInput('shard', source, why);
  };
  let files: Record<string, Uint8Array> = {};
  try {
    files = unzipSync(bytes);
  } catch (error) {
    refuse(`it is not a readable .npz (${(error as Error).message})`);
  }
  const isOld = files[`${ABOUT}.npy`] === undefined; // from before version 2, when shards did not say what they are
  if (!isOld) checkAbout(files[`${ABOUT}.npy`], refuse);
  const read = ({ name, type, width }: ColumnShape): readonly [column: Column, rows: number] => {
    const file =
      files[`${name}.npy`] ??
      refuse(
        `it has no ${name}${isOld ? `: it is of an older program than this, which reads version ${SHARD_VERSION}` : ''}`,
      );
    const { type: found, data } = decodeNpy(file) ?? refuse(`${name} is no .npy array`);
    const { numpy, bytes: size, over } = COLUMN_TYPES[type];
    if (found !== numpy) refuse(`${name} is of type ${found}, expected ${numpy}`);
    if (data.byteLength % (size * width) !== 0)
      refuse(`${name} has ${data.byteLength} bytes, expected rows of ${size * width}`);
    const column = over(data);
    return [column, column.length / width];
  };
  const [first] = BASE_COLUMNS;
  const [, count] = read(first);
  const column = (shape: ColumnShape): Column => {
    if (shape.name === 'surprises' && isOld && files['surprises.npy'] === undefined) return new Float32Array(count);
    const [numbers, rows] = read(shape);
    if (rows !== count) refuse(`${shape.name} has ${rows} rows, ${first.name} has ${count}`);
    return numbers;
  };
  return {
    count,
    ...(Object.fromEntries(BASE_COLUMNS.map((shape) => [shape.name, column(shape)])) as Pick<Samples, BaseColumn>),
    heads: Object.fromEntries(heads.map((head) => [head.name, column(head.column)])),
  };
};

const checkAbout = (file: Uint8Array, refuse: (why: string) => never): void => {
  let about: unknown = null;
  try {
    about = JSON.parse(new TextDecoder().decode(decodeNpy(file)?.data));
  } catch {
    refuse(`it does not say what it is: ${ABOUT} is damaged`);
  }
  const { format, version } = isRecord(about) ? about : {};
  if (format !== SHARD_FORMAT) refuse(`it is not a ${SHARD_FORMAT}`);
  if (version !== SHARD_VERSION)
    refuse(`it has format version ${JSON.stringify(version)}, this program reads version ${SHARD_VERSION}`);
};
