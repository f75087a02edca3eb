import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

test.each([1, 2])('train --threads %d plays, evaluates and measures on so many workers', (threads) => {
  const folder = mkdtempSync(join(tmpdir(), 'tzaar-threads-'));
  const started = join(folder, 'started.txt');
  writeFileSync(started, '');
  // Loaded before the program: notes every worker that is started, and what it is for.
  const counter = join(folder, 'count-workers.mjs');
  writeFileSync(
    counter,
    `import { appendFileSync } from 'node:fs';
     import { syncBuiltinESMExports } from 'node:module';
     import threads from 'node:worker_threads';
     const { Worker } = threads;
     threads.Worker = class extends Worker {
       constructor(file, options) {
         super(file, options);
         if (options?.workerData?.entry) appendFileSync(${JSON.stringify(started)}, options.workerData.entry + '\\n');
       }
     };
     syncBuiltinESMExports();`,
  );
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      ...['--import', pathToFileURL(counter).href, '--import', 'tsx', 'cli/main.ts', 'train', '--preset', 'smoke'],
      ...['--threads', String(threads), '--evaluate', '--out', join(folder, 'run')],
      ...['--set', 'iterations=2', '--set', 'evaluation.every=1', '--set', 'evaluation.games=4'],
    ],
    { cwd: ROOT, encoding: 'utf8' },
  );
  expect([status, stderr]).toEqual([0, expect.not.stringContaining('Error')]);
  const entries = readFileSync(started, 'utf8').trimEnd().split('\n');
  for (const worker of ['self-play-worker', 'pair-worker'])
    expect(entries.filter((entry) => entry.includes(worker)).length, worker).toBe(threads);
  expect(entries).toHaveLength(2 * threads);
});
