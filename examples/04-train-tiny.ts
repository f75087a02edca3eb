/** The main loop by hand: a tiny network, two iterations, one thread. Run: npx tsx examples/04-train-tiny.ts */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pairFleet } from '../arena/index.ts';
import { LocalNetworkStore } from '../fleet/index.ts';
import { createRun, makeExperiment, makeSettings, presetLayer, selfPlayFleet, train } from '../train/index.ts';

const settings = makeSettings(presetLayer('smoke'), { seed: 7, evaluation: { every: 0 } });
const experiment = makeExperiment(settings);
const run = createRun(mkdtempSync(join(tmpdir(), 'tzaar-tiny-')), experiment);
const networks = new LocalNetworkStore();
const workplace = { selfPlay: selfPlayFleet({ threads: 1, networks }), matches: pairFleet({ threads: 1, networks }) };

for await (const report of train(run, experiment, workplace)) {
  if (report.type === 'learnt' && report.steps === report.stepsPlanned) {
    process.stdout.write(`iteration ${report.iteration}: policy loss ${report.losses.policy.toFixed(2)}\n`);
  }
  if (report.type === 'saved') process.stdout.write(`${report.state.games} games, ${report.state.samples} samples\n`);
}
await Promise.all([workplace.selfPlay.close(), workplace.matches.close()]);
