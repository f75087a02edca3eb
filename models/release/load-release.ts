/**
 * Loads a released model from wherever its files are: a folder in Node, an address in a browser. Reads `manifest.json`,
 * the list of weights in `model.json`, `weights.bin` and `selfcheck.json`; versions, sizes, hashes and shapes are
 * checked, each before it is relied on, and what does not fit is refused with a sentence.
 */
import { InvalidInput } from '../../env/index.ts';
import { defineNetwork } from '../network/network.ts';
import { type NetworkWeights, parametersOf } from '../network/parameters.ts';
import {
  GRAPH_FILE,
  MANIFEST_FILE,
  parseManifest,
  type ReleaseFile,
  type ReleaseManifest,
  SELFCHECK_FILE,
  WEIGHTS_FILE,
} from './manifest.ts';
import { parseSelfcheck, type Selfcheck } from './selfcheck.ts';
import { checkWeightList, parseWeightList, readParameters } from './weight-list.ts';

/** A released model, read and checked. */
export type Release = {
  readonly manifest: ReleaseManifest;
  readonly network: NetworkWeights;
  readonly selfcheck: Selfcheck;
  /** What could not be checked, for people; empty as a rule. */
  readonly remarks: readonly string[];
};

/** Reads a file of the release whole; more than `most` bytes need not be read, since they would be refused. */
export type ReadReleaseFile = (name: string, most: number) => Promise<Uint8Array>;

const MANIFEST_SIZE_LIMIT = 2 ** 20;

/** `source` names the folder or address in errors. */
export const loadRelease = async (readFile: ReadReleaseFile, source = 'the folder'): Promise<Release> => {
  const read = reader(readFile, source);
  const text = await read(MANIFEST_FILE, MANIFEST_SIZE_LIMIT);
  if (text.length > MANIFEST_SIZE_LIMIT) {
    throw new InvalidInput('released model', source, `its ${MANIFEST_FILE} has more than ${MANIFEST_SIZE_LIMIT} bytes`);
  }
  const manifest = parseManifest(parseJson(text, MANIFEST_FILE, source), source);
  const list = parametersOf(defineNetwork(manifest.network));
  if (manifest.parameters !== list.size) {
    const why = `it says it has ${manifest.parameters} parameters, its network has ${list.size}`;
    throw new InvalidInput('released model', source, why);
  }
  const listed = async (name: string): Promise<Uint8Array> => {
    const file = fileOf(manifest, name);
    const bytes = await read(name, file.size);
    await checkFile(file, bytes, source);
    return bytes;
  };
  const entries = parseWeightList(parseJson(await listed(GRAPH_FILE), GRAPH_FILE, source), source);
  checkWeightList(entries, list, fileOf(manifest, WEIGHTS_FILE).size, source);
  const weights = readParameters(entries, list, await listed(WEIGHTS_FILE), source);
  const selfcheck = parseSelfcheck(parseJson(await listed(SELFCHECK_FILE), SELFCHECK_FILE, source), source);
  return {
    manifest,
    network: { config: manifest.network, weights },
    selfcheck,
    remarks: canHash() ? [] : ['only sizes were checked, not SHA-256: browsers offer it over https and on localhost'],
  };
};

/** Checks the bytes of a file against what the manifest says of it; hashes only where there is a way to compute them. */
export const checkFile = async (
  { name, size, sha256 }: ReleaseFile,
  bytes: Uint8Array,
  source: string,
): Promise<void> => {
  if (bytes.length !== size) {
    const how = bytes.length < size ? 'it is cut short' : 'it is another file';
    const why = `its ${name} has ${bytes.length} bytes, its ${MANIFEST_FILE} says ${size}: ${how}`;
    throw new InvalidInput('released model', source, why);
  }
  if (canHash() && (await sha256Hex(bytes)) !== sha256) {
    throw new InvalidInput('released model', source, `the SHA-256 of its ${name} does not match: it is damaged`);
  }
};

export const sha256Hex = async (bytes: Uint8Array): Promise<string> => {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
};

const canHash = (): boolean => globalThis.crypto?.subtle !== undefined;

const fileOf = ({ files }: ReleaseManifest, wanted: string): ReleaseFile => {
  const file = files.find(({ name }) => name === wanted);
  if (file === undefined) throw new Error(`a checked manifest lists ${wanted}`);
  return file;
};

const reader =
  (readFile: ReadReleaseFile, source: string): ReadReleaseFile =>
  async (name, most) => {
    try {
      return await readFile(name, most);
    } catch (error) {
      if (error instanceof InvalidInput || (error as Error | null)?.name === 'AbortError') throw error;
      const why = error instanceof Error ? error.message : String(error);
      throw new InvalidInput('released model', source, `its ${name} cannot be read: ${why}`, { cause: error });
    }
  };

const parseJson = (bytes: Uint8Array, name: string, source: string): unknown => {
  const text = new TextDecoder().decode(bytes);
  try {
    return JSON.parse(text);
  } catch (error) {
    const what = /^\s*</.test(text) ? 'a web page, not JSON' : 'not JSON';
    throw new InvalidInput('released model', source, `its ${name} is ${what}`, { cause: error });
  }
};
