/** What follows a finished run: its best network measured and released, and where to look next. */

import { join } from 'node:path';
import { COMMAND } from '../models/node/index.ts';
import { exportModel } from '../train/export/export-model.ts';
import { findSource } from '../train/export/export-source.ts';
import { modelPath, type RunFolder } from '../train/index.ts';
import { readBest } from './best-network.ts';
import { evaluateRun, evaluationPage } from './evaluate-run.ts';
import { print } from './output.ts';

export type FinishOptions = { readonly evaluate?: true; readonly export?: true };

export const finishRun = async (run: RunFolder, options: FinishOptions, signal: AbortSignal): Promise<void> => {
  const iteration = readBest(run)?.iteration ?? run.config.iterations;
  const model = modelPath(run, iteration);
  const results = options.evaluate ? await evaluateRun(run, iteration, signal) : undefined;
  if (results === null) return;
  const next = [['the network', model]];
  if (options.evaluate) next.push(['its games', evaluationPage(run)]);
  if (options.export) {
    const out = join(run.path, 'released');
    await exportModel(findSource(model), { out, ...(results && { results }) });
    next.push(['for front ends', `${out} (docs/front-ends.md)`]);
  }
  next.push(
    ['the whole run', `${COMMAND} report ${run.path}`],
    ['watch and play', `${COMMAND} serve ${run.path}`],
    ['a match', `${COMMAND} match zero:model=${model},sims=64 alphabeta:ms=50 --games 20`],
    ['a longer run', `${COMMAND} train --preset standard`],
  );
  const width = Math.max(...next.map(([name]) => name.length));
  print('');
  for (const [name, what] of next) print(`${`${name}:`.padEnd(width + 1)} ${what}`);
};
