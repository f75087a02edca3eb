import { expect, test } from 'vitest';
import { decodeTensorFile, encodeTensorFile, type TensorFile } from '../../../models/files/tensor-file.ts';
import {
  decodeLearner,
  decodeNetwork,
  defineNetwork,
  encodeLearner,
  encodeNetwork,
  initialState,
  initialWeights,
  networkPreset,
  parametersOf,
} from '../../../models/index.ts';

const config = networkPreset('tiny');
const weights = initialWeights(parametersOf(defineNetwork(config)), 1);
const good = await encodeNetwork({ config, weights });

/** The file with something in it changed before it is hashed and written again. */
const rewritten = async (change: (file: TensorFile) => Partial<TensorFile>): Promise<Uint8Array> => {
  const file = await decodeTensorFile(good, 'good');
  return encodeTensorFile({ ...file, ...change(file) });
};

const withFact = (name: string, fact: unknown): Promise<Uint8Array> =>
  rewritten(({ facts }) => ({ facts: { ...facts, [name]: fact } }));

/** The file with one byte, counted from its end if negative, made another. */
const withByte = (at: number, change: (byte: number) => number): Uint8Array => {
  const index = at < 0 ? good.length + at : at;
  return good.with(index, change(good[index]));
};

const turnBit = (byte: number): number => byte ^ 1;

test('weights survive being written and read, to the last bit', async () => {
  expect(await decodeNetwork(good, 'good')).toEqual({ config, weights });
});

test('the same weights give the same bytes', async () => {
  expect(await encodeNetwork({ config, weights })).toEqual(good);
});

test('a checkpoint keeps step, parameters, moments and average', async () => {
  const state = { ...initialState(weights), step: 17, firstMoment: weights.map((weight) => weight / 3) };
  expect(await decodeLearner(await encodeLearner({ network: config, state }), 'state')).toEqual({
    network: config,
    state,
  });
});

type Row = readonly [what: string, bytes: () => Uint8Array | Promise<Uint8Array>, sentence: string];

const REFUSED: readonly Row[] = [
  ['an empty file', () => new Uint8Array(), 'expected a file that begins with TZAARNET'],
  ['another kind of file', () => new TextEncoder().encode('{"modelTopology":{}}'), 'begins with TZAARNET'],
  ['a file cut short in its beginning', () => good.slice(0, 20), 'it is cut short: 20 bytes do not hold'],
  ['a file cut short in its header', () => good.slice(0, 100), 'it is cut short: its header alone needs'],
  [
    'a file cut short by a byte',
    () => good.slice(0, -1),
    `it is cut short: ${good.length - 1} bytes of ${good.length}`,
  ],
  ['a file with more at its end', () => new Uint8Array([...good, 0]), 'it has 1 bytes too many'],
  ['a file with one bit turned', () => withByte(-5, turnBit), 'SHA-256 does not match'],
  ['a file with another hash', () => withByte(20, turnBit), 'SHA-256 does not match'],
  ['a later format', () => withByte(8, () => 2), 'format version 2, this program reads version 1'],
  [
    'another environment',
    () => withFact('environment', 'tzaar-v0'),
    'it is for environment tzaar-v0, this program plays',
  ],
  ['another action space', () => withFact('actions', 361), 'it is for 361 actions, this program has 541'],
  ['other planes', () => withFact('planes', ['mood']), 'it reads other planes than the 48'],
  ['another network', () => withFact('network', { ...config, channels: 8 }), 'its network needs [336, 8]'],
  [
    'no network',
    () => withFact('network', { architecture: 'conv' }),
    'architecture must be one of hex, ray, stack, mlp',
  ],
  [
    'a checkpoint',
    () => encodeLearner({ network: config, state: initialState(weights) }),
    'a learner, expected a network',
  ],
  ['a tensor too few', () => rewritten(({ tensors }) => ({ tensors: tensors.slice(1) })), 'tensors, its network needs'],
  ['tensors in another order', () => rewritten(({ tensors }) => ({ tensors: tensors.toReversed() })), 'tensor 0 is'],
  [
    'a number that is none',
    () =>
      rewritten(({ tensors }) => ({
        tensors: tensors.map((tensor) => ({ ...tensor, data: tensor.data.fill(Number.NaN) })),
      })),
    'number 0 of stem/weights is NaN, not finite',
  ],
];

test.each(REFUSED)('%s is refused with a sentence', async (_, bytes, sentence) => {
  const refusal = decodeNetwork(await bytes(), 'some.weights');
  await expect(refusal).rejects.toThrow(sentence);
  await expect(refusal).rejects.toThrow(/^invalid model file "some\.weights": [^\n]+$/);
});

test('a checkpoint of another size is refused', async () => {
  const state = initialState(weights.slice(1));
  const refusal = decodeLearner(await encodeLearner({ network: config, state }), 'some.state');
  await expect(refusal).rejects.toThrow(
    `parameters has shape [${weights.length - 1}], its network needs [${weights.length}]`,
  );
});

test('a header that claims more than any file holds is refused before anything is allocated', async () => {
  const file = await encodeTensorFile({ kind: 'network', facts: {}, tensors: [] });
  const header = '{"kind":"network","facts":{},"tensors":[{"name":"a","shape":[999999999,99999]}]}';
  const bytes = new Uint8Array(48 + header.length);
  bytes.set(file.subarray(0, 48));
  bytes.set(new TextEncoder().encode(header), 48);
  new DataView(bytes.buffer).setUint32(12, header.length, true);
  await expect(decodeNetwork(bytes, 'bomb')).rejects.toThrow('it is cut short');
});

test('a file is read alike from a Buffer, whose slices share their memory', async () => {
  const pool = Buffer.concat([Buffer.alloc(24, 7), Buffer.from(good)]);
  expect(await decodeNetwork(pool.subarray(24), 'pooled')).toEqual({ config, weights });
});
