/**
 * Loads a module of the user's and registers its parts. A module exports data, `parts` and `settings`; it registers
 * nothing by itself, so it can be checked as a whole first, and refused as a whole in one error.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { InvalidInput, isRecord, problemsOf } from '../env/index.ts';
import { describeFailure } from './files/synced-file.ts';
import { importModule } from './import-module.ts';
import { PARTS_SHAPE } from './part-shapes.ts';
import { clashesOf, type Parts, registerParts } from './parts.ts';

/** A user's module, and which version of it. */
export type ModuleRef = {
  /** Absolute. */
  readonly path: string;
  /** SHA-256 of the file's bytes, in hex. What the file imports is not in it. */
  readonly hash: string;
};

/** What a user's module exports, and its hash. */
export type LoadedParts = ModuleRef & {
  readonly parts: Parts;
  /** A partial training config, not checked here; `undefined` where the module has none. */
  readonly settings: unknown;
};

const loaded = new Map<string, LoadedParts>();

/** All modules that this thread has loaded, in order: what its workers must load too. */
export const loadedModules = (): readonly ModuleRef[] =>
  Array.from(loaded.values(), ({ path, hash }) => ({ path, hash }));

/** The parts of a module that is loaded already, or nothing. */
export const loadedParts = (path: string): LoadedParts | undefined => loaded.get(resolve(path));

/** Loading a module again is free, unless it changed. With `hash`, only that version of it is accepted. */
export const loadParts = async (path: string, hash?: string): Promise<LoadedParts> => {
  const file = resolve(path);
  const found = hashOf(file, path);
  if (hash !== undefined && found !== hash) throw new InvalidInput('module', path, 'it changed since the run began');
  const before = loaded.get(file);
  if (before !== undefined) {
    if (before.hash === found) return before;
    throw new InvalidInput('module', path, 'it changed since it was loaded; restart to use it as it is now');
  }
  const { parts, settings } = checkExports(await importModule(file, path), path);
  registerParts(parts);
  const result: LoadedParts = { path: file, hash: found, parts, settings };
  loaded.set(file, result);
  return result;
};

/** A module as it lies on the disk now, without loading it. */
export const referTo = (path: string): ModuleRef => ({ path: resolve(path), hash: hashOf(resolve(path), path) });

const hashOf = (file: string, path: string): string => {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such file' : describeFailure(error as NodeJS.ErrnoException);
    throw new InvalidInput('module', path, why, { cause: error });
  }
};

const checkExports = (
  { parts, settings, ...others }: Readonly<Record<string, unknown>>,
  path: string,
): { parts: Parts; settings: unknown } => {
  const refuse = (problems: readonly string[]): void => {
    if (problems.length > 0) throw new InvalidInput('module', path, problems.join('; '));
  };
  if (parts === undefined && settings === undefined) {
    const only = Object.keys(others).length > 0 ? `, only ${Object.keys(others).join(', ')}` : '';
    refuse([`it exports neither parts nor settings${only}; expected export const parts = { … }`]);
  }
  refuse([
    ...(parts === undefined ? [] : problemsOf(PARTS_SHAPE, parts, 'parts')),
    ...(settings === undefined || isRecord(settings) ? [] : ['settings must be an object']),
  ]);
  const checked = (parts ?? {}) as Parts;
  refuse(clashesOf(checked));
  return { parts: checked, settings };
};
