/**
 * `npm run fit-evaluation [-- games nodes]`: plays alpha-beta against itself and fits the weights of
 * `agents/evaluation.ts` to the results by logistic regression, one set for each step of a turn. Writes
 * `agents/evaluation-weights.ts`. Run it again with the new weights until the loss no longer falls.
 */
import { writeFileSync } from 'node:fs';
import { AlphaBetaAgent } from '../agents/alphabeta-agent.ts';
import { FEATURE_COUNT, measure, SIDE_FEATURES } from '../agents/evaluation.ts';
import { solveLinear } from '../arena/solve-linear.ts';
import {
  legalActions,
  MAX_LEGAL_ACTIONS,
  outcome,
  type Player,
  play,
  randomBelow,
  randomStream,
  startPosition,
} from '../env/index.ts';

type Sample = { readonly features: Float64Array; readonly step: 0 | 1; readonly mover: Player; won: number };

const RANDOM_PLIES = 8; // variety beyond the set-up, and mistakes to learn from
const RIDGE = 2;

const [games = 1000, nodes = 1500] = process.argv.slice(2).map(Number);

const playGames = async (): Promise<Sample[]> => {
  const agent = new AlphaBetaAgent('fit', { nodes });
  const actions = new Uint16Array(MAX_LEGAL_ACTIONS);
  const samples: Sample[] = [];
  for (let game = 0; game < games; game++) {
    const rng = randomStream('fit', game, nodes);
    const position = startPosition('random', rng);
    const own: Sample[] = [];
    agent.newGame(game);
    const randomPlies = randomBelow(rng, RANDOM_PLIES);
    while (outcome(position) === null) {
      const choice = await agent.choose(position);
      const count = legalActions(position, actions);
      const action = position.ply < randomPlies ? actions[randomBelow(rng, count)] : choice.action;
      if (choice.proven === undefined) {
        const features = new Float64Array(FEATURE_COUNT);
        measure(position, features);
        own.push({ features, step: position.step, mover: position.mover, won: 0 });
      }
      play(position, action);
    }
    const { winner } = outcome(position)!;
    for (const sample of own) sample.won = sample.mover === winner ? 1 : 0;
    samples.push(...own);
    if (game % 100 === 99) process.stderr.write(`${game + 1} games, ${samples.length} samples\n`);
  }
  return samples;
};

/** Newton's method on the regularised log-likelihood; converges in a handful of rounds. */
const fitWeights = (samples: readonly Sample[]): { weights: Float64Array; loss: number } => {
  const weights = new Float64Array(FEATURE_COUNT);
  let loss = 0;
  for (let round = 0; round < 12; round++) {
    const gradient = new Float64Array(FEATURE_COUNT);
    const hessian = Array.from({ length: FEATURE_COUNT }, () => new Float64Array(FEATURE_COUNT));
    loss = 0;
    for (const { features, won } of samples) {
      const sum = features.reduce((total, value, index) => total + value * weights[index], 0);
      const chance = 1 / (1 + Math.exp(-sum));
      loss -= Math.log(Math.max(1e-12, won === 1 ? chance : 1 - chance));
      const slope = chance * (1 - chance);
      for (let row = 0; row < FEATURE_COUNT; row++) {
        if (features[row] === 0) continue;
        gradient[row] += (won - chance) * features[row];
        for (let column = 0; column < FEATURE_COUNT; column++)
          hessian[row][column] += slope * features[row] * features[column];
      }
    }
    for (let index = 0; index < FEATURE_COUNT; index++) {
      gradient[index] -= RIDGE * weights[index];
      hessian[index][index] += RIDGE;
    }
    const change = solveLinear(hessian, gradient);
    for (let index = 0; index < FEATURE_COUNT; index++) weights[index] += change[index];
  }
  return { weights, loss: loss / samples.length };
};

const samples = await playGames();
const fits = ([0, 1] as const).map((step) => fitWeights(samples.filter((sample) => sample.step === step)));
const names = [
  ...SIDE_FEATURES.map((name) => `own ${name}`),
  ...SIDE_FEATURES.map((name) => `enemy ${name}`),
  'constant',
];
const rows = fits.flatMap(({ weights }, step) =>
  Array.from(weights, (weight, index) => `  ${weight.toFixed(3)}, // step ${step + 1}: ${names[index]}`),
);
writeFileSync(
  new URL('../agents/evaluation-weights.ts', import.meta.url),
  `/** Written by \`npm run fit-evaluation\`: log-odds for each feature of \`evaluation.ts\`, first for step 1, then for step 2. */
export const EVALUATION_WEIGHTS: ArrayLike<number> = Float64Array.of(
${rows.join('\n')}
);
`,
);
for (const [step, { loss }] of fits.entries()) process.stdout.write(`step ${step + 1}: loss ${loss.toFixed(4)}\n`);
