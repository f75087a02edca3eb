/**
 * Which networks played, by their weights: an agent's spec names only a path, and another network may lie there
 * tomorrow. Kept beside the games, so that results can be tied to a network and a match goes on with the same one.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { networkOf, parseAgentSpec } from '../agents/index.ts';
import { InvalidInput } from '../env/index.ts';
import { readNetwork, weightsHash } from '../models/node/index.ts';

/** From agents' specs to `weightsHash`, for the agents that have a network. */
export type NetworkHashes = Readonly<Record<string, string>>;

const FILE = 'networks.json';

export const hashNetworks = async (agents: readonly string[]): Promise<NetworkHashes> => {
  const hashes: Record<string, string> = {};
  for (const agent of agents) {
    const model = networkOf(parseAgentSpec(agent));
    if (model !== undefined) hashes[agent] = weightsHash(await readNetwork(model));
  }
  return hashes;
};

/** Writes them into a folder of results, or holds them against those of its games; what it returns is true of all its games. */
export const keepNetworks = (folder: string, hashes: NetworkHashes, hasGames: boolean): NetworkHashes => {
  if (!hasGames) {
    if (Object.keys(hashes).length > 0) writeFileSync(join(folder, FILE), `${JSON.stringify(hashes, null, 2)}\n`);
    return hashes;
  }
  const kept = readNetworks(folder);
  const other = Object.keys(hashes).find((agent) => kept[agent] !== undefined && kept[agent] !== hashes[agent]);
  if (other === undefined) return kept;
  const why = `it holds games of ${other} with other weights (${kept[other]}, now ${hashes[other]}); give another --out`;
  throw new InvalidInput('folder', folder, why);
};

/** Folders of older programs have none. */
export const readNetworks = (folder: string): NetworkHashes => {
  const file = join(folder, FILE);
  if (!existsSync(file)) return {};
  try {
    return parseNetworks(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new InvalidInput('folder', folder, `its ${FILE} cannot be read`, { cause: error });
  }
};

/** What is no text is left out: results may come from anywhere. */
export const parseNetworks = (given: unknown): NetworkHashes => {
  const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string';
  return Object.fromEntries(Object.entries((given ?? {}) as Record<string, unknown>).filter(isText));
};
