import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tzaarHere } from '../support/cli.ts';

const MODEL = 'models/released/small-3';
const out = join(mkdtempSync(join(tmpdir(), 'tzaar-device-')), 'out');

test.each([
  { words: ['analyse', '--setup', 'fixed', '--model', MODEL] },
  { words: ['match', `zero:model=${MODEL},sims=2`, 'random', '--games', '2'] },
  { words: ['evaluate', '--model', MODEL, '--games', '2'] },
  { words: ['selfplay', '--model', MODEL, '--games', '2', '--out', out] },
  { words: ['train', '--preset', 'smoke', '--out', out] },
])('tzaar $words.0 refuses a device that is not there, before it does anything', async ({ words }) => {
  const { code, out: printed, err } = await tzaarHere([...words, '--device', 'abacus']);
  expect({ code, printed }).toEqual({ code: 1, printed: '' });
  expect(err).toMatch(/^error: invalid .*"abacus".*this build of onnxruntime has cpu/);
  expect(err.split('\n')).toHaveLength(2);
  expect(existsSync(out)).toBe(false);
});
