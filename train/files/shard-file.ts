/**
 * Samples on disk as .npz, which numpy reads: `np.load("shards/….npz")["policies"]`. The kind of file, and where it came
 * from, is written in an array too, so that every entry is one: `json.loads(np.load("shards/….npz")["shard"].item())`.
 */
import { InvalidInput, isRecord, POINT_COUNT, preview } from '../../env/index.ts';
import { COLUMN_TYPES, type Column, type ColumnShape, HEADS, type Head } from '../../models/index.ts';
import type { Samples } from '../samples.ts';
import { decodeNpy, encodeNpy } from './npy.ts';
import { checkSeal, listZip, unzipSome, zipSealed } from './sealed-zip.ts';

export const SHARD_FORMAT = 'tzaar-shard';
export const SHARD_VERSION = 3;
/** Of the version that was neither sealed nor named its origin; it can be looked into, not learnt from. */
const UNSEALED_VERSION = 2;

/** Where samples came from. */
export type ShardOrigin = {
  /** The name of the job. */
  readonly job: string;
  /** The hash of all settings that the games of a job depend on, and of the user's modules. */
  readonly experiment: string;
  /** The hash of the weights that played; null where no network did. */
  readonly network: string | null;
};

/** What a reader asks for; `network` is left out where the network is not there any more to be compared with. */
export type WantedOrigin = Omit<ShardOrigin, 'network'> & Partial<Pick<ShardOrigin, 'network'>>;

type BaseColumn = Exclude<keyof Samples, 'count' | 'heads'>;

const BASE_COLUMNS: readonly (ColumnShape & { readonly name: BaseColumn })[] = [
  { name: 'cells', type: 'int8', width: POINT_COUNT },
  { name: 'turns', type: 'uint8', width: 3 },
  { name: 'results', type: 'int8', width: 1 },
  { name: 'searchValues', type: 'float32', width: 1 },
  { name: 'surprises', type: 'float32', width: 1 },
];

const ABOUT = 'shard';
const ABOUT_LIMIT = 1 << 16;
/** The columns of the largest jobs that settings allow take about 400 MB; a file of 3 MB can claim to hold 3 GB. */
const UNPACKED_LIMIT = 2 ** 30;
/** Zip entries carry a date; a fixed one makes equal samples equal bytes. */
const FIXED_DATE = new Date('2000-01-01T00:00:00Z');

/** The bytes of a shard; equal samples give equal bytes. */
export const encodeShard = (samples: Samples, origin: ShardOrigin | null = null): Uint8Array => {
  const { count } = samples;
  const columns: readonly (readonly [ColumnShape, Column])[] = [
    ...BASE_COLUMNS.map((shape) => [shape, samples[shape.name]] as const),
    ...Object.entries(samples.heads).map(([head, column]) => [HEADS.get(head).column, column] as const),
  ];
  const names = columns.map(([{ name }]) => name);
  const twice = names.find((name, index) => name === ABOUT || names.indexOf(name) < index);
  if (twice !== undefined) throw new InvalidInput('column of a head', twice, 'a shard has one of that name already');
  const size = columns.reduce((sum, [, { byteLength }]) => sum + byteLength, 0);
  if (size > UNPACKED_LIMIT)
    throw new InvalidInput('shard', `${count} samples`, `they take ${megabytes(size)}; play fewer games a job`);
  const about = new TextEncoder().encode(
    JSON.stringify({ format: SHARD_FORMAT, version: SHARD_VERSION, samples: count, columns: names, origin }),
  );
  const files = columns.map(([{ name, type, width }, { buffer, byteOffset, byteLength }]) => {
    const shape = width === 1 ? `(${count},)` : `(${count}, ${width})`;
    return [
      `${name}.npy`,
      encodeNpy(COLUMN_TYPES[type].numpy, shape, new Uint8Array(buffer, byteOffset, byteLength)),
    ] as const;
  });
  const entries = [[`${ABOUT}.npy`, encodeNpy(`|S${about.length}`, '()', about)] as const, ...files];
  return zipSealed(Object.fromEntries(entries), { level: 1, mtime: FIXED_DATE });
};

type Refuse = (why: string) => never;

/**
 * Reads what is known of every sample, and the columns of these heads; whatever else the file holds is left alone. With
 * `wanted`, only samples of that origin are taken.
 */
export const decodeShard = (
  bytes: Uint8Array,
  source: string,
  heads: readonly Head[] = [],
  wanted: WantedOrigin | null = null,
): Samples => {
  const refuse: Refuse = (why) => {
    throw new InvalidInput('shard', source, why);
  };
  const { files, isOld } = unpack(bytes, [...BASE_COLUMNS, ...heads.map(({ column }) => column)], wanted, refuse);
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

type Unpacked = {
  readonly files: Readonly<Record<string, Uint8Array>>;
  /** From before version 2, when shards did not say what they are. */
  readonly isOld: boolean;
};

/** Checks the whole file and what it says of itself, then unpacks these columns and nothing else. */
const unpack = (
  bytes: Uint8Array,
  columns: readonly ColumnShape[],
  wanted: WantedOrigin | null,
  refuse: Refuse,
): Unpacked => {
  const seal = checkSeal(bytes);
  if (seal === 'damaged') refuse('its SHA-256 does not match: it is damaged');
  try {
    const sizes = new Map(listZip(bytes).map((entry) => [entry.name, entry.bytes]));
    const aboutFile = `${ABOUT}.npy`;
    if ((sizes.get(aboutFile) ?? 0) > ABOUT_LIMIT) refuse(`it does not say what it is: ${ABOUT} is damaged`);
    const isOld = !sizes.has(aboutFile);
    const about = isOld ? null : readAbout(unzipSome(bytes, new Set([aboutFile]))[aboutFile], refuse);
    if (about?.version === SHARD_VERSION && seal === 'none') refuse('its SHA-256 is missing or damaged');
    if (wanted !== null) checkOrigin(about?.origin, wanted, refuse);
    const names = new Set(columns.map(({ name }) => `${name}.npy`));
    const size = [...names].reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0);
    if (size > UNPACKED_LIMIT)
      refuse(`it would unpack to ${megabytes(size)}; this program reads up to ${megabytes(UNPACKED_LIMIT)}`);
    return { files: unzipSome(bytes, names), isOld };
  } catch (error) {
    if (error instanceof InvalidInput) throw error;
    return refuse(`it is not a readable .npz (${(error as Error).message})`);
  }
};

type About = { readonly version: number; readonly origin: unknown };

const readAbout = (file: Uint8Array, refuse: Refuse): About => {
  let about: unknown = null;
  try {
    about = JSON.parse(new TextDecoder().decode(decodeNpy(file)?.data));
  } catch {
    refuse(`it does not say what it is: ${ABOUT} is damaged`);
  }
  const { format, version, origin } = isRecord(about) ? about : {};
  if (format !== SHARD_FORMAT) refuse(`it is not a ${SHARD_FORMAT}`);
  if (version !== SHARD_VERSION && version !== UNSEALED_VERSION)
    refuse(
      `it has format version ${preview(version, 40)}, this program reads ${UNSEALED_VERSION} and ${SHARD_VERSION}`,
    );
  return { version: version as number, origin };
};

/** Samples of other games would be learnt from as if they were these. */
const checkOrigin = (origin: unknown, wanted: WantedOrigin, refuse: Refuse): void => {
  if (!isRecord(origin)) refuse('it does not say which job it came from');
  const found = origin as Readonly<Record<string, unknown>>;
  const others = (Object.keys(wanted) as (keyof ShardOrigin)[])
    .filter((key) => wanted[key] !== undefined && found[key] !== wanted[key])
    .map((key) => `${key} ${preview(found[key] ?? null, 80)}, expected ${preview(wanted[key], 80)}`);
  if (others.length > 0) refuse(`it is not of this run's job: it names ${others.join('; ')}`);
};

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20)} MB`;
