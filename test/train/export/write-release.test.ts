import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { InvalidInput } from '../../../env/index.ts';
import { freshNetwork, PRECISIONS, replaySelfcheck } from '../../../models/index.ts';
import { openEvaluator, readRelease } from '../../../models/node/index.ts';
import { verifyRelease, writeFolder, writeRelease } from '../../../train/index.ts';
import { SMALL_NETWORKS } from '../../support/networks.ts';
import { editJsonFile, FACTS, scratchFolder, writeTestRelease } from '../../support/releases.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

describe.each(SMALL_NETWORKS)('$architecture', (config) => {
  test.each(PRECISIONS)('%s is read alike by us, by stock tfjs and by onnxruntime', async (precision) => {
    const folder = join(scratchFolder(), 'model');
    const { checks, manifest, network } = await writeTestRelease(folder, config, precision);
    expect(manifest).toMatchObject({ precision, parameters: network.weights.length });
    expect((await readRelease(folder)).network).toEqual(network);
    for (const check of [...checks, ...(await verifyRelease(folder, 'cpu'))]) {
      expect(check.result, `${check.format}: ${check.skipped}`).toMatchObject({ positions: 24, agrees: true });
      expect(check.result!.worstPolicy).toBeLessThan(1e-5);
      expect(check.result!.worstValue).toBeLessThan(1e-5);
    }
  });
});

test('rounding costs little, and the smaller files are', async () => {
  const folder = scratchFolder();
  const sizes: number[] = [];
  const worst: number[] = [];
  const { selfcheck } = await readRelease((await writeTestRelease(join(folder, 'float32'))).out);
  for (const precision of PRECISIONS) {
    const { out, manifest } = await writeTestRelease(join(folder, precision), SMALL_NETWORKS[0], precision);
    sizes.push(manifest.files.find(({ name }) => name === 'weights.bin')!.size);
    const evaluator = await openEvaluator(out);
    const { worstPolicy, worstValue } = await replaySelfcheck(evaluator, selfcheck);
    worst.push(Math.max(worstPolicy, worstValue));
    await evaluator.close();
  }
  expect(sizes[1]).toBeLessThan(0.7 * sizes[0]);
  expect(sizes[2]).toBeLessThan(0.75 * sizes[1]);
  expect(worst[1]).toBeGreaterThan(worst[0]);
  expect(worst[2]).toBeGreaterThan(worst[1]);
  expect(worst[2]).toBeLessThan(0.1);
});

test('a model that does not reproduce its selfcheck is refused, whichever format is wrong', async () => {
  const { out } = await writeTestRelease(join(scratchFolder(), 'model'));
  await editJsonFile(out, 'selfcheck.json', (json) => {
    (json.positions as { value: number }[])[3].value = 0.9;
  });
  await expect(verifyRelease(out)).rejects.toThrow('this package, tfjs wasm does not reproduce its selfcheck');
});

test('facts that no manifest may hold are refused before anything is written', async () => {
  const out = join(scratchFolder(), 'model');
  const written = writeRelease(freshNetwork(SMALL_NETWORKS[2], 1), { ...FACTS, name: '' }, { out });
  await expect(written).rejects.toThrow('name must be a text');
  expect(readdirSync(dirname(out))).toEqual([]);
});

test('a release is replaced by another', async () => {
  const out = join(scratchFolder(), 'model');
  await writeTestRelease(out);
  const { manifest } = await writeTestRelease(out, SMALL_NETWORKS[2]);
  expect((await readRelease(out)).manifest).toEqual(manifest);
  expect(readdirSync(dirname(out))).toEqual(['model']);
});

test.each<[string, (out: string) => void, string]>([
  [
    'a folder of something else',
    (out) => {
      mkdirSync(out);
      writeFileSync(join(out, 'thesis.txt'), 'years of work');
    },
    'it holds something that is not a released model',
  ],
  ['a file', (out) => writeFileSync(out, ''), 'it is a file'],
])('%s is not overwritten', async (_, make, says) => {
  const out = join(scratchFolder(), 'model');
  make(out);
  await expect(writeTestRelease(out)).rejects.toThrow(says);
  expect(readdirSync(dirname(out))).toEqual(['model']);
});

test('a release with something beside it is not overwritten', async () => {
  const { out } = await writeTestRelease(join(scratchFolder(), 'model'));
  writeFileSync(join(out, 'notes.txt'), 'mine');
  await expect(writeTestRelease(out)).rejects.toThrow('it holds notes.txt besides a released model');
  expect(readFileSync(join(out, 'notes.txt'), 'utf8')).toBe('mine');
});

test('a folder that fails its check leaves nothing, and what was there stays', async () => {
  const { out, manifest } = await writeTestRelease(join(scratchFolder(), 'model'));
  const seen: string[] = [];
  const writing = writeFolder(out, new Map([['a.txt', new Uint8Array(3)]]), async (folder) => {
    seen.push(...readdirSync(folder));
    throw new InvalidInput('check', 'a', 'it fails');
  });
  await expect(writing).rejects.toThrow('it fails');
  expect(seen).toEqual(['a.txt']);
  expect(readdirSync(dirname(out))).toEqual(['model']);
  expect((await readRelease(out)).manifest).toEqual(manifest);
});

test('a place that cannot be written to is told in a sentence', async () => {
  const file = join(scratchFolder(), 'file');
  writeFileSync(file, '');
  const out = join(file, 'model');
  await expect(writeTestRelease(out)).rejects.toThrow(
    `invalid folder "${out}": it cannot be read: its folder is a file; give another --out`,
  );
});

/** Writes a folder and then waits inside its check, saying so, until it is killed. */
const HANGING = `
  import { writeFolder } from './train/export/release-folder.ts';
  await writeFolder(process.argv[1], new Map([['a.txt', new Uint8Array(3)]]), () => {
    console.log('inside');
    return new Promise(() => setInterval(() => {}, 1000));
  });
`;

test('killed in the middle, nothing stands under the name, and the next export cleans up', async () => {
  const out = join(scratchFolder(), 'model');
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', HANGING, out], { cwd: ROOT });
  const errors: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  await new Promise<void>((inside, fail) => {
    child.stdout.once('data', () => inside());
    child.once('exit', () => fail(new Error(Buffer.concat(errors).toString())));
  });
  child.removeAllListeners('exit');
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
  expect(existsSync(out)).toBe(false);
  expect(readdirSync(dirname(out))).toEqual([`.model.${child.pid}.partial`]);
  await writeTestRelease(out);
  expect(readdirSync(dirname(out))).toEqual(['model']);
});

test('killed between stepping aside and moving in, the old release comes back', async () => {
  const { out, manifest } = await writeTestRelease(join(scratchFolder(), 'model'));
  renameSync(out, join(dirname(out), '.model.999999999.replaced'));
  await expect(
    writeFolder(out, new Map(), () => Promise.reject(new InvalidInput('check', 'a', 'it fails'))),
  ).rejects.toThrow('it fails');
  expect((await readRelease(out)).manifest).toEqual(manifest);
});
