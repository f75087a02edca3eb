/**
 * Which values over points are 0 wherever their program's mask is: those can be held as rows of the other points alone. Values
 * change from one layout to the other where somebody needs them so.
 */
import { isOverPoints, sameDims } from './operations.ts';
import { inOrder, type Operation, type Value } from './value.ts';

const known = new WeakMap<Value, boolean>();

/** Whether the value is 0 at every point that the mask leaves out. */
export const isMasked = (value: Value): boolean => {
  const before = known.get(value);
  if (before !== undefined) return before;
  const masked = judge(value);
  known.set(value, masked);
  return masked;
};

const judge = ({ operation }: Value): boolean => {
  switch (operation.type) {
    case 'mask-points':
      return true;
    case 'relu':
    case 'scale':
    case 'gate':
    case 'scale-samples':
    case 'dense-transposed':
      return isMasked(operation.x);
    case 'dense':
    case 'neighbour-dense': // a point that is left out sees nothing but itself
      return operation.bias === null && isMasked(operation.x);
    case 'add':
    case 'subtract':
      return isMasked(operation.a) && sameDims(operation.a, operation.b) && isMasked(operation.b);
    case 'multiply':
      return isMasked(operation.a) || isMasked(operation.b);
    case 'divide':
      return isMasked(operation.a);
    default:
      return false;
  }
};

/** Whether a program masks points at all. */
export const masksPoints = (results: readonly Value[]): boolean =>
  inOrder(results).some(({ operation }) => operation.type === 'mask-points');

/** How values over points are held: all 60 of each board, or rows of those that the mask keeps. Only programs that mask points can be held as `rows`. */
export type Layout = 'points' | 'rows';

/** What is computed row by row, or of rows alone. Anything else over points is made for all points first. */
const BY_ROW: ReadonlySet<Operation['type']> = new Set([
  'dense',
  'neighbour-dense',
  'dense-transposed',
  'relu',
  'gate',
  'mask-points',
  'spread-points',
  'add',
  'subtract',
  'multiply',
  'divide',
  'minimum',
  'scale',
  'scale-samples',
] as const);

/** Whether an operation over points can be computed for rows alone. */
export const isByRow = ({ type }: Operation): boolean => BY_ROW.has(type);

/** Whether a sum over all points is one over rows: what is 0 elsewhere adds nothing. */
export const readsMaskedRows = (operation: Operation): boolean => {
  switch (operation.type) {
    case 'outer':
    case 'neighbour-outer':
      return isOverPoints(operation.y) && (isMasked(operation.y) || isMasked(operation.x));
    case 'sum-rows':
    case 'sum-points':
      return isOverPoints(operation.x) && isMasked(operation.x);
    default:
      return false;
  }
};
