/** What a network is made of, as a user writes it in a config file and a weight file keeps it. */
import { InvalidInput } from '../../env/index.ts';

export const ARCHITECTURES = ['hex', 'ray', 'mlp'] as const;
export type Architecture = (typeof ARCHITECTURES)[number];

/** What a network can be asked beside policy and value; each helps the trunk to learn, none is needed for play. */
export const AUXILIARY_HEADS = ['outcomeType', 'stepsLeft', 'pointFates', 'nextPolicy'] as const;
export type AuxiliaryHead = (typeof AUXILIARY_HEADS)[number];

export type NetworkConfig = {
  readonly architecture: Architecture;
  /** Channels a point; for `mlp` the width of its layers. */
  readonly channels: number;
  /** Layers after the first; two make a residual block, so an even number for `hex` and `ray`. */
  readonly layers: number;
  readonly auxiliaryHeads: readonly AuxiliaryHead[];
};

/** Sizes by name. `small` is quick on any machine, `standard` is worth a night. Along rays policies are learnt far sooner. */
export const NETWORK_PRESETS: Readonly<Record<string, NetworkConfig>> = {
  tiny: { architecture: 'hex', channels: 16, layers: 2, auxiliaryHeads: [] },
  small: { architecture: 'ray', channels: 32, layers: 8, auxiliaryHeads: [] },
  standard: { architecture: 'ray', channels: 64, layers: 10, auxiliaryHeads: [] },
  'hex-small': { architecture: 'hex', channels: 32, layers: 8, auxiliaryHeads: [] },
  'hex-standard': { architecture: 'hex', channels: 64, layers: 10, auxiliaryHeads: [] },
  mlp: { architecture: 'mlp', channels: 512, layers: 2, auxiliaryHeads: [] },
};

export const networkPreset = (name: string): NetworkConfig => {
  const preset = Object.hasOwn(NETWORK_PRESETS, name) ? NETWORK_PRESETS[name] : undefined;
  if (preset !== undefined) return preset;
  throw new InvalidInput('network', name, `expected one of ${Object.keys(NETWORK_PRESETS).join(', ')}`);
};

const CHANNEL_LIMIT = 4096;
const LAYER_LIMIT = 128;

/** Checks a config that came from outside; all its problems in one error. */
export const parseNetworkConfig = (given: unknown): NetworkConfig => {
  const fields = typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : {};
  const { architecture, channels, layers, auxiliaryHeads = [], ...others } = fields;
  const isMlp = architecture === 'mlp';
  const problems = [
    ...(isOneOf(ARCHITECTURES, architecture) ? [] : [`architecture must be one of ${ARCHITECTURES.join(', ')}`]),
    ...(isWhole(channels, CHANNEL_LIMIT) ? [] : [`channels must be a whole number from 1 to ${CHANNEL_LIMIT}`]),
    ...(isWhole(layers, LAYER_LIMIT) && (isMlp || layers % 2 === 0)
      ? []
      : [`layers must be a whole number from 1 to ${LAYER_LIMIT}, even but for mlp`]),
    ...(Array.isArray(auxiliaryHeads) && auxiliaryHeads.every((head) => isOneOf(AUXILIARY_HEADS, head))
      ? []
      : [`auxiliaryHeads must be some of ${AUXILIARY_HEADS.join(', ')}`]),
    ...Object.keys(others).map((name) => `there is no setting ${name}`),
  ];
  if (problems.length > 0) throw new InvalidInput('network config', given, problems.join('; '));
  const chosen = AUXILIARY_HEADS.filter((head) => (auxiliaryHeads as readonly unknown[]).includes(head));
  return {
    architecture: architecture as Architecture,
    channels: channels as number,
    layers: layers as number,
    auxiliaryHeads: chosen,
  };
};

/** For people: `hex 64 × 10`, and the auxiliary heads if there are any. */
export const describeNetwork = ({ architecture, channels, layers, auxiliaryHeads }: NetworkConfig): string =>
  [`${architecture} ${channels} × ${layers}`, ...auxiliaryHeads].join(' + ');

const isOneOf = <Word extends string>(words: readonly Word[], given: unknown): given is Word =>
  (words as readonly unknown[]).includes(given);

const isWhole = (given: unknown, limit: number): given is number =>
  typeof given === 'number' && Number.isInteger(given) && given >= 1 && given <= limit;
