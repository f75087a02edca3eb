/** Small networks of every architecture, and engines to hold against each other. */
import { auxiliaryHeads, freshNetwork, type NetworkConfig, TRUNKS } from '../../models/index.ts';
import { loadNativeTfjs } from '../../models/node/index.ts';
import { TFJS_BACKENDS, type TfjsBackend } from '../../models/tfjs/index.ts';

/** Every architecture with every head, small enough for plain JavaScript, deep enough for a pooling block. */
export const SMALL_NETWORKS: readonly NetworkConfig[] = TRUNKS.names.map((architecture) => ({
  architecture,
  channels: 8,
  layers: 4,
  auxiliaryHeads: auxiliaryHeads(),
}));

export const freshWeights = (config: NetworkConfig, seed: number): Float32Array => freshNetwork(config, seed).weights;

/** The tfjs backends that run here: `native` only after `npm run native`. */
export const presentBackends = async (): Promise<readonly TfjsBackend[]> => {
  const native = await loadNativeTfjs().then(
    () => true,
    () => false,
  );
  return TFJS_BACKENDS.filter((backend) => backend !== 'native' || native);
};
