import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { InvalidInput } from '../../../env/index.ts';
import { loadRelease, PRECISIONS, parseManifest, RELEASE_FILES } from '../../../models/index.ts';
import { openEvaluator, readRelease } from '../../../models/node/index.ts';
import { SMALL_NETWORKS } from '../../support/networks.ts';
import {
  copyRelease,
  editFile,
  editJsonFile,
  editManifest,
  FACTS,
  scratchFolder,
  writeTestRelease,
} from '../../support/releases.ts';

const whole = join(scratchFolder(), 'whole');
beforeAll(async () => void (await writeTestRelease(whole)));

type Json = Record<string, unknown>;
type Entry = { name: string; shape: number[]; dtype: string };
const weightsOf = (graph: Json): Entry[] => (graph.weightsManifest as { weights: Entry[] }[])[0].weights;
const positionsOf = (selfcheck: Json): Json[] => selfcheck.positions as Json[];

test('a release says what it was made of and for', async () => {
  const { manifest, network, selfcheck, remarks } = await readRelease(whole);
  expect(manifest).toMatchObject({
    name: FACTS.name,
    strength: FACTS.strength,
    setups: FACTS.setups,
    environment: 'tzaar-v1',
  });
  expect(manifest.files.map(({ name }) => name).sort()).toEqual([...RELEASE_FILES].sort());
  expect(network.config).toEqual({ ...SMALL_NETWORKS[0], auxiliaryHeads: [] });
  expect(remarks).toEqual([]);
  const phases = new Set(selfcheck.positions.map(({ position }) => position.split(' ').slice(2).join(' ')));
  expect([...phases].sort()).toEqual(['1 -', '1 o', '1 p', '2 -']);
  expect(selfcheck.positions.length).toBeGreaterThanOrEqual(16);
});

test('only what is needed to play is read, so neither model.onnx nor the card is', async () => {
  const read = vi.fn(async (name: string) => readFileSync(join(whole, name)));
  await loadRelease(read);
  expect(read.mock.calls.map(([name]) => name)).toEqual([
    'manifest.json',
    'model.json',
    'weights.bin',
    'selfcheck.json',
  ]);
});

/** Ways to break a folder, and what is said about each. */
const FAULTS: readonly (readonly [fault: string, break_: (folder: string) => unknown, says: string])[] = [
  ['no manifest', (folder) => rmSync(join(folder, 'manifest.json')), 'not that of a released model'],
  ['no weights', (folder) => rmSync(join(folder, 'weights.bin')), 'its weights.bin is missing'],
  ['no graph', (folder) => rmSync(join(folder, 'model.json')), 'its model.json is missing'],
  ['no selfcheck', (folder) => rmSync(join(folder, 'selfcheck.json')), 'its selfcheck.json is missing'],
  ['weights cut short', (folder) => truncateSync(join(folder, 'weights.bin'), 100), 'has 100 bytes, its manifest'],
  [
    'a flipped bit',
    (folder) => {
      const bytes = readFileSync(join(folder, 'weights.bin'));
      bytes[5] ^= 1;
      writeFileSync(join(folder, 'weights.bin'), bytes);
    },
    'the SHA-256 of its weights.bin does not match: it is damaged',
  ],
  ['a larger file', (folder) => writeFileSync(join(folder, 'weights.bin'), Buffer.alloc(1e6)), 'expected at most'],
  ['a web page', (folder) => writeFileSync(join(folder, 'manifest.json'), '<!doctype html>'), 'a web page, not JSON'],
  ['half a manifest', (folder) => truncateSync(join(folder, 'manifest.json'), 60), 'its manifest.json is not JSON'],
  ['a huge manifest', (folder) => writeFileSync(join(folder, 'manifest.json'), ' '.repeat(2 ** 21)), 'at most 1048576'],
  ['another format', (folder) => editManifest(folder, (json) => (json.format = 'zip')), 'format tzaar-release'],
  ['a later version', (folder) => editManifest(folder, (json) => (json.version = 2)), 'format version 2, this program'],
  [
    'another environment',
    (folder) => editManifest(folder, (json) => (json.environment = 'tzaar-v9')),
    'it is for environment tzaar-v9',
  ],
  ['other actions', (folder) => editManifest(folder, (json) => (json.actions = 540)), 'it is for 540 actions'],
  ['other planes', (folder) => editManifest(folder, (json) => (json.planes as string[]).reverse()), 'other planes'],
  [
    'several problems at once',
    (folder) => editManifest(folder, (json) => Object.assign(json, { precision: 'int4', extra: 1, licence: '' })),
    'licence must be a text of 1 to 500 characters; precision must be one of float32, float16, int8; extra is not known: known are format, ',
  ],
  [
    'a path out of the folder',
    (folder) => editManifest(folder, (json) => ((json.files as Json[])[0].name = '../../etc/passwd')),
    'files.0.name must be the bare name of a file',
  ],
  [
    'an absurd size',
    (folder) => editManifest(folder, (json) => ((json.files as Json[])[0].size = 1e15)),
    'files.0.size must be a whole number from 0 to 1073741824',
  ],
  [
    'a thousand problems',
    (folder) => editManifest(folder, (json) => (json.planes = Array(1000).fill(''))),
    'planes.11 must be a text of 1 to 500 characters; and 988 more',
  ],
  ['a file not listed', (folder) => editManifest(folder, (json) => (json.files as Json[]).pop()), 'does not list'],
  [
    'a file listed twice',
    (folder) => editManifest(folder, (json) => (json.files as Json[]).push((json.files as Json[])[0])),
    'lists a file twice',
  ],
  [
    'an unknown network',
    (folder) => editManifest(folder, (json) => (json.network = {})),
    'architecture is missing: must be one of hex',
  ],
  [
    'a network that is too large for its weights',
    (folder) => editManifest(folder, (json) => ((json.network as Json).channels = 4096)),
    'parameters, its network has',
  ],
  [
    'weights under another name',
    (folder) => editJsonFile(folder, 'model.json', (graph) => (weightsOf(graph)[0].name = 'stern/weights')),
    'weight 0 is stern/weights, its network needs stem/weights',
  ],
  [
    'weights of another shape',
    (folder) => editJsonFile(folder, 'model.json', (graph) => weightsOf(graph)[0].shape.reverse()),
    'stem/weights has shape [8, 336], its network needs [336, 8]',
  ],
  [
    'weights of another type',
    (folder) => editJsonFile(folder, 'model.json', (graph) => (weightsOf(graph)[0].dtype = 'int32')),
    'stem/weights is of type int32',
  ],
  [
    'weights in another file',
    (folder) =>
      editJsonFile(folder, 'model.json', (graph) => ((graph.weightsManifest as Json[])[0].paths = ['../weights.bin'])),
    'weightsManifest[0].paths must be ["weights.bin"]',
  ],
  [
    'weights rounded in a way that is not known',
    (folder) =>
      editJsonFile(folder, 'model.json', (graph) =>
        Object.assign(weightsOf(graph)[1], { quantization: { dtype: 'uint4' } }),
      ),
    'weightsManifest[0].weights.1.quantization.dtype must be one of float16, uint8',
  ],
  [
    'whole numbers that are rounded',
    (folder) =>
      editJsonFile(folder, 'model.json', (graph) =>
        Object.assign(weightsOf(graph)[0], {
          dtype: 'int32',
          quantization: { dtype: 'float16', original_dtype: 'float32' },
        }),
      ),
    'weightsManifest[0].weights.0.quantization must be that of a float32',
  ],
  [
    'no list of weights',
    (folder) => editJsonFile(folder, 'model.json', (graph) => (graph.weightsManifest = [])),
    'exactly one group',
  ],
  [
    'a list longer than the file',
    (folder) => editJsonFile(folder, 'model.json', (graph) => weightsOf(graph).push({ ...weightsOf(graph)[0] })),
    'its list of weights needs',
  ],
  [
    'a weight that is not finite',
    (folder) =>
      editFile(folder, 'weights.bin', (bytes) => {
        bytes.writeFloatLE(Number.NaN, 8);
        return bytes;
      }),
    'number 2 of stem/weights is NaN, not finite',
  ],
  [
    'a selfcheck with a position that is none',
    (folder) => editJsonFile(folder, 'selfcheck.json', (json) => (positionsOf(json)[1].position = 'nowhere')),
    'in its selfcheck.json positions[1]: invalid position',
  ],
  [
    'a selfcheck with other actions',
    (folder) => editJsonFile(folder, 'selfcheck.json', (json) => (positionsOf(json)[0].actions as number[]).pop()),
    'positions[0] has other legal actions',
  ],
];

describe('a broken folder is refused in a sentence', () => {
  test.each(FAULTS)('%s', async (_, break_, says) => {
    const folder = copyRelease(whole);
    await break_(folder);
    const error = await openEvaluator(folder).then(
      () => null,
      (thrown: Error) => thrown,
    );
    expect(error).toBeInstanceOf(InvalidInput);
    expect(error!.message).toContain(says);
    expect(error!.message).toContain(folder);
    expect(error!.message).not.toContain('\n');
  });
});

test('a folder that is not a release is told from one', async () => {
  const error = openEvaluator(scratchFolder());
  await expect(error).rejects.toThrow('it is a folder, but not that of a released model: it has no manifest.json');
});

test('a reader that fails is told in a sentence too', async () => {
  const broken = loadRelease(() => Promise.reject(new Error('the cable is cut')), 'there');
  await expect(broken).rejects.toThrow(
    'invalid released model "there": its manifest.json cannot be read: the cable is cut',
  );
});

test('where there is no SHA-256, sizes are checked and it is said', async () => {
  vi.stubGlobal('crypto', {});
  try {
    const { remarks } = await readRelease(whole);
    expect(remarks).toEqual([expect.stringContaining('only sizes were checked')]);
    const folder = copyRelease(whole);
    truncateSync(join(folder, 'weights.bin'), 100);
    await expect(readRelease(folder)).rejects.toThrow('has 100 bytes');
  } finally {
    vi.unstubAllGlobals();
  }
});

test.each(PRECISIONS)('a manifest of %s survives its own check', async (precision) => {
  const { manifest } = await writeTestRelease(join(scratchFolder(), precision), SMALL_NETWORKS[2], precision);
  expect(parseManifest(JSON.parse(JSON.stringify(manifest)), 'here')).toEqual(manifest);
});
