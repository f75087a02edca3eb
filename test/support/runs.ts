/** Short training runs, and what must be equal of two of them. */
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRun, makeTrainConfig, openRun, type TrainConfig, type TrainReport, train } from '../../train/index.ts';

export const CONFIG: TrainConfig = makeTrainConfig('smoke', {
  iterations: 3,
  gamesPerIteration: 6,
  gamesPerJob: 2,
  evaluateEvery: 0,
});

export const folder = (): string => mkdtempSync(join(tmpdir(), 'tzaar-run-'));

/** Begins or goes on with a run until its end, or until `stopAt` has seen enough. */
export const trainAll = async (
  path: string,
  stopAt: (report: TrainReport) => boolean = () => false,
  signal?: AbortSignal,
  threads = 1,
): Promise<TrainReport[]> => {
  const reports: TrainReport[] = [];
  const run = readdirSync(path).includes('config.json') ? openRun(path) : createRun(path, CONFIG);
  for await (const report of train(run, { threads, ...(signal === undefined ? {} : { signal }) })) {
    reports.push(report);
    if (stopAt(report)) break;
  }
  return reports;
};

/** Every file of a run that must be the same whenever and however often it was stopped. */
export const contents = (path: string): Record<string, string> =>
  Object.fromEntries(
    ['games', 'shards', 'checkpoints'].flatMap((part) =>
      readdirSync(join(path, part))
        .filter((name) => !name.endsWith('.damaged'))
        .map((name) => [`${part}/${name}`, readFileSync(join(path, part, name)).toString('base64')]),
    ),
  );
