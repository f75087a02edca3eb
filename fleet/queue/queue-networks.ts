/** Networks in the blob store: put there when they are added, so that what lies under their path later does not matter. */
import { InvalidInput } from '../../env/index.ts';
import { encodeNetwork } from '../../models/index.ts';
import { readNetwork } from '../../models/node/open-evaluator.ts';
import { weightsHash } from '../../models/node/weights-hash.ts';
import type { BlobStore } from '../blobs/blob-store.ts';
import type { NetworkStore } from '../network-store.ts';

/** Networks that workers anywhere can fetch. */
export class QueueNetworks implements NetworkStore {
  readonly #blobs: BlobStore;
  readonly #keys = new Map<string, string>();

  constructor(blobs: BlobStore) {
    this.#blobs = blobs;
  }

  async add(path: string): Promise<string> {
    const network = await readNetwork(path);
    const hash = weightsHash(network);
    if (!this.#keys.has(hash)) this.#keys.set(hash, await this.#blobs.put('networks', await encodeNetwork(network)));
    return hash;
  }

  /** The hash of its blob. */
  where(hash: string): string {
    const blob = this.#keys.get(hash);
    if (blob === undefined) throw new InvalidInput('network', hash, 'no network with this hash was added');
    return blob;
  }
}
