import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decodeLearner } from '../../models/index.ts';
import { configFile, openRun, peekState, readRun } from '../../train/index.ts';

const FOLDER = 'models/training';
const MEGABYTES = 50;

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  );

test.each(readdirSync(FOLDER).filter((name) => statSync(join(FOLDER, name)).isDirectory()))(
  '%s, a run that is kept here, can go on: its settings, state, learner and samples are read by this program',
  async (name) => {
    const path = join(FOLDER, name);
    const { experiment } = await openRun(path);
    const { iteration, shards } = peekState({ path });
    const learner = join(path, 'checkpoints', `${String(iteration).padStart(6, '0')}.learner`);
    expect((await decodeLearner(readFileSync(learner), learner)).network).toEqual(experiment.settings.network);
    expect(readdirSync(join(path, 'shards'))).toEqual(shards.map((shard) => `${shard}.npz`));
    expect(readRun(path).iterations.at(-1)).toMatchObject({ iteration });
    expect(readFileSync(configFile(path), 'utf8')).not.toMatch(/"path": "[\\/]/); // nothing of one machine
  },
);

test(`runs and models that are kept take ${MEGABYTES} MB at most`, () => {
  const files = [FOLDER, 'models/released'].flatMap(filesIn);
  expect(files.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(MEGABYTES * 1e6);
});
