import * as tf from '@tensorflow/tfjs';
import { expect, test } from 'vitest';
import { chooseBackend, describeChoice, parseTfjsBackend } from '../../../models/tfjs/index.ts';

const broken = async (): Promise<void> => {
  throw new Error('the addon is not built\nat some place');
};

test('without the native one, auto takes wasm and says why', async () => {
  const choice = await chooseBackend('auto', { loadNative: broken });
  expect(describeChoice(choice)).toBe(
    'tfjs backend wasm: the fastest that works here; native does not work: the addon is not built',
  );
  expect(tf.getBackend()).toBe('wasm');
});

test('a backend asked for by name is refused, not replaced', async () => {
  await expect(chooseBackend('native', { loadNative: broken })).rejects.toThrow(
    'invalid backend "native": native does not work: the addon is not built',
  );
  await expect(chooseBackend('native')).rejects.toThrow('only programs for Node have it');
});

test('cpu is there when asked for', async () => {
  expect(await chooseBackend('cpu')).toEqual({ backend: 'cpu', reason: 'asked for' });
  expect(tf.getBackend()).toBe('cpu');
});

test('backends are read by name', () => {
  expect(parseTfjsBackend('wasm')).toBe('wasm');
  expect(() => parseTfjsBackend('gpu')).toThrow('invalid backend "gpu": expected one of native, wasm, cpu, auto');
});
