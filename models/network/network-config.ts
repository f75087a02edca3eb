/** What a network is made of, as a user writes it in a config file and a weight file keeps it. */
import {
  check,
  InvalidInput,
  list,
  mapped,
  nameOf,
  record,
  type Schema,
  whole,
  withDefault,
  without,
} from '../../env/index.ts';
import { auxiliaryHeads } from '../heads/heads.ts';
import { TRUNKS } from './trunks/trunks.ts';

/** What a network is made of. */
export type NetworkConfig = {
  /** A registered trunk. */
  readonly architecture: string;
  /** Channels a point; for `mlp` the width of its layers. */
  readonly channels: number;
  /** Layers after the first; in all but `mlp` two make a residual block. */
  readonly layers: number;
  /** Registered heads besides policy and value. */
  readonly auxiliaryHeads: readonly string[];
};

/** Sizes by name. `small` is quick on any machine, `medium` is worth hours, `standard` a night. Along lines policies are learnt far sooner. */
export const NETWORK_PRESETS: Readonly<Record<string, NetworkConfig>> = {
  tiny: { architecture: 'hex', channels: 16, layers: 2, auxiliaryHeads: [] },
  small: { architecture: 'stack', channels: 32, layers: 8, auxiliaryHeads: [] },
  medium: { architecture: 'stack', channels: 48, layers: 8, auxiliaryHeads: [] },
  standard: { architecture: 'stack', channels: 64, layers: 10, auxiliaryHeads: [] },
  'ray-small': { architecture: 'ray', channels: 32, layers: 8, auxiliaryHeads: [] },
  'ray-standard': { architecture: 'ray', channels: 64, layers: 10, auxiliaryHeads: [] },
  'hex-small': { architecture: 'hex', channels: 32, layers: 8, auxiliaryHeads: [] },
  'hex-standard': { architecture: 'hex', channels: 64, layers: 10, auxiliaryHeads: [] },
  mlp: { architecture: 'mlp', channels: 512, layers: 2, auxiliaryHeads: [] },
};

/** A network's config by its name; refuses others in a sentence. */
export const networkPreset = (name: string): NetworkConfig => {
  const preset = Object.hasOwn(NETWORK_PRESETS, name) ? NETWORK_PRESETS[name] : undefined;
  if (preset !== undefined) return preset;
  throw new InvalidInput('network', name, `expected one of ${Object.keys(NETWORK_PRESETS).join(', ')}`);
};

const CHANNEL_LIMIT = 4096;
const LAYER_LIMIT = 128;

/** In the order of the table, each once. */
const inOrder = (heads: readonly string[]): readonly string[] =>
  auxiliaryHeads().filter((head) => heads.includes(head));

/** A network as a config file writes it. */
export const NETWORK_SCHEMA: Schema<NetworkConfig> = without(
  record({
    architecture: nameOf(() => TRUNKS.names, 'what its layers see'),
    channels: whole(1, CHANNEL_LIMIT, 'channels a point; for `mlp` the width of its layers'),
    layers: whole(1, LAYER_LIMIT, 'layers after the first'),
    auxiliaryHeads: withDefault(
      mapped(list(nameOf(auxiliaryHeads), 0, 100, 'heads', 'what it learns besides policy and value'), inOrder),
      [],
    ),
  }),
  (config) => TRUNKS.get(config.architecture).problem?.(config) ?? null,
);

/** Checks a config that came from outside; all its problems in one error. */
export const parseNetworkConfig = (given: unknown): NetworkConfig => check(NETWORK_SCHEMA, given, 'network config');

/** For people: `hex 64 × 10`, and the auxiliary heads if there are any. */
export const describeNetwork = ({ architecture, channels, layers, auxiliaryHeads }: NetworkConfig): string =>
  [`${architecture} ${channels} × ${layers}`, ...auxiliaryHeads].join(' + ');
