/** What is exported: a run's best or last network, or any weight file, with all that is known of where it comes from. */

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { InvalidInput, type Setup } from '../../env/index.ts';
import { makeTrainConfig, modelPath, type TrainConfig } from '../index.ts';
import type { ReleaseFacts } from './write-release.ts';

export type ExportSource = {
  /** The weight file. */
  readonly path: string;
  readonly name: string;
  readonly setups: readonly Setup[];
  readonly provenance: ReleaseFacts['provenance'];
};

/** Reads only: a run that is still being trained is left in peace. */
export const findSource = (given: string): ExportSource => {
  const path = resolve(given);
  if (!existsSync(path)) throw new InvalidInput('run or checkpoint', given, 'there is no such folder or file');
  if (statSync(path).isDirectory()) return sourceInRun(path, given, null);
  const [, digits] = /^(\d{6})\.network$/.exec(basename(path)) ?? [];
  const run = dirname(dirname(path));
  if (digits !== undefined && basename(dirname(path)) === 'checkpoints' && existsSync(join(run, 'config.json'))) {
    return sourceInRun(run, given, Number(digits));
  }
  const provenance = { run: null, iteration: null, games: null, teacherGames: null, samples: null, configHash: null };
  return { path, name: basename(path).replace(/\.\w+$/, ''), setups: [], provenance };
};

const sourceInRun = (run: string, given: string, wanted: number | null): ExportSource => {
  if (!existsSync(join(run, 'config.json'))) {
    const why =
      'expected the folder of a run (with config.json) or a .network file; released models are exported already';
    throw new InvalidInput('run or checkpoint', given, why);
  }
  const bytes = readFileSync(join(run, 'config.json'));
  const config = parseConfig(bytes, given);
  const state = readJson(join(run, 'state.json'), given);
  const iteration = wanted ?? bestIteration(run, given) ?? (state?.iteration as number | undefined);
  if (iteration === undefined) throw new InvalidInput('run', given, 'it has no finished iteration yet');
  const path = modelPath({ path: run, config }, iteration);
  if (!existsSync(path)) throw new InvalidInput('run', given, `its network of iteration ${iteration} is missing`);
  const counted = state?.iteration === iteration ? state : savedAt(run, iteration);
  const name = basename(run);
  const games = wholeOrNull(counted?.games);
  const teacherGames = Math.min(iteration, config.teacherIterations) * config.gamesPerIteration;
  return {
    path,
    name: `${name}-${String(iteration).padStart(6, '0')}`,
    setups: setupsOf(config),
    provenance: {
      run: name,
      iteration,
      games: games === null ? null : games - teacherGames,
      teacherGames,
      samples: wholeOrNull(counted?.samples),
      configHash: createHash('sha256').update(bytes).digest('hex'),
    },
  };
};

const parseConfig = (bytes: Uint8Array, given: string): TrainConfig => {
  const { format, version, ...settings } = parseJson(new TextDecoder().decode(bytes), 'config.json', given);
  if (format !== 'tzaar-run') throw new InvalidInput('run', given, 'its config.json is not that of a run');
  return makeTrainConfig(undefined, settings);
};

/** `best.json` names the iteration that won against the others, where a run has judged them. */
const bestIteration = (run: string, given: string): number | null => {
  const best = readJson(join(run, 'best.json'), given);
  if (best === null) return null;
  if (Number.isInteger(best.iteration) && (best.iteration as number) >= 0) return best.iteration as number;
  throw new InvalidInput('run', given, 'its best.json names no iteration');
};

/** What the run had counted when it saved an iteration; the file is only for people, so what cannot be read is skipped. */
const savedAt = (run: string, iteration: number): Record<string, unknown> | null => {
  const file = join(run, 'metrics.jsonl');
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, 'utf8').split('\n').reverse();
  for (const line of lines) {
    if (!line.includes('"saved"')) continue;
    try {
      const facts = JSON.parse(line) as Record<string, unknown>;
      if (facts.stage === 'saved' && facts.iteration === iteration) return facts;
    } catch {
      // the last line of a run that was killed may be half a line
    }
  }
  return null;
};

const setupsOf = ({ fixedShare, tournamentShare }: TrainConfig): Setup[] => [
  ...(fixedShare + tournamentShare < 1 ? (['random'] as const) : []),
  ...(fixedShare > 0 ? (['fixed'] as const) : []),
  ...(tournamentShare > 0 ? (['tournament'] as const) : []),
];

const wholeOrNull = (given: unknown): number | null => (Number.isInteger(given) ? (given as number) : null);

const readJson = (file: string, given: string): Record<string, unknown> | null =>
  existsSync(file) ? parseJson(readFileSync(file, 'utf8'), basename(file), given) : null;

const parseJson = (text: string, name: string, given: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // said below
  }
  throw new InvalidInput('run', given, `its ${name} is not a JSON object`);
};
