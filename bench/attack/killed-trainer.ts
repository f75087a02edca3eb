/**
 * Trains a run in this process, which ends itself as a power cut would, right before the `killAt`th time that it forces, renames, links or
 * removes a file: `killed-trainer.ts FOLDER KILL_AT`. Prints how often it did when it comes to its end.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const [, , folder, killAt] = process.argv;
let calls = 0;
const DANGEROUS = ['fsyncSync', 'renameSync', 'linkSync', 'unlinkSync', 'rmSync'] as const;
for (const name of DANGEROUS) {
  const original = fs[name] as (...args: unknown[]) => unknown;
  Object.assign(fs, {
    [name]: (...args: unknown[]) => {
      if (++calls === Number(killAt)) process.kill(process.pid, 'SIGKILL');
      return original(...args);
    },
  });
}
syncBuiltinESMExports();

const { lockRun } = await import('../../fleet/index.ts');
const { trainAll } = await import('../../test/support/runs.ts');
const lock = lockRun(folder);
await trainAll(folder);
lock.release();
process.stdout.write(`${calls}\n`);
