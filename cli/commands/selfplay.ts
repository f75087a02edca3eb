import { join } from 'node:path';
import type { Command } from 'commander';
import { defaultThreads } from '../../arena/index.ts';
import { readNetwork } from '../../models/node/index.ts';
import { createRun, makeTrainConfig, type NetworkJob, saveJob, selfPlayFleet } from '../../train/index.ts';
import { formatDuration } from '../../train/report/format-duration.ts';
import { wholeNumber } from '../input.ts';
import { print } from '../output.ts';
import { createProgress } from '../progress.ts';

type Options = {
  readonly model: string;
  readonly games: number;
  readonly sims: number;
  readonly seed: number;
  readonly out: string;
  readonly threads?: number;
};

const GAMES_PER_JOB = 64;

export const addSelfPlay = (program: Command): void => {
  program
    .command('selfplay')
    .description('let a network play against itself and keep games and samples')
    .requiredOption('--model <file>', 'a weight file')
    .requiredOption('--out <folder>', 'where games/ and shards/ go')
    .option('--games <number>', 'how many games', wholeNumber('games', 1, 1e7), 100)
    .option('--sims <number>', 'simulations for an action', wholeNumber('simulations', 2, 1e5), 32)
    .option('--seed <number>', 'the same seed gives the same games', wholeNumber('seed', 0), 1)
    .option('--threads <number>', 'workers', wholeNumber('threads', 1, 256))
    .action(async ({ model, games, sims, seed, out, threads = defaultThreads() }: Options) => {
      await readNetwork(model); // refused here, before any worker starts
      const config = makeTrainConfig(undefined, {
        seed,
        simsStart: sims,
        simsEnd: sims,
        gamesPerIteration: games,
        iterations: 1,
      });
      const run = createRun(out, config);
      const { fullShare, fastSims, samplePlies, fixedShare, tournamentShare } = config;
      const jobs = Array.from(
        { length: Math.ceil(games / GAMES_PER_JOB) },
        (_, job): NetworkJob => ({
          player: 'network',
          iteration: 1,
          job,
          seed,
          games: Math.min(GAMES_PER_JOB, games - job * GAMES_PER_JOB),
          sims,
          fullShare,
          fastSims,
          samplePlies,
          fixedShare,
          tournamentShare,
          model,
        }),
      );
      const fleet = selfPlayFleet(threads);
      const progress = createProgress(false);
      const start = performance.now();
      let [played, samples] = [0, 0];
      try {
        for await (const result of fleet.run(jobs)) {
          saveJob(run, result);
          played += result.records.length;
          samples += result.samples.count;
          const left = ((performance.now() - start) / 1000 / played) * (games - played);
          progress.show(`${played} of ${games} games, ${formatDuration(left)} left`);
        }
      } finally {
        progress.end();
        await fleet.close();
      }
      print(`${played} games, ${samples} samples in ${join(out, 'games')} and ${join(out, 'shards')}`);
    });
};
