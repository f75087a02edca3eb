/** Which values over points are 0 wherever their program's mask is: those can be held as rows of the other points alone. */
import { sameDims } from '../program/operations.ts';
import { inOrder, type Value } from '../program/value.ts';

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
