/**
 * Which networks played, by their weights: an agent's spec names only a path, and another network may lie there
 * tomorrow. Kept with the games, so that results can be tied to a network and a match goes on with the same one.
 */
import { InvalidInput } from '../env/index.ts';
import { type Hashes, parseHashes, readHashes, writeHashes } from './kept-hashes.ts';
import type { PreparedAgent } from './prepare-agents.ts';

/** From agents' names to `weightsHash`, for the agents that have a network. */
export type NetworkHashes = Hashes;

const FILE = 'networks.json';

/** The networks that these agents play with, by hash. */
export const networkHashes = (agents: readonly PreparedAgent[]): NetworkHashes =>
  Object.fromEntries(agents.flatMap(({ name, network }) => (network === null ? [] : [[name, network]])));

/** Writes them into a folder of results, or compares them with those of its games; what it returns is true of all its games. */
export const keepNetworks = (folder: string, hashes: NetworkHashes, hasGames: boolean): NetworkHashes => {
  if (!hasGames) {
    writeHashes(folder, FILE, hashes);
    return hashes;
  }
  const kept = readNetworks(folder);
  const other = Object.keys(hashes).find((agent) => kept[agent] !== undefined && kept[agent] !== hashes[agent]);
  if (other === undefined) return kept;
  const why = `it holds games of ${other} with other weights (${kept[other]}, now ${hashes[other]}); give another folder`;
  throw new InvalidInput('folder', folder, why);
};

/** Folders of older programs have none. */
export const readNetworks = (folder: string): NetworkHashes => readHashes(folder, FILE);

/** Reads the networks that a results file names; refuses anything else in a sentence. */
export const parseNetworks: (given: unknown) => NetworkHashes = parseHashes;
