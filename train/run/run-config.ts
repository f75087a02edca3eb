/** `config.json` of a run: its settings with every default, the user's modules, and what made it. */

import {
  fitting,
  InvalidInput,
  isRecord,
  list,
  matching,
  orNull,
  preview,
  problemsOf,
  record,
  type Schema,
  text,
  whole,
} from '../../env/index.ts';
import type { ModuleRef } from '../../fleet/index.ts';
import { writeAtomic } from '../../fleet/index.ts';
import type { Experiment, SettingsChange } from '../experiment/experiment.ts';
import { describeProvenance, type RunProvenance } from '../experiment/provenance.ts';
import { formatSealed, readRunJson } from './read-json.ts';
import { configFile, RUN_FORMAT, RUN_VERSION } from './run-files.ts';

/** As it was written: nothing is known of the settings yet, except that they are an object. */
export type RunConfig = {
  readonly version: number;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly modules: readonly ModuleRef[];
  /** What it was begun from, if that was not fresh weights. */
  readonly from: RunOrigin | null;
  readonly changes: readonly RecordedChange[];
  readonly provenance: Partial<RunProvenance>;
};

/** A model whose weights a run began with, or a run that it goes on from; the hash is that of the weights. */
export type RunOrigin = {
  readonly path: string;
  /** Of a run: the last iteration that both have in common; null for a model. */
  readonly iteration: number | null;
  readonly hash: string;
};

/** A change of settings as it was written; `before` has not been checked either. */
export type RecordedChange = Omit<SettingsChange, 'before'> & { readonly before: Readonly<Record<string, unknown>> };

const anyObject: Schema = fitting(isRecord, 'an object');

const ORIGIN = record({
  path: text('', 4096),
  iteration: orNull(whole(0, Number.MAX_SAFE_INTEGER)),
  hash: matching(/^[0-9a-f]{16}$/, 'a hash of 16 hexadecimal digits'),
});

const CHANGE = record({
  iteration: whole(0, Number.MAX_SAFE_INTEGER),
  settings: anyObject,
  before: anyObject,
});
const CHANGES = list(CHANGE, 0, 10_000, 'changes with iteration, settings and before');

const MODULES = list(
  record({ path: text('', 4096), hash: matching(/^[0-9a-f]{64}$/, 'a SHA-256 of 64 hexadecimal digits') }),
  0,
  100,
  'modules with path and hash',
);

/** Versions before the present one had no seal; flat settings are those of version 1. */
const OLD_VERSIONS: readonly unknown[] = [1, 2];

/** Reads the config of a run of any version. */
export const readRunConfig = (path: string, called: string = path): RunConfig => {
  const file = readRunJson(configFile(path), called, { sealed: 'if it has one' });
  if (file === null) throw new InvalidInput('run', called, 'it holds no run (there is no config.json)');
  const { format, version, ...rest } = file;
  if (format !== RUN_FORMAT) throw new InvalidInput('run', called, 'its config.json is not that of a run');
  if (version === 1) return { version, settings: rest, modules: [], from: null, changes: [], provenance: {} };
  if (version === RUN_VERSION) readRunJson(configFile(path), called, { sealed: 'always' });
  else if (!OLD_VERSIONS.includes(version))
    throw new InvalidInput(
      'run',
      called,
      `it has format version ${preview(version, 40)}, this program reads 1 to ${RUN_VERSION}`,
    );
  const { settings, modules = [], from = null, changes = [], ...provenance } = rest;
  const problems = [
    ...(isRecord(settings) ? [] : ['settings must be an object']),
    ...problemsOf(MODULES, modules, 'modules'),
    ...problemsOf(orNull(ORIGIN), from, 'from'),
    ...problemsOf(CHANGES, changes, 'changes'),
  ];
  if (problems.length > 0) throw new InvalidInput('run', called, `in its config.json ${problems.join('; ')}`);
  return { version, settings, modules, from, changes, provenance } as unknown as RunConfig;
};

/** What cannot be told from the experiment is kept as it was. */
export const writeRunConfig = (
  path: string,
  { settings, modules, changes }: Experiment,
  { from, provenance }: Pick<RunConfig, 'from' | 'provenance'> = { from: null, provenance: describeProvenance() },
): void => {
  const told = { ...(from && { from }), ...(changes.length > 0 && { changes }) };
  const config = { format: RUN_FORMAT, version: RUN_VERSION, ...provenance, modules, ...told, settings };
  writeAtomic(configFile(path), formatSealed(config));
};
