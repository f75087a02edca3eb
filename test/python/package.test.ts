/** The tests of the Python package, each as a test here: pytest runs them all at once and reports a line for each. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { lackingPython, PYTHON, PYTHON_ENV, PYTHON_FOLDER } from '../support/python.ts';

const PEERS = ['pytest', 'numpy', 'gymnasium', 'pettingzoo', 'onnxruntime'] as const;

/** All of it takes a minute or two; a machine with other work to do is given many times as long. */
const PATIENCE_MS = 1_800_000;

describe.skipIf(lackingPython(...PEERS))('the Python package:', () => {
  // torch is large: where it alone is missing, its tests are skipped like the others elsewhere.
  const ignored = lackingPython('torch') ? ['--ignore=tests/test_torch.py', '--ignore=tests/test_examples.py'] : [];
  const listed = spawnSync(PYTHON, ['-m', 'pytest', '--collect-only', '-q', ...ignored], {
    cwd: PYTHON_FOLDER,
    env: PYTHON_ENV,
    encoding: 'utf8',
  });
  const names = listed.stdout.split('\n').filter((line) => line.includes('::'));
  const report = join(mkdtempSync(join(tmpdir(), 'tzaar-pytest-')), 'report.jsonl');
  let outcomes: ReadonlyMap<string, readonly string[]> = new Map();
  let said = '';

  beforeAll(async () => {
    const child = spawn(PYTHON, ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', ...ignored], {
      cwd: PYTHON_FOLDER,
      env: { ...PYTHON_ENV, TZAAR_REPORT: report },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
    await new Promise((resolve) => child.on('close', resolve));
    outcomes = readReport(existsSync(report) ? readFileSync(report, 'utf8') : '');
  }, PATIENCE_MS);

  test('there are tests', () => expect(names.length, listed.stdout + listed.stderr).toBeGreaterThan(40));

  test.each(names)('%s', (name) => {
    expect(outcomes.get(name) ?? [`it did not run: ${said.slice(-4000)}`]).toEqual(['passed']);
  });
});

/** What was said of each test: `passed`, or how it failed or why it was skipped. */
const readReport = (text: string): ReadonlyMap<string, readonly string[]> => {
  const outcomes = new Map<string, string[]>();
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const { id, outcome, text: why } = JSON.parse(line) as Record<'id' | 'outcome' | 'text', string>;
    outcomes.set(id, [...(outcomes.get(id) ?? []), outcome === 'passed' ? outcome : `${outcome}: ${why}`]);
  }
  return outcomes;
};
