/** Copies within runs, where a file may be missing. */
import { copyFileSync } from 'node:fs';
import { InvalidInput } from '../../env/index.ts';
import { describeFailure } from '../../fleet/index.ts';

/** Whether there was such a file. */
export const copyIfThere = (from: string, to: string): boolean => {
  try {
    copyFileSync(from, to);
    return true;
  } catch (error) {
    const failure = error as NodeJS.ErrnoException;
    if (failure.code === 'ENOENT') return false;
    throw new InvalidInput('file', from, `it cannot be copied to ${to}: ${describeFailure(failure)}`, { cause: error });
  }
};
