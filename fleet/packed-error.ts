/** Errors on their way to another thread or process, where copying alone would lose what kind they are. */
import { InvalidInput } from '../env/index.ts';

export type PackedError = { readonly isInvalidInput: boolean; readonly message: string; readonly stack?: string };

export const packError = (thrown: unknown): PackedError => {
  if (!(thrown instanceof Error)) return { isInvalidInput: false, message: String(thrown) };
  // By name: a user's module may have loaded the class from another copy of this package.
  const isInvalidInput = thrown.name === 'InvalidInput';
  return { isInvalidInput, message: thrown.message, ...(thrown.stack !== undefined && { stack: thrown.stack }) };
};

export const unpackError = ({ isInvalidInput, message, stack }: PackedError): Error => {
  const error = isInvalidInput ? new InvalidInput('', undefined, '') : new Error(message);
  error.message = message;
  if (stack !== undefined) error.stack = stack; // where it happened, which is not here
  return error;
};
