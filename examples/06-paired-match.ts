/** Two agents meet in pairs from the same start with colours swapped, and what the score says. Run it: npx tsx examples/06-paired-match.ts */
import { addPair, formatScore, NO_PAIRS, openAgent, pairPoints, playPair, summarise } from '../arena/index.ts';

const first = await openAgent('alphabeta:nodes=300,name=three hundred positions');
const second = await openAgent('greedy');

let counts = NO_PAIRS;
for (let pair = 0; pair < 8; pair++) {
  const { records } = await playPair({ setup: 'random', seed: 1, pair, openingPlies: 0 }, first, second);
  const points = pairPoints(records);
  console.log(`pair ${pair}: ${points} of 2 points, ${records.map(({ moves }) => moves.length).join(' and ')} actions`);
  counts = addPair(counts, points);
}
console.log(`${first.name} against ${second.name}: ${formatScore(summarise(counts))}`);

await first.close();
await second.close();
