/** Steps per second of the environments, beside random play on the bare engine in the same round. One thread. */
import {
  MAX_LEGAL_ACTIONS,
  type ObservationView,
  randomBelow,
  randomStream,
  TzaarEnv,
  TzaarVectorEnv,
} from '../env/index.ts';
import { playRandomGames } from './random-playouts.ts';
import { median } from './statistics.ts';

const ROUNDS = 5;
const ROUND_SECONDS = 1;

type Contender = { readonly name: string; readonly run: (seconds: number, seed: number) => number };

const contenders: readonly Contender[] = [
  ...(['none', 'points'] as const).map((view) => ({ name: `TzaarEnv, ${label(view)}`, run: stepSingle(view) })),
  ...[64, 1024].flatMap((count) =>
    (['none', 'points'] as const).map((view) => ({
      name: `TzaarVectorEnv of ${count}, ${label(view)}`,
      run: stepVector(count, view),
    })),
  ),
];

export const benchEnv = (): void => {
  const ratios = contenders.map((): number[] => []);
  const speeds = contenders.map((): number[] => []);
  const bare: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const { plies, seconds } = playRandomGames(ROUND_SECONDS, round);
    const speed = plies / seconds;
    const measured = contenders.map(({ run }) => run(ROUND_SECONDS, round));
    if (round === 0) continue; // the compiler's round
    bare.push(speed);
    for (const [index, own] of measured.entries()) {
      speeds[index].push(own);
      ratios[index].push(own / speed);
    }
  }
  print(`bare engine: ${(median(bare) / 1e6).toFixed(2)} M actions/s`);
  for (const [index, { name }] of contenders.entries()) {
    print(`${name}: ${(median(speeds[index]) / 1e6).toFixed(3)} M steps/s, ratio ${median(ratios[index]).toFixed(2)}`);
  }
};

function label(view: ObservationView): string {
  return view === 'none' ? 'masks only' : 'masks and observations';
}

/** Random legal steps, new games begun as others end; steps per second. */
function stepSingle(observation: ObservationView): Contender['run'] {
  return (seconds, seed) => {
    const env = new TzaarEnv({ observation });
    const rng = randomStream('bench', seed);
    let { info } = env.reset({ seed });
    let steps = 0;
    const start = performance.now();
    let elapsed = 0;
    while (elapsed < seconds) {
      for (let batch = 0; batch < 1000; batch++, steps++) {
        const result = env.step(env.actionSpace.sample(info.actionMask, rng));
        info = result.terminated ? env.reset().info : result.info;
      }
      elapsed = (performance.now() - start) / 1000;
    }
    return steps / elapsed;
  };
}

function stepVector(count: number, observation: ObservationView): Contender['run'] {
  return (seconds, seed) => {
    const env = new TzaarVectorEnv(count, { observation, autoreset: 'same-step' });
    const rng = randomStream('bench', seed);
    const actions = new Int32Array(count);
    const { legal, legalCount } = env.reset({ seed }).info;
    let steps = 0;
    const start = performance.now();
    let elapsed = 0;
    while (elapsed < seconds) {
      for (let game = 0; game < count; game++) {
        actions[game] = legal[game * MAX_LEGAL_ACTIONS + randomBelow(rng, legalCount[game])];
      }
      env.step(actions);
      steps += count;
      elapsed = (performance.now() - start) / 1000;
    }
    return steps / elapsed;
  };
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);
