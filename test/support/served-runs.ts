/** Small run folders, as a trainer leaves them, without the time that training takes. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  formatRecord,
  type GameRecord,
  movesSoFar,
  outcome,
  PLAYERS,
  play,
  randomBelow,
  randomStream,
  startPosition,
} from '../../env/index.ts';
import { createRun } from '../../train/index.ts';
import { legalList } from './games.ts';
import { smokeExperiment } from './runs.ts';

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'tzaar-serve-'));

/** A finished random game, as self-play would record it. */
export const randomRecord = (seed: number, iteration = 1): GameRecord => {
  const rng = randomStream('record', seed);
  const position = startPosition('random', rng);
  const values: number[] = [];
  while (outcome(position) === null) {
    const legal = legalList(position);
    values.push(Math.round((rng() * 2 - 1) * 1000) / 1000);
    play(position, legal[randomBelow(rng, legal.length)]);
  }
  const { winner, reason } = outcome(position)!;
  return {
    ...movesSoFar(position),
    setup: 'random',
    result: { winner: PLAYERS[winner], reason },
    players: { white: 'self', black: 'self' },
    notes: { iteration, job: 0, game: seed, sims: 4, values },
  };
};

export const metricsLine = (iteration: number, stage: string, facts: object): string =>
  `${JSON.stringify({ time: '2026-01-31T12:00:00.000Z', iteration, stage, ...facts })}\n`;

/** A run of two finished iterations with two jobs of two games each. */
export const makeRun = (root: string, name: string, metrics: string = METRICS, iterations = 5): string => {
  const path = join(root, name);
  createRun(path, smokeExperiment({ iterations }));
  writeFileSync(join(path, 'state.json'), JSON.stringify({ iteration: 2, games: 8, samples: 400, shards: [] }));
  for (const iteration of [1, 2]) {
    for (const job of [0, 1]) {
      const seeds = [0, 1].map((game) => iteration * 100 + job * 10 + game);
      const lines = seeds.map((seed) => `${formatRecord(randomRecord(seed, iteration))}\n`);
      writeFileSync(join(path, 'games', `00000${iteration}-000${job}.jsonl`), lines.join(''));
    }
  }
  writeFileSync(join(path, 'metrics.jsonl'), metrics);
  writeFileSync(join(path, 'checkpoints', '000002.network'), 'weights');
  writeFileSync(join(path, 'checkpoints', '000002.learner'), 'moments');
  writeFileSync(join(path, 'evaluation.html'), '<!doctype html><title>Evaluation</title>');
  return path;
};

const job = (number: number): object => ({
  job: number,
  games: 2,
  samples: 100,
  pliesPerGame: 50,
  samplesPerSecond: 300,
  networkShare: 0.8,
});

const METRICS = [
  metricsLine(0, 'begun', { learner: 'hex 16 × 4, onnxruntime', reason: 'asked for', parameters: 1234 }),
  ...[1, 2].flatMap((iteration) => [
    metricsLine(iteration, 'selfplay', job(1)),
    metricsLine(iteration, 'selfplay', job(2)),
    metricsLine(iteration, 'loss', { total: 4.5 - iteration, policy: 3, value: 0.7, step: 10, learningRate: 0.001 }),
    metricsLine(iteration, 'saved', { games: 4 * iteration, samples: 200 * iteration, window: 200, memoryMb: 300 }),
  ]),
].join('');

/** A released model's files, enough to be found and fetched. */
export const makeRelease = (root: string, path: string): string => {
  const folder = join(root, path);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ format: 'tzaar-release', name: 'a small one' }));
  writeFileSync(join(folder, 'model.json'), '{}');
  writeFileSync(join(folder, 'weights.bin'), 'weights');
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  return folder;
};

/** Stands in for the built pages where it only matters that they are handed out. */
export const makePages = (): string => {
  const pages = temporaryFolder();
  for (const name of ['index', 'dashboard'])
    writeFileSync(join(pages, `${name}.html`), `<!doctype html><title>${name}</title>`);
  mkdirSync(join(pages, 'assets'));
  writeFileSync(join(pages, 'assets', 'page-Xy12.js'), 'export {};');
  return pages;
};
