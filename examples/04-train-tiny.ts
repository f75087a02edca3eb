/** The main loop by hand: a tiny network, two iterations, one thread. Run: npx tsx examples/04-train-tiny.ts */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRun, makeTrainConfig, train } from '../train/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'tzaar-tiny-'));
const run = createRun(folder, makeTrainConfig('smoke', { seed: 7 }));

for await (const report of train(run, { threads: 1 })) {
  if (report.type === 'learnt' && report.steps === report.stepsPlanned) {
    process.stdout.write(`iteration ${report.iteration}: policy loss ${report.losses.policy.toFixed(2)}\n`);
  }
  if (report.type === 'saved') process.stdout.write(`${report.state.games} games, ${report.state.samples} samples\n`);
}
