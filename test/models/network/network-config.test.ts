import { expect, test } from 'vitest';
import {
  defineNetwork,
  denseLayer,
  describeNetwork,
  looksAlongRays,
  NETWORK_PRESETS,
  networkPreset,
  parametersOf,
  parseNetworkConfig,
  relu,
  TRUNKS,
} from '../../../models/index.ts';

test.each(Object.entries(NETWORK_PRESETS))('the preset %s survives being written and read', (_, preset) => {
  expect(parseNetworkConfig(JSON.parse(JSON.stringify(preset)))).toEqual(preset);
});

test('a config names all its problems at once', () => {
  const wrong = { architecture: 'conv', channels: 0, layers: 0, auxiliaryHeads: ['mood'], depth: 4 };
  expect(() => parseNetworkConfig(wrong)).toThrow(
    /architecture must be one of hex, ray, stack, mlp, or .*; channels must .*; layers must .*; auxiliaryHeads.0 must .*; depth is not known/,
  );
});

test.each([null, 'hex', [], 7, { architecture: 'hex', channels: 1e9, layers: 2 }])(
  '%j is no network config',
  (given) => {
    expect(() => parseNetworkConfig(given)).toThrow('invalid network config');
  },
);

test('an odd number of layers is for mlp alone', () => {
  expect(parseNetworkConfig({ architecture: 'mlp', channels: 8, layers: 3 }).layers).toBe(3);
  expect(() => parseNetworkConfig({ architecture: 'ray', channels: 8, layers: 3 })).toThrow('layers must be even');
});

test('a trunk of a module of the user is named like the others and has a say in what it is given', () => {
  const undo = TRUNKS.add({
    name: 'flat',
    meaning: 'one layer over each point',
    define: (observation, { channels }) => relu(denseLayer('flat', observation, channels)),
    problem: ({ layers }) => (layers === 1 ? null : 'layers must be 1: it is flat'),
    microBatch: 16,
  });
  const config = { architecture: 'flat', channels: 8, layers: 1, auxiliaryHeads: [] };
  expect(parseNetworkConfig(config)).toEqual(config);
  expect(parametersOf(defineNetwork(config)).slots[0]).toMatchObject({ name: 'flat/weights', dims: [48, 8] });
  expect(looksAlongRays(config)).toBe(false);
  expect(() => parseNetworkConfig({ ...config, layers: 2 })).toThrow('layers must be 1: it is flat');
  undo();
  expect(() => parseNetworkConfig(config)).toThrow(
    'architecture must be one of hex, ray, stack, mlp, or one that a module',
  );
});

test('which networks look along rays is read from what they compute', () => {
  const sees = Object.entries(NETWORK_PRESETS).filter(([, config]) => looksAlongRays(config));
  expect(sees.map(([name]) => name)).toEqual(['small', 'medium', 'standard', 'ray-small', 'ray-standard']);
});

test('an unknown preset is refused with the known ones', () => {
  expect(() => networkPreset('huge')).toThrow('invalid network "huge": expected one of tiny, small, medium, standard');
  expect(() => networkPreset('toString')).toThrow('invalid network');
});

test('a network is described by architecture, size and auxiliary heads', () => {
  expect(describeNetwork({ ...networkPreset('standard'), auxiliaryHeads: ['stepsLeft'] })).toBe(
    'stack 64 × 10 + stepsLeft',
  );
});
