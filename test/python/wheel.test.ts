/** The wheel that carries the program, installed where there is nothing else: no clone, no npm package, no variable. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { lackingPython, PYTHON } from '../support/python.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PATIENCE_MS = 900_000;

const PLAY = `
import tzaar_zero
from tzaar_zero.find_program import find_program
assert "site-packages" in str(find_program()), find_program()
now = tzaar_zero.Games(2, opponent="greedy").reset(seed=1)
print(now["mask"].any(axis=1).tolist(), tzaar_zero.Arena().match("greedy", "random", games=2)["games"])
`;

/** It installs from the registry, so it runs with the other installs. */
test.skipIf(!process.env.TZAAR_INSTALLS || lackingPython('setuptools', 'numpy'))(
  'a wheel with the program plays by itself',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'tzaar-wheel-'));
    const { TZAAR_ZERO: _clone, PYTHONPATH: _sources, ...env } = process.env;
    const run = (program: string, ...words: readonly string[]): string => {
      const { stdout, stderr, status } = spawnSync(program, words, { cwd: folder, env, encoding: 'utf8' });
      expect([program, words, status], stderr).toEqual([program, words, 0]);
      return stdout;
    };
    run('npm', '--prefix', ROOT, 'run', '-s', 'python:wheel', '--', '--out', folder);
    run(PYTHON, '-m', 'venv', '--system-site-packages', 'own');
    const python = join(folder, 'own', 'bin', 'python');
    const [wheel] = readdirSync(folder).filter((name) => name.endsWith('.whl'));
    run(python, '-m', 'pip', 'install', '--quiet', '--no-deps', '--no-index', join(folder, wheel));
    expect(run(python, '-c', PLAY)).toBe('[True, True] 2\n');
  },
  PATIENCE_MS,
);
