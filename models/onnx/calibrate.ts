/** How large the numbers are that come into a network's layers: found by looking at positions of random games. */
import {
  encodeObservation,
  legalActions,
  MAX_LEGAL_ACTIONS,
  OBSERVATION_SIZE,
  PLANE_COUNT,
  POINT_COUNT,
  play,
  randomBelow,
  randomStream,
  SETUPS,
  startPosition,
} from '../../env/index.ts';
import { type Network, OBSERVATION_INPUT } from '../network/network.ts';
import { parametersOf } from '../network/parameters.ts';
import { sightOf, type Value } from '../program/value.ts';
import { type Int8Layer, type Int8Layers, int8Candidates, int8Layer } from './int8-layers.ts';
import { type OnnxRuntime, openSession } from './onnx-runtime.ts';
import { sightTensors } from './sight-tensors.ts';
import { type ParameterSource, writeProgram } from './write-program.ts';

/** Games are looked at after every so many actions, from all set-ups. */
const GAMES = 6;
const EVERY = 5;
/** Positions a run, as in play. */
const CHUNK = 16;
/** Stronger games have larger numbers now and then; the few that are larger still are cut off. */
const HEADROOM = 1.25;

/** The layers of a network's play that can be in 8 bits, in 8 bits. The same network always gives the same. */
export const int8LayersOf = async (
  runtime: OnnxRuntime,
  network: Network,
  weights: Float32Array,
): Promise<Int8Layers> => {
  const { policy, value } = network.outputs;
  const candidates = [...int8Candidates([policy, value])];
  if (candidates.length === 0) return new Map();
  const list = parametersOf(network);
  const inputs = candidates.map(([, { x }]) => x);
  const most = await largestOf(runtime, inputs, { type: 'fixed', list, weights });
  return new Map(
    candidates.map(([layer, operation], index): [Value, Int8Layer] => [
      layer,
      int8Layer(operation.weights, HEADROOM * most[index], list, weights),
    ]),
  );
};

/** The largest number in each of `values` over all positions looked at. */
const largestOf = async (
  runtime: OnnxRuntime,
  values: readonly Value[],
  source: ParameterSource,
): Promise<number[]> => {
  const results = Object.fromEntries(values.map((value, index) => [`value${index}`, value]));
  const session = await openSession(runtime, writeProgram(results, source));
  const sights = { layout: 'points', sight: sightOf(values) } as const;
  const most = values.map(() => 0);
  const observations = lookAtGames();
  try {
    for (let first = 0; first < observations.length; first += CHUNK * OBSERVATION_SIZE) {
      const rows = observations.subarray(first, first + CHUNK * OBSERVATION_SIZE);
      const count = rows.length / OBSERVATION_SIZE;
      const outputs = await session.run({
        [OBSERVATION_INPUT]: new runtime.Tensor('float32', rows, [count, POINT_COUNT, PLANE_COUNT]),
        ...sightTensors(runtime, sights, rows, count),
      });
      values.forEach((_, index) => {
        for (const number of outputs[`value${index}`].data as Float32Array)
          if (number > most[index]) most[index] = number;
      });
    }
  } finally {
    await session.release();
  }
  return most;
};

const lookAtGames = (): Float32Array => {
  const seen: Float32Array[] = [];
  const actions = new Uint16Array(MAX_LEGAL_ACTIONS);
  const rng = randomStream('calibration');
  for (let game = 0; game < GAMES; game++) {
    const position = startPosition(SETUPS[game % SETUPS.length], rng);
    for (let ply = 0; ; ply++) {
      const count = legalActions(position, actions);
      if (count === 0) break;
      if (ply % EVERY === 0) {
        const observation = new Float32Array(OBSERVATION_SIZE);
        encodeObservation(position, observation);
        seen.push(observation);
      }
      play(position, actions[randomBelow(rng, count)]);
    }
  }
  const all = new Float32Array(seen.length * OBSERVATION_SIZE);
  seen.forEach((each, index) => {
    all.set(each, index * OBSERVATION_SIZE);
  });
  return all;
};
