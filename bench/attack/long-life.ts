/** Memory over a long life: games stepped by the million must leave nothing behind. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Rng, randomBelow, TzaarVectorEnv } from '../../env/index.ts';

export type LongLife = { readonly steps: number; readonly games: number; readonly grownBytes: number };

const GAMES = 64;
const MAX_LEGAL = 181;

/** Random play in a vector environment; heap and buffers after a first tenth against those at the end. */
export const liveLong = (steps: number, rng: Rng): LongLife => {
  const env = new TzaarVectorEnv(GAMES, { autoreset: 'same-step' });
  const actions = new Int32Array(GAMES);
  let { info, terminated } = env.reset({ seed: 1 });
  let [games, early] = [0, 0];
  const rounds = Math.ceil(steps / GAMES);
  for (let round = 0; round < rounds; round++) {
    if (round === Math.floor(rounds / 10)) early = usedBytes();
    for (let game = 0; game < GAMES; game++)
      actions[game] = info.legal[game * MAX_LEGAL + randomBelow(rng, info.legalCount[game])];
    ({ info, terminated } = env.step(actions));
    for (let game = 0; game < GAMES; game++) games += terminated[game];
  }
  return { steps: rounds * GAMES, games, grownBytes: usedBytes() - early };
};

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const usedBytes = (): number => {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};
