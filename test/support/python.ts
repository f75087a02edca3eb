/** Python as the tests find it: the environment that `npm run python:setup` makes, or whatever `python3` is. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { lacking } from './lacking.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const OWN = resolve(ROOT, 'python/.venv/bin/python');

export const PYTHON_FOLDER: string = resolve(ROOT, 'python');
export const PYTHON: string = existsSync(OWN) ? OWN : 'python3';

/** A folder like that of the installed package: what was compiled before the tests, which starts faster than sources do. */
const builtProgram = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'tzaar-program-'));
  copyFileSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  for (const name of ['dist', 'models', 'node_modules']) symlinkSync(join(ROOT, name), join(folder, name), 'dir');
  return folder;
};

/** Programs started with it find the package in its sources. */
export const PYTHON_ENV: NodeJS.ProcessEnv = {
  ...process.env,
  PYTHONPATH: resolve(PYTHON_FOLDER, 'src'),
  PYTHONDONTWRITEBYTECODE: '1',
  TZAAR_ZERO: builtProgram(),
};

/** True where tests that import these must be skipped. */
export const lackingPython = (...modules: readonly string[]): boolean => {
  const { status } = spawnSync(PYTHON, ['-c', `import ${modules.join(', ')}`]);
  return lacking(`Python with ${modules.join(', ')} (npm run python:setup)`, status === 0);
};
