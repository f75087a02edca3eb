import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

/** Modules for the command line; `own-parts.test.ts` tries them. */
const PARTS = ['own-agent.ts', 'own-head.ts', 'own-rule.ts'];

const EXPECTED: Readonly<Record<string, RegExp>> = {
  '01-random-game.ts': /has won: .* after \d+ actions\n$/,
  '02-gym-loop.ts': /game 9: \d+ actions[\s\S]*white \d+, black \d+\n$/,
  '03-vector-env.ts': /^\d+ games of 4\d\.\d actions, white won \d\d\.\d %\n$/,
  '04-train-tiny.ts':
    /^iteration 1: policy loss \d\.\d\d\n8 games, \d+ samples\niteration 2: .*\n16 games, \d+ samples\n$/,
  '06-paired-match.ts':
    /^pair 0: [012] of 2 points, .*[\s\S]*three hundred positions against greedy: \d+\.\d % \(.*\), Elo .*\n$/,
  '07-one-player.ts':
    /^game 0: reward -?1 after \d+ own actions, (kind-captured|kind-buried|no-capture)\n[\s\S]*game 3: .*\n$/,
};

test('every example is known here', () => {
  const files = readdirSync(resolve(ROOT, 'examples')).filter((name) => name.endsWith('.ts'));
  expect(files.toSorted()).toEqual([...Object.keys(EXPECTED), ...PARTS].toSorted());
});

test.each(Object.entries(EXPECTED))('examples/%s runs, and twice alike', (name, expected) => {
  const run = (): { status: number | null; stdout: string; stderr: string } =>
    spawnSync(process.execPath, ['--import', 'tsx', `examples/${name}`], { cwd: ROOT, encoding: 'utf8' });
  const { status, stdout, stderr } = run();
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(expected);
  expect(run().stdout).toBe(stdout);
});
