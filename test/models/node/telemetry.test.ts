import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeAtomic } from '../../../fleet/index.ts';
import { encodeNetwork, freshNetwork, networkPreset } from '../../../models/index.ts';
import { tzaar } from '../../support/cli.ts';

test('onnxruntime leaves no telemetry behind, in worker threads neither', async () => {
  const home = mkdtempSync(join(tmpdir(), 'tzaar-home-'));
  const model = join(home, 'model.network');
  writeAtomic(model, await encodeNetwork(freshNetwork(networkPreset('tiny'), 1)));
  // It keeps quiet by itself where it takes itself to be tested.
  const env = { PATH: process.env.PATH, HOME: home };
  const { code, err } = tzaar(['match', `zero:model=${model},sims=2`, 'random', '--games', '2'], '', env);
  expect(code, err).toBe(0);
  expect(readdirSync(home).filter((name) => name === '.cache')).toEqual([]);
  rmSync(home, { recursive: true, force: true });
});
