/**
 * Where networks lie, by the hash of their weights. Paths are used again for other networks and mean nothing on another
 * machine; a hash means one network everywhere.
 */
import { resolve } from 'node:path';
import { InvalidInput } from '../env/index.ts';
import { readNetwork } from '../models/node/open-evaluator.ts';
import { networkPath } from '../models/node/shipped-model.ts';
import { weightsHash } from '../models/node/weights-hash.ts';

/** Networks that jobs can name by hash. */
export interface NetworkStore {
  /** Makes the network of a weight file or a released model known; returns its `weightsHash`. */
  add(path: string): Promise<string>;
  /** Where a worker finds the network with this hash. */
  where(hash: string): string;
}

/** Networks on the disks of this machine. */
export class LocalNetworkStore implements NetworkStore {
  readonly #paths = new Map<string, string>();

  async add(path: string): Promise<string> {
    const hash = weightsHash(await readNetwork(path));
    this.#paths.set(hash, resolve(networkPath(path)));
    return hash;
  }

  where(hash: string): string {
    const path = this.#paths.get(hash);
    if (path === undefined) throw new InvalidInput('network', hash, 'no network with this hash was added');
    return path;
  }
}
