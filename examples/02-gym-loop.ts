/** The loop that Gymnasium users know. Run: npx tsx examples/02-gym-loop.ts */
import { randomStream, TzaarEnv } from '../env/index.ts';

const env = new TzaarEnv({ setup: 'random' });
const rng = randomStream('policy');
const wins = { white: 0, black: 0 };

for (let game = 0; game < 10; game++) {
  let { observation, info } = env.reset(game === 0 ? { seed: 42 } : {}); // later resets follow from the seed
  for (let over = false; !over; ) {
    const action = env.actionSpace.sample(info.actionMask, rng); // your policy here: it sees observation and mask
    const result = env.step(action);
    ({ observation, info } = result);
    over = result.terminated || result.truncated;
  }
  if (info.outcome !== null) wins[info.outcome.winner]++;
  process.stdout.write(`game ${game}: ${info.ply} actions, ${info.outcome?.winner} by ${info.outcome?.reason}\n`);
  if (game === 0) process.stdout.write(`an observation has ${observation.length} numbers\n`);
}
process.stdout.write(`white ${wins.white}, black ${wins.black}\n`);
