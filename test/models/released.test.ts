import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { replaySelfcheck } from '../../models/index.ts';
import { openEvaluator, readRelease } from '../../models/node/index.ts';

const RELEASED = resolve(import.meta.dirname, '../../models/released');
const names = readdirSync(RELEASED).filter((name) => existsSync(join(RELEASED, name, 'manifest.json')));

describe('the networks that are shipped', () => {
  test('there is one', () => {
    expect(names.length).toBeGreaterThan(0);
  });

  test.each(names)('%s is whole, answers as it should, and its card tells how strong it is', async (name) => {
    const folder = join(RELEASED, name);
    const { manifest, selfcheck } = await readRelease(folder);
    expect(manifest.name).toBe(name);
    expect(manifest.strength.length).toBeGreaterThan(0);
    const evaluator = await openEvaluator(folder);
    expect((await replaySelfcheck(evaluator, selfcheck)).agrees).toBe(true);
    await evaluator.close();
  });
});
