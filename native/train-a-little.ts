/** Takes ten training steps on native tfjs and prints what became of the loss; fails in one line if it cannot. */
import {
  allocateTrainingBatch,
  freshNetwork,
  headsOf,
  initialState,
  learnerConfig,
  networkPreset,
} from '../models/index.ts';
import { createLearner, loadNativeTfjs } from '../models/node/index.ts';

const STEPS = 10;

try {
  await loadNativeTfjs(); // says best what is missing
  const network = networkPreset('tiny');
  const config = learnerConfig(network, { optimiser: { warmUpSteps: 1 } });
  const samples = allocateTrainingBatch(16, headsOf(network));
  samples.masks.fill(1);
  samples.targets.value.fill(1); // easy to learn
  const { weights } = freshNetwork(network, 1);
  const { learner } = await createLearner(config, initialState(weights), { engine: 'tfjs', backend: 'native' });
  const first = await learner.step(samples);
  let last = first;
  while (last.step < STEPS) last = await learner.step(samples);
  const [from, to] = [first, last].map(({ losses }) => losses.value);
  if (!(to < from)) throw new Error(`the loss went from ${from} to ${to} in ${STEPS} steps`);
  process.stdout.write(`${learner.name}: loss ${from.toFixed(3)} to ${to.toFixed(3)} in ${STEPS} training steps\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message.split('\n')[0]}\n`);
  process.exitCode = 1;
}
