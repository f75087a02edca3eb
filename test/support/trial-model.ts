/** A released model for tests of pages: the one that the project ships for them, or one that has learnt nothing. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freshNetwork, networkPreset, PAGE_RELEASE } from '../../models/index.ts';
import { writeRelease } from '../../train/export/write-release.ts';

const RELEASED = resolve(import.meta.dirname, '../../models/released');

export type TrialModel = { readonly folder: string; remove(): void };

export const openTrialModel = async (): Promise<TrialModel> => {
  const shipped = join(RELEASED, PAGE_RELEASE);
  if (existsSync(shipped)) return { folder: shipped, remove: () => {} };
  const parent = mkdtempSync(join(tmpdir(), 'tzaar-model-'));
  const folder = join(parent, 'fresh');
  await writeRelease(
    freshNetwork(networkPreset('small'), 1),
    {
      name: 'fresh',
      licence: 'MIT',
      setups: ['random'],
      provenance: { run: null, iteration: null, games: null, teacherGames: null, samples: null, configHash: null },
      strength: [],
    },
    { out: folder },
  );
  return { folder, remove: () => rmSync(parent, { recursive: true, force: true }) };
};
