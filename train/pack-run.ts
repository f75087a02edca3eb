/**
 * A run in few files: what it did and all that training needs to go on, without the games and with the newest samples only. It is a
 * run itself, which `train --resume` and `--fork`, `report`, `runs`, `serve` and `export` read like any other.
 */
import { basename } from 'node:path';
import { InvalidInput } from '../env/index.ts';
import type { Experiment } from './experiment/experiment.ts';
import { readBest } from './run/best-network.ts';
import { loadCheckpoint, peekState, type RunState, saveCheckpoint } from './run/checkpoints.ts';
import { copyIfThere } from './run/copy-file.ts';
import { readRunConfig, writeRunConfig } from './run/run-config.ts';
import { bestFile, metricsFile, networkFile, parseJobName, shardFile } from './run/run-files.ts';
import { makeRunFolders, openRun, type RunFolder, requireNewRun } from './run/run-folder.ts';
import { copyPlayers } from './warm-start.ts';

/** What a packed run keeps. */
export type PackOptions = {
  /** The samples of so many iterations, the newest. Learning goes on with these, and the window grows again. */
  readonly iterations: number;
};

/** What came of it. */
export type PackedRun = { readonly run: RunFolder; readonly state: RunState };

/** Packs the last finished iteration of a run into a new folder; the config is written last. The run may be training. */
export const packRun = async (from: string, to: string, { iterations }: PackOptions): Promise<PackedRun> => {
  requireNewRun(to);
  const { run, experiment } = await openRun(from);
  const state = peekState(run);
  if (state.iteration === 0)
    throw new InvalidInput('run', from, 'no iteration of it is finished, so there is nothing to pack');
  const learner = await loadCheckpoint(run, state.iteration);
  makeRunFolders(to);
  const isNew = (name: string): boolean => parseJobName(name)[0] > state.iteration - iterations;
  const shards = state.shards.filter((name) => isNew(name) && copyIfThere(shardFile(from, name), shardFile(to, name)));
  const packed = { ...state, shards };
  const { network, learner: learning } = experiment.settings;
  await saveCheckpoint({ path: to }, network, learner, packed, learning.keepCheckpoints);
  copyPlayers(from, to, experiment, state.iteration);
  for (const iteration of networksMet(run, experiment, state.iteration))
    copyIfThere(networkFile(from, iteration), networkFile(to, iteration));
  copyIfThere(bestFile(from), bestFile(to));
  copyIfThere(metricsFile(from), metricsFile(to));
  const { from: origin, provenance } = readRunConfig(from);
  // Where that one lay means nothing elsewhere.
  const named = origin === null ? null : { ...origin, path: basename(origin.path) };
  writeRunConfig(to, experiment, { from: named, provenance });
  return { run: { path: to }, state: packed };
};

/** Networks that later ones are measured against: the best, and those that are met some iterations later. */
const networksMet = (run: RunFolder, { settings }: Experiment, done: number): readonly number[] => {
  const { every, back } = settings.evaluation;
  const met = [readBest(run)?.iteration ?? done];
  if (every > 0 && back > 0)
    for (let next = (Math.floor(done / every) + 1) * every; next - back <= done; next += every) met.push(next - back);
  return met.filter((iteration) => iteration >= 0);
};
