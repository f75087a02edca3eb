/** One random game on the bare rules. Run: npx tsx examples/01-random-game.ts */
import {
  describeOutcome,
  formatAction,
  legalActions,
  MAX_LEGAL_ACTIONS,
  outcome,
  play,
  randomBelow,
  randomStream,
  startPosition,
} from '../env/index.ts';

const rng = randomStream(2026);
const position = startPosition('random', rng);
const actions = new Uint16Array(MAX_LEGAL_ACTIONS); // yours to reuse: the rules allocate nothing

for (let count = legalActions(position, actions); count > 0; count = legalActions(position, actions)) {
  const action = actions[randomBelow(rng, count)];
  process.stdout.write(`${formatAction(position, action)} `);
  play(position, action);
}
const over = outcome(position);
if (over !== null) process.stdout.write(`\n${describeOutcome(over)} after ${position.ply} actions\n`);
