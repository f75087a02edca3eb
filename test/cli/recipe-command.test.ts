import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { networkPreset } from '../../models/index.ts';
import { readNetwork, weightsHash } from '../../models/node/index.ts';
import { networkFile, readRecipe, readRunConfig } from '../../train/index.ts';
import { tzaarHere } from '../support/cli.ts';
import { contents } from '../support/runs.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const scratch = mkdtempSync(join(tmpdir(), 'tzaar-recipe-'));
const settings = { iterations: 1, 'selfPlay.gamesPerIteration': 4, 'evaluation.every': 0 };
const small = { name: 'small', preset: 'smoke', settings };
const large = {
  name: 'large',
  preset: 'smoke',
  from: 'small',
  settings: { ...settings, 'network.channels': 20, 'selfPlay.teacher.iterations': 0 },
};
const recipeFile = (name: string, ...stages: object[]): string => {
  const file = join(scratch, `${name}.json`);
  writeFileSync(file, JSON.stringify({ stages }));
  return file;
};

describe('tzaar recipe', () => {
  test('trains stage after stage, the later one from where the earlier ended, and a second time does nothing again', async () => {
    const [recipe, out] = [recipeFile('two', small, large), join(scratch, 'out')];
    const args = ['recipe', recipe, '--out', out, '--threads', '1', '--export'];
    const first = await tzaarHere(args);
    expect([first.code, first.out]).toEqual([
      0,
      expect.stringMatching(/stage 1 of 2: .*small\n(.*\n)*stage 2 of 2: .*large\n/),
    ]);
    const grown = await readNetwork(networkFile(join(out, 'large'), 1));
    expect(grown.config).toEqual({ ...networkPreset('tiny'), channels: 20 });
    const source = networkFile(join(out, 'small'), 1);
    expect(readRunConfig(join(out, 'large')).from).toEqual({
      path: source,
      iteration: null,
      hash: weightsHash(await readNetwork(source)),
    });
    expect(JSON.parse(readFileSync(join(out, 'large/released/manifest.json'), 'utf8')).provenance).toMatchObject({
      run: 'large',
      begunFrom: expect.stringMatching(/^small, iteration 1 \([0-9a-f]{16}\)$/),
    });
    expect(existsSync(join(out, 'small/released'))).toBe(false);
    const runs = ['small', 'large'].map((name) => contents(join(out, name)));
    const again = await tzaarHere(args.slice(0, -1));
    expect([again.code, again.out]).toEqual([0, expect.stringContaining('small, trained before')]);
    expect(['small', 'large'].map((name) => contents(join(out, name)))).toEqual(runs);
  });

  test('goes on with what was begun', async () => {
    const [recipe, out] = [recipeFile('begun', small, large), join(scratch, 'begun')];
    expect((await tzaarHere(['recipe', recipeFile('first', small), '--out', out, '--threads', '1'])).code).toBe(0);
    expect((await tzaarHere(['recipe', recipe, '--out', out, '--threads', '1'])).code).toBe(0);
    expect(contents(join(out, 'large'))).toEqual(contents(join(scratch, 'out', 'large')));
  });

  test('refuses a run of another recipe under the name of a stage', async () => {
    const other = { ...small, settings: { ...settings, seed: 9, iterations: 2 } };
    const { code, err } = await tzaarHere(['recipe', recipeFile('other', other), '--out', join(scratch, 'out')]);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(
        /^error: invalid run ".*small": it has other settings than its stage of the recipe: seed, iterations\n$/,
      ),
    ]);
  });

  test.each([
    ['no stages', [], /stages must be/],
    [
      'an unknown source',
      [{ ...large, from: 'nobody' }],
      /stage large: invalid from "nobody": expected an earlier stage/,
    ],
    ['two of a name', [small, small], /stage small: invalid name "small": two stages have it/],
    [
      'a network that shrinks',
      [small, { ...large, settings: { 'network.channels': 4 } }],
      /stage large: .*it can grow, but not lose channels/,
    ],
    [
      'an unknown setting',
      [{ ...small, settings: { 'learner.pases': 1 } }],
      /stage small: .*learner\.pases is not known/,
    ],
    ['a name with a way out', [{ ...small, name: '../out' }], /stages\.0\.name|stages\[0\]\.name|name must/],
  ])('refuses %s before there is a folder', async (name, stages, sentence) => {
    const out = join(scratch, 'none');
    const { code, err } = await tzaarHere(['recipe', recipeFile(name, ...stages), '--out', out]);
    expect([code, err]).toEqual([1, expect.stringMatching(sentence)]);
    expect(existsSync(out)).toBe(false);
  });

  test('every recipe of the examples can be read', () => {
    const stages = readRecipe(join(ROOT, 'examples/recipes/flagship.json'));
    expect(stages.map(({ name, from }) => [name, from])).toEqual([
      ['medium', null],
      ['large', 'medium'],
    ]);
    expect(JSON.parse(readFileSync(join(ROOT, 'examples/recipes/flagship.json'), 'utf8')).stages).toHaveLength(2);
  });
});
