/** Python as the tests find it: the environment that `npm run python:setup` makes, or whatever `python3` is. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { lacking } from './lacking.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const OWN = resolve(ROOT, 'python/.venv/bin/python');

export const PYTHON_FOLDER: string = resolve(ROOT, 'python');
export const PYTHON: string = existsSync(OWN) ? OWN : 'python3';

/** Programs started with it find the package in its sources, and the program in this clone. */
export const PYTHON_ENV: NodeJS.ProcessEnv = {
  ...process.env,
  PYTHONPATH: resolve(PYTHON_FOLDER, 'src'),
  PYTHONDONTWRITEBYTECODE: '1',
  TZAAR_ZERO: ROOT,
};

/** True where tests that import these must be skipped. */
export const lackingPython = (...modules: readonly string[]): boolean => {
  const { status } = spawnSync(PYTHON, ['-c', `import ${modules.join(', ')}`]);
  return lacking(`Python with ${modules.join(', ')} (npm run python:setup)`, status === 0);
};
