/** Columns of numbers in memory and in shards: how they are typed there and what numpy calls the type. */

/** The numbers of a column, one row after another. */
export type Column = Int8Array | Uint8Array | Uint16Array | Float32Array;

/** The type of a column's numbers. */
export type ColumnType = 'int8' | 'uint8' | 'uint16' | 'float32';

type ColumnKind = {
  readonly numpy: string;
  readonly bytes: number;
  readonly over: (bytes: ArrayBuffer) => Column;
};

/** What each type of column is in memory and for numpy. */
export const COLUMN_TYPES: Readonly<Record<ColumnType, ColumnKind>> = {
  int8: { numpy: '|i1', bytes: 1, over: (bytes) => new Int8Array(bytes) },
  uint8: { numpy: '|u1', bytes: 1, over: (bytes) => new Uint8Array(bytes) },
  uint16: { numpy: '<u2', bytes: 2, over: (bytes) => new Uint16Array(bytes) },
  float32: { numpy: '<f4', bytes: 4, over: (bytes) => new Float32Array(bytes) },
};

/** `length` zeros. */
export const emptyColumn = (type: ColumnType, length: number): Column => {
  const { bytes, over } = COLUMN_TYPES[type];
  return over(new ArrayBuffer(length * bytes));
};

/** What a column is called and what a row of it holds. */
export type ColumnShape = {
  /** Its name for numpy. */
  readonly name: string;
  readonly type: ColumnType;
  /** Numbers in a row. */
  readonly width: number;
};
