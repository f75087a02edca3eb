/** What is exported: a run's best or last network, or any weight file, with all that is known of where it comes from. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { InvalidInput, type Setup } from '../../env/index.ts';
import type { ModuleRef } from '../../fleet/index.ts';
import { type FlatSettings, flattenSettings } from '../experiment/flatten-settings.ts';
import { renameOldSettings } from '../experiment/old-settings.ts';
import { readRun } from '../report/read-run.ts';
import { readBest } from '../run/best-network.ts';
import { peekSavedState, peekState, type RunState } from '../run/checkpoints.ts';
import { readRunConfig } from '../run/run-config.ts';
import { configFile, networkFile, runOfNetwork, stateFile } from '../run/run-files.ts';
import type { ReleaseFacts } from './write-release.ts';

/** The weight file to be released, and what is known of it. */
export type ExportSource = {
  /** The weight file. */
  readonly path: string;
  readonly name: string;
  readonly setups: readonly Setup[];
  readonly provenance: ReleaseFacts['provenance'];
  /** The modules that its run was trained with: its network may have parts of theirs. */
  readonly modules: readonly ModuleRef[];
};

/** Reads only: a run that is still being trained is not disturbed. */
export const findSource = (given: string): ExportSource => {
  const path = resolve(given);
  if (!existsSync(path)) throw new InvalidInput('run or checkpoint', given, 'there is no such folder or file');
  if (statSync(path).isDirectory()) return sourceInRun(path, given, null);
  const found = runOfNetwork(path);
  if (found !== null && existsSync(configFile(found.run))) return sourceInRun(found.run, given, found.iteration);
  const provenance = { run: null, iteration: null, games: null, teacherGames: null, samples: null, configHash: null };
  return { path, name: basename(path).replace(/\.\w+$/, ''), setups: [], provenance, modules: [] };
};

const sourceInRun = (run: string, given: string, wanted: number | null): ExportSource => {
  if (!existsSync(configFile(run))) {
    const why =
      'expected the folder of a run (with config.json) or a .network file; released models are exported already';
    throw new InvalidInput('run or checkpoint', given, why);
  }
  const settings = settingsOf(run, given);
  const iteration = wanted ?? bestIteration(run, given);
  const path = networkFile(run, iteration);
  if (!existsSync(path)) throw new InvalidInput('run', given, `its network of iteration ${iteration} is missing`);
  const counted = stateAt(run, iteration);
  const teacherIterations = numberAt(settings, 'selfPlay.teacher.iterations');
  const teacherGames = Math.min(iteration, teacherIterations) * numberAt(settings, 'selfPlay.gamesPerIteration');
  const name = basename(run);
  return {
    path,
    name: `${name}-${String(iteration).padStart(6, '0')}`,
    setups: setupsOf(settings),
    modules: readRunConfig(run, given).modules,
    provenance: {
      run: name,
      iteration,
      ...begunFrom(run),
      games: counted === null ? null : counted.games - teacherGames,
      teacherGames,
      samples: counted?.samples ?? null,
      ...costOf(run, iteration),
      configHash: createHash('sha256')
        .update(readFileSync(configFile(run)))
        .digest('hex'),
    },
  };
};

/** The model whose weights it began with, also where it is a fork of a run that did, as far as those can be read. */
const begunFrom = (run: string): Pick<ReleaseFacts['provenance'], 'begunFrom'> => {
  const { from } = readRunConfig(run);
  if (from === null) return {};
  if (from.iteration !== null) return existsSync(configFile(from.path)) ? begunFrom(from.path) : {};
  const source = runOfNetwork(from.path);
  const name = source === null ? basename(from.path) : `${basename(source.run)}, iteration ${source.iteration}`;
  return { begunFrom: `${name} (${from.hash})` };
};

/** What it took, by the run's own metrics; nothing where they do not tell. */
const costOf = (run: string, iteration: number): Pick<ReleaseFacts['provenance'], 'trainingSeconds' | 'cores'> => {
  const { iterations } = readRun(run);
  const { machine } = readRunConfig(run).provenance;
  const seconds = iterations
    .filter((each) => each.iteration <= iteration)
    .reduce((sum, each) => sum + (each.seconds ?? 0), 0);
  return {
    ...(seconds > 0 && { trainingSeconds: Math.round(seconds) }),
    ...(machine !== undefined && { cores: machine.cores }),
  };
};

/** What the run had counted when it saved an iteration; null where that is unknown. */
const stateAt = (run: string, iteration: number): RunState | null => {
  const saved = peekSavedState({ path: run }, iteration);
  if (saved !== null) return saved;
  const last = peekState({ path: run });
  return last.iteration === iteration ? last : null;
};

const settingsOf = (run: string, given: string): FlatSettings => {
  const { version, settings } = readRunConfig(run, given);
  return version === 1 ? renameOldSettings(flattenSettings(settings)) : flattenSettings(settings);
};

const numberAt = (settings: FlatSettings, name: string): number => {
  const value = settings[name];
  return typeof value === 'number' ? value : 0;
};

/** The iteration that won against the others, where a run has judged them; else its last. */
const bestIteration = (run: string, given: string): number => {
  const best = readBest({ path: run });
  if (best !== null) return best.iteration;
  if (!existsSync(stateFile(run))) throw new InvalidInput('run', given, 'it has no finished iteration yet');
  return peekState({ path: run }).iteration;
};

const setupsOf = (settings: FlatSettings): Setup[] => {
  const [fixed, tournament] = [
    numberAt(settings, 'selfPlay.setups.fixed'),
    numberAt(settings, 'selfPlay.setups.tournament'),
  ];
  return [
    ...(fixed + tournament < 1 ? (['random'] as const) : []),
    ...(fixed > 0 ? (['fixed'] as const) : []),
    ...(tournament > 0 ? (['tournament'] as const) : []),
  ];
};
