/** 256 games in step, without an allocation in the loop. Run: npx tsx examples/03-vector-env.ts */
import { MAX_LEGAL_ACTIONS, randomBelow, randomStream, TzaarVectorEnv } from '../env/index.ts';

const env = new TzaarVectorEnv(256, { autoreset: 'same-step' });
const rng = randomStream('policy');
const actions = new Int32Array(env.count);

const { terminated, playerRewards, info, final } = env.reset({ seed: 1 }); // these arrays stay and are overwritten
let [games, white, plies] = [0, 0, 0];
for (let step = 0; step < 500; step++) {
  for (let game = 0; game < env.count; game++) {
    actions[game] = info.legal[game * MAX_LEGAL_ACTIONS + randomBelow(rng, info.legalCount[game])];
  }
  env.step(actions);
  for (let game = 0; game < env.count; game++) {
    if (terminated[game] === 0) continue;
    games++;
    plies += final.ply[game];
    if (playerRewards[2 * game] === 1) white++;
  }
}
process.stdout.write(
  `${games} games of ${(plies / games).toFixed(1)} actions, white won ${((100 * white) / games).toFixed(1)} %\n`,
);
