/** `npm run signature`: one number that changes when play does. For the last line of a commit message. */
import { createAgent } from '../agents/index.ts';
import {
  emptyPosition,
  legalActions,
  MAX_LEGAL_ACTIONS,
  outcome,
  play,
  randomBelow,
  randomStream,
  SETUPS,
  setUp,
} from '../env/index.ts';

const GAMES = 300;
const rng = randomStream('signature');
const position = emptyPosition();
const actions = new Uint16Array(MAX_LEGAL_ACTIONS);
let signature = 0;
for (let game = 0; game < GAMES; game++) {
  setUp(position, SETUPS[game % SETUPS.length], rng);
  for (let count = legalActions(position, actions); count > 0; count = legalActions(position, actions)) {
    play(position, actions[randomBelow(rng, count)]);
    signature = (Math.imul(signature, 31) + position.hashLow + count) >>> 0;
  }
}

// The search counts too: its choices and the nodes they took.
const agent = await createAgent('alphabeta:nodes=2000');
setUp(position, 'random', rng);
agent.newGame(0);
while (outcome(position) === null) {
  const { action, nodes } = await agent.choose(position);
  signature = (Math.imul(signature, 31) + action + nodes) >>> 0;
  play(position, action);
}
process.stdout.write(`${signature}\n`);
