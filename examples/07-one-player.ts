/** The environment for one player: an agent has the other seat. Run it: npx tsx examples/07-one-player.ts */
import { AgainstAgent, createAgent } from '../agents/index.ts';
import { randomStream, TzaarEnv } from '../env/index.ts';

const opponent = await createAgent('greedy');
const env = new AgainstAgent(new TzaarEnv({ setup: 'random', firstMoverSeed: 1 }), opponent, { seat: 0 });
const rng = randomStream('policy');

for (let game = 0; game < 4; game++) {
  let { info } = await env.reset(game === 0 ? { seed: 42 } : {});
  for (let actions = 1; ; actions++) {
    const { reward, terminated, truncated, info: next } = await env.step(env.actionSpace.sample(info.actionMask, rng));
    info = next;
    if (!terminated && !truncated) continue;
    console.log(`game ${game}: reward ${reward} after ${actions} own actions, ${info.outcome?.reason}`);
    break;
  }
}
await opponent.close();
