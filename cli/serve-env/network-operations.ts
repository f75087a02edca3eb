/**
 * Networks for other languages: the program of an architecture as a list that any reader can compute, fresh or trained weights,
 * and the way back from trained weights to a released model.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  fitting,
  InvalidInput,
  isRecord,
  list,
  maybe,
  record,
  SETUPS,
  text,
  whole,
  withDefault,
  word,
} from '../../env/index.ts';
import {
  defineNetwork,
  encodeNetwork,
  initialWeights,
  type NetworkConfig,
  networkPreset,
  PRECISIONS,
  parametersOf,
  parseNetworkConfig,
} from '../../models/index.ts';
import { HEX_TABLE } from '../../models/network/neighbour-table.ts';
import { readNetwork } from '../../models/node/index.ts';
import { inOrder, type Value } from '../../models/program/value.ts';
import { DEFAULT_LICENCE, exportModel } from '../../train/index.ts';
import { bodyOf, describeArray, type NamedArray } from './named-array.ts';
import { type Answer, checkBody, type Operation, operation } from './operation.ts';

const PATH_LIMIT = 4096;
const CONFIG = fitting<string | object>(
  (given) => typeof given === 'string' || isRecord(given),
  'the name of a preset or the config of a network',
);

const RELEASE = record({
  op: text(),
  network: CONFIG,
  out: text(undefined, PATH_LIMIT),
  name: text(),
  licence: withDefault(text(), DEFAULT_LICENCE),
  precision: withDefault(word(PRECISIONS), 'float32'),
  setups: withDefault(list(word(SETUPS), 0, SETUPS.length, `of ${SETUPS.join(', ')}`), []),
  samples: maybe(whole(0)),
});

export const networkOperations = (): Readonly<Record<string, Operation>> => ({
  network: operation(record({ op: text(), network: CONFIG, seed: withDefault(whole(0), 0) }), ({ network, seed }) => {
    const config = configOf(network);
    return described(config, initialWeights(parametersOf(defineNetwork(config)), seed));
  }),
  weights: operation(record({ op: text(), path: text(undefined, PATH_LIMIT) }), async ({ path }) => {
    const { config, weights } = await readNetwork(path);
    return described(config, weights);
  }),
  release: operation(RELEASE, async ({ network, out, name, licence, precision, setups, samples }, body) => {
    const config = configOf(network);
    const { size } = parametersOf(defineNetwork(config));
    const weights = new Float32Array(checkBody(body, size * 4, `${size} weights, float32`).slice().buffer);
    const strange = weights.findIndex((weight) => !Number.isFinite(weight));
    if (strange >= 0) throw new InvalidInput('weights', weights[strange], `number ${strange} is not finite`);
    const folder = mkdtempSync(join(tmpdir(), 'tzaar-release-'));
    try {
      const path = join(folder, 'trained.network');
      writeFileSync(path, await encodeNetwork({ config, weights }));
      const provenance = { ...NOWHERE, samples: samples ?? null };
      const source = { path, name, setups, provenance, modules: [] };
      const { manifest, checks } = await exportModel(source, { out, name, licence, precision });
      return { facts: { manifest, checks } };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }),
});

/** What is unknown of weights that were trained elsewhere. */
const NOWHERE = { run: null, iteration: null, games: null, teacherGames: null, configHash: null } as const;

const configOf = (given: string | object): NetworkConfig =>
  typeof given === 'string' ? networkPreset(given) : parseNetworkConfig(given);

/** The program value by value, each naming those before it by their places; constants and weights are in the body. */
const described = (config: NetworkConfig, weights: Float32Array): Answer => {
  const { outputs } = defineNetwork(config);
  const values = inOrder(Object.values(outputs));
  const places = new Map(values.map((value, place) => [value, place]));
  const constants: NamedArray[] = [];
  const program = values.map((value, place) => {
    const { dims, batched, operation: does } = value;
    if (does.type === 'constant') constants.push({ name: String(place), shape: dims, data: does.data });
    return { dims, batched, ...plain(does, places) };
  });
  const arrays = [
    { name: 'weights', shape: [weights.length], data: weights },
    { name: 'neighbours', shape: [HEX_TABLE.length], data: Int32Array.from(HEX_TABLE) },
    ...constants,
  ];
  return {
    facts: {
      network: config,
      program,
      outputs: Object.fromEntries(Object.entries(outputs).map(([name, value]) => [name, places.get(value)])),
      parameters: parametersOf(defineNetwork(config)).slots.map(({ name, dims, offset, initial }) => ({
        name,
        dims,
        offset,
        initial,
      })),
      arrays: arrays.map(describeArray),
    },
    body: bodyOf(arrays),
  };
};

/** An operation with the places of its operands instead of the operands. */
const plain = (does: Value['operation'], places: ReadonlyMap<Value, number>): object =>
  Object.fromEntries(
    Object.entries(does)
      .filter(([key]) => key !== 'data' && key !== 'initial')
      .map(([key, field]) => [
        key,
        Array.isArray(field) ? field.map((each) => places.get(each)) : placeOr(field, places),
      ]),
  );

const placeOr = (field: unknown, places: ReadonlyMap<Value, number>): unknown => places.get(field as Value) ?? field;
