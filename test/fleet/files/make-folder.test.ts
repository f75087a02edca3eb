import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { InvalidInput } from '../../../env/index.ts';
import { makeFolder } from '../../../fleet/index.ts';

const scratch = (): string => mkdtempSync(join(tmpdir(), 'tzaar-make-'));
const ROOT = resolve(import.meta.dirname, '../../..');

test('a folder is made with all it lies in, and may be there already', () => {
  const at = scratch();
  for (const path of [join(at, 'a', 'b', 'c'), join(at, 'a', 'b'), at, `${join(at, 'a', 'd')}/`]) makeFolder(path);
  expect(readdirSync(at, { recursive: true }).sort()).toEqual(['a', 'a/b', 'a/b/c', 'a/d']);
});

test('a file in the way is told, and which', () => {
  const file = join(scratch(), 'file');
  writeFileSync(file, '');
  for (const path of [file, join(file, 'a', 'b')]) {
    expect(() => makeFolder(path)).toThrow(InvalidInput);
    expect(() => makeFolder(path)).toThrow(`invalid folder "${path}": ${file} cannot be made: a file is in the way`);
  }
});

/** Each makes a folder below the one it is given. */
const MAKERS: Readonly<Record<string, string>> = {
  makeFolder: `import { makeFolder as make } from './fleet/index.ts';`,
  'a release': `import { writeFolder } from './train/export/release-folder.ts';
    const make = (path) => writeFolder(path + '/z', new Map(), async () => {});`,
  'a run': `import { createRun, makeExperiment, makeSettings } from './train/index.ts';
    const make = (path) => createRun(path, makeExperiment(makeSettings({})));`,
  'an event file': `import { EventFile } from './train/watch/event-file.ts';
    const make = (path) => new EventFile(path, 0);`,
  'a folder of results': `import { makeSchedule, openResults } from './arena/index.ts';
    const schedule = makeSchedule(['random', 'greedy'], 'match', { games: 2, setup: 'random', seed: 1 });
    const make = (path) => openResults(path, schedule, { networks: {}, modules: {} });`,
};

// In a process of its own, since what is tested is that it ends.
describe.runIf(process.platform === 'linux')('where the system takes no folders', () => {
  test.each(Object.keys(MAKERS))('%s ends with a sentence', (name) => {
    const script = `${MAKERS[name]}
      try { await make('/proc/x/y'); } catch (error) { console.log(error.name, error.message); }`;
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '-e', script],
      { cwd: ROOT, encoding: 'utf8', timeout: 120_000, killSignal: 'SIGKILL' },
    );
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^InvalidInput invalid folder "\/proc\/x\/y\S*": \/proc\/x cannot be made: no folder can be/,
    );
  });
});
