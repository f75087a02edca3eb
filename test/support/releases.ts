/** A released model to load and to break. */

import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshNetwork, MANIFEST_FILE, type NetworkConfig, type Precision } from '../../models/index.ts';
import { sha256Hex } from '../../models/release/load-release.ts';
import { type ReleaseFacts, type WrittenRelease, writeRelease } from '../../train/index.ts';
import { SMALL_NETWORKS } from './networks.ts';

export const FACTS: ReleaseFacts = {
  name: 'a test',
  licence: 'MIT',
  setups: ['random', 'tournament'],
  provenance: { run: 'test', iteration: 3, games: 10, teacherGames: 0, samples: 400, configHash: 'ab'.repeat(32) },
  strength: [
    { agent: 'zero:model=x,sims=8', opponent: 'random', sims: 8, score: 0.9, low: 0.8, high: 0.95, games: 40 },
  ],
};

export const scratchFolder = (): string => mkdtempSync(join(tmpdir(), 'tzaar-release-'));

/** Writes a small network, loud enough that its answers differ from position to position. */
export const writeTestRelease = (
  out: string,
  config: NetworkConfig = SMALL_NETWORKS[0],
  precision: Precision = 'float32',
): Promise<WrittenRelease> => {
  const { weights } = freshNetwork(config, 1);
  return writeRelease({ config, weights: weights.map((weight) => weight * 1.5) }, FACTS, { out, precision });
};

export const copyRelease = (folder: string): string => {
  const copy = join(scratchFolder(), 'copy');
  cpSync(folder, copy, { recursive: true });
  return copy;
};

type Json = Record<string, unknown>;

/** Changes the manifest. */
export const editManifest = (folder: string, edit: (manifest: Json) => void): void =>
  editJson(join(folder, MANIFEST_FILE), edit);

/** Changes a file and lets the manifest vouch for what it is now: only deeper checks can notice. */
export const editFile = async (folder: string, name: string, edit: (bytes: Buffer) => Uint8Array): Promise<void> => {
  const bytes = edit(readFileSync(join(folder, name)));
  writeFileSync(join(folder, name), bytes);
  const sha256 = await sha256Hex(bytes);
  editManifest(folder, (manifest) => {
    const file = (manifest.files as Json[]).find((each) => each.name === name)!;
    Object.assign(file, { size: bytes.length, sha256 });
  });
};

export const editJsonFile = (folder: string, name: string, edit: (json: Json) => void): Promise<void> =>
  editFile(folder, name, (bytes) => {
    const json = JSON.parse(bytes.toString('utf8'));
    edit(json);
    return Buffer.from(JSON.stringify(json));
  });

const editJson = (path: string, edit: (json: Json) => void): void => {
  const json = JSON.parse(readFileSync(path, 'utf8'));
  edit(json);
  writeFileSync(path, JSON.stringify(json));
};
