/** A process that takes and releases the lock of a folder as it is told: `take`, `release`, `end`. It answers each word with one. */
import { createInterface } from 'node:readline';
import { lockRun, type RunLock } from '../../../fleet/files/run-lock.ts';

const [, , folder] = process.argv;
let lock: RunLock | null = null;
const take = (): string => {
  try {
    lock = lockRun(folder);
    return 'taken';
  } catch (error) {
    return `refused ${(error as Error).name} ${(error as Error).message}`;
  }
};

createInterface({ input: process.stdin }).on('line', (word) => {
  if (word === 'take') process.stdout.write(`${take()}\n`);
  if (word === 'release') {
    lock?.release();
    lock = null;
    process.stdout.write('released\n');
  }
  if (word === 'end') process.exit();
});
process.stdout.write('ready\n');
