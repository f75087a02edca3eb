/**
 * `npx tsx bench/attack.ts [SIZE [SEED]]`: attacks whose outcome must always be the same, at any size; 1 takes some minutes, 100 a night.
 * The test suite runs the same at a small size.
 */
import { randomStream } from '../env/index.ts';
import { EXPERIMENT, folder, trainAll } from '../test/support/runs.ts';
import { writeBest } from '../train/index.ts';
import { flipBits } from './attack/flips.ts';
import { type Killed, killAtCalls, killAtRandom } from './attack/kills.ts';
import { liveLong } from './attack/long-life.ts';
import { besiege } from './attack/server.ts';
import { fuzzTexts } from './attack/texts.ts';

const [size = 1, seed = 1] = process.argv.slice(2).map(Number);
if (!(size > 0) || !Number.isSafeInteger(seed)) {
  process.stderr.write('error: expected a size above 0 and a whole number as seed\n');
  process.exit(2);
}
const rng = randomStream('attack', seed);
let failures = 0;
const tell = (what: string, isGood: boolean): void => {
  if (!isGood) failures++;
  process.stdout.write(`${isGood ? 'held  ' : 'FAILED'} ${what}\n`);
};

for (const { name, texts, refused } of fuzzTexts(Math.ceil(10_000 * size), rng))
  tell(`${texts} changed texts of a ${name}: ${refused} refused in a sentence, the others read`, true);

const run = folder();
await trainAll(run);
writeBest({ path: run }, { iteration: 3, judged: 3 });
for (const { file, flips, told } of await flipBits(run, EXPERIMENT, Math.ceil(1000 * size), rng))
  tell(`${flips} changed bits in ${file}: ${told} told`, told === flips);

const tellKills = (how: string, { kills, isSame, leftovers }: Killed): void =>
  tell(`${kills} kills ${how}: the same weights, nothing left over`, isSame && leftovers.length === 0);
tellKills('at each rename, fsync, link and unlink', await killAtCalls(Math.ceil(30 * size), 1));
tellKills('at random moments', await killAtRandom(Math.ceil(10 * size), 8000, rng));

const { requests, leaks, listeners, heard, slow, isAtHand } = await besiege(
  Math.ceil(5000 * size),
  Math.ceil(100 * size),
  Math.ceil(50 * size),
  rng,
);
tell(`${requests} ways out of the served folder: ${leaks} leaks`, leaks === 0);
tell(`${heard} of ${listeners} who listen to a run at once heard it`, heard === listeners);
tell(`an ordinary request beside ${slow} that never end`, isAtHand);

const { steps, games, grownBytes } = liveLong(Math.ceil(1e6 * size), rng);
tell(`${steps} steps of ${games} games: memory grew by ${grownBytes} bytes`, grownBytes < 1e6);
process.exitCode = failures === 0 ? 0 : 1;
