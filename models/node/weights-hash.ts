/** Which network this is, whatever file it lies in: paths are used again for other networks, weights are not. */
import { createHash } from 'node:crypto';
import type { NetworkWeights } from '../network/parameters.ts';
import { withoutAuxiliaryHeads } from '../release/encode-release.ts';

/** Enough to tell networks apart, and short enough to be read. */
const HASH_DIGITS = 16;

/** The first digits of the SHA-256 of what plays; a checkpoint and its float32 release have the same. */
export const weightsHash = (network: NetworkWeights): string => {
  const { weights } = withoutAuxiliaryHeads(network);
  const bytes = new Uint8Array(weights.buffer, weights.byteOffset, weights.byteLength);
  return createHash('sha256').update(bytes).digest('hex').slice(0, HASH_DIGITS);
};
