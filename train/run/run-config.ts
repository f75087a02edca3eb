/** `config.json` of a run: its settings with every default, the user's modules, and what made it. */

import { InvalidInput, isRecord, list, matching, problemsOf, record, text } from '../../env/index.ts';
import type { ModuleRef } from '../../fleet/index.ts';
import { writeAtomic } from '../../fleet/index.ts';
import { describeProvenance, type RunProvenance } from '../experiment/provenance.ts';
import type { Settings } from '../experiment/settings.ts';
import { formatSealed, readRunJson } from './read-json.ts';
import { configFile, RUN_FORMAT, RUN_VERSION } from './run-files.ts';

/** As it was written: nothing is known of the settings yet, except that they are an object. */
export type RunConfig = {
  readonly version: number;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly modules: readonly ModuleRef[];
  readonly provenance: Partial<RunProvenance>;
};

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
  if (version === 1) return { version, settings: rest, modules: [], provenance: {} };
  if (version === RUN_VERSION) readRunJson(configFile(path), called, { sealed: 'always' });
  else if (!OLD_VERSIONS.includes(version))
    throw new InvalidInput(
      'run',
      called,
      `it has format version ${JSON.stringify(version)}, this program reads 1 to ${RUN_VERSION}`,
    );
  const { settings, modules = [], ...provenance } = rest;
  const problems = [
    ...(isRecord(settings) ? [] : ['settings must be an object']),
    ...problemsOf(MODULES, modules, 'modules'),
  ];
  if (problems.length > 0) throw new InvalidInput('run', called, `in its config.json ${problems.join('; ')}`);
  return { version, settings, modules, provenance } as unknown as RunConfig;
};

export const writeRunConfig = (
  path: string,
  settings: Settings,
  modules: readonly ModuleRef[],
  provenance: Partial<RunProvenance> = describeProvenance(),
): void => {
  const config = { format: RUN_FORMAT, version: RUN_VERSION, ...provenance, modules, settings };
  writeAtomic(configFile(path), formatSealed(config));
};
