/**
 * Which network of a run is exported. Training never waits for a better one to be proven: the newest always plays. Every
 * now and then a sequential test decides whether it has also become the best.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatScore, makeSchedule, summarise } from '../arena/index.ts';
import { InvalidInput } from '../env/index.ts';
import { writeAtomic } from '../fleet/index.ts';
import { modelPath, type RunFolder } from '../train/index.ts';
import { showSchedule } from './play-schedule.ts';

export type BestNetwork = {
  /** The iteration whose network it is. */
  readonly iteration: number;
  /** The last iteration that was held against it. */
  readonly judged: number;
};

/** The question of the test: is it no better, or better by thirty Elo? */
const TEST = '0,30';

const bestPath = ({ path }: RunFolder): string => join(path, 'best.json');

/** `null` as long as nothing was judged. */
export const readBest = (run: RunFolder): BestNetwork | null => {
  const file = bestPath(run);
  if (!existsSync(file)) return null;
  try {
    const { iteration, judged } = JSON.parse(readFileSync(file, 'utf8'));
    if (Number.isSafeInteger(iteration) && Number.isSafeInteger(judged)) return { iteration, judged };
  } catch {
    // said below
  }
  throw new InvalidInput('file', file, 'it does not name the best network; remove it and the next test begins anew');
};

/** Tests the network of an iteration against the best so far; the result is a sentence for people, or `null` if stopped. */
export const judgeBest = async (run: RunFolder, iteration: number, signal?: AbortSignal): Promise<string | null> => {
  const best = readBest(run);
  const save = (chosen: number): void =>
    writeAtomic(bestPath(run), `${JSON.stringify({ iteration: chosen, judged: iteration })}\n`);
  const { bestGames, evaluationSims, seed } = run.config;
  if (best === null || bestGames === 0) {
    save(iteration);
    return `best network: iteration ${iteration}`;
  }
  const agent = (which: number): string => `zero:model=${JSON.stringify(modelPath(run, which))},sims=${evaluationSims}`;
  const options = { games: bestGames, setup: 'random', seed, sprt: TEST };
  const schedule = makeSchedule([agent(iteration), agent(best.iteration)], 'match', options);
  const { counts, sprt } = await showSchedule(schedule, { signal });
  if (signal?.aborted) return null;
  const isBetter = sprt?.verdict === 'elo1';
  save(isBetter ? iteration : best.iteration);
  const score = `${formatScore(summarise(counts[0]))} against iteration ${best.iteration}`;
  return isBetter
    ? `best network: iteration ${iteration}, ${score}`
    : `best network: still iteration ${best.iteration} (iteration ${iteration}: ${score}, not proven better)`;
};
