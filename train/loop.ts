/**
 * The main loop: play → remember → learn → save → evaluate, again and again. It reports after every stage and shows nothing itself;
 * progress bars, metrics and event files listen. A consumer that stops listening stops the run; what was saved stays.
 */

import { diagnose } from './diagnose.ts';
import { evaluate } from './evaluate.ts';
import { type Experiment, experimentAt } from './experiment/experiment.ts';
import { GamesAhead } from './games-ahead.ts';
import { gatherSamples } from './gather-samples.ts';
import { learn, RunLearner } from './learn.ts';
import { lastShards, windowSize } from './replay-window.ts';
import { findRunPoint, saveCheckpoint } from './run/checkpoints.ts';
import { networkFile } from './run/run-files.ts';
import type { RunFolder } from './run/run-folder.ts';
import type { Samples } from './samples.ts';
import { jobsOf, playedBy } from './self-play-jobs.ts';
import { simsOf, simsSchedule } from './sims-schedule.ts';
import type { TrainReport } from './train-report.ts';
import type { Workplace } from './workplace.ts';

/** The caller holds the run's lock. `signal` ends the run at once; the jobs that are finished and the last checkpoint stay. */
export async function* train(
  run: RunFolder,
  experiment: Experiment,
  workplace: Workplace,
  signal?: AbortSignal,
): AsyncGenerator<TrainReport> {
  const { network, iterations, learner: learning } = experiment.settings;
  const point = await findRunPoint(run, learning.keepCheckpoints);
  let { state } = point;
  const damage = [...point.damage];
  const tellDamage = (): TrainReport[] =>
    damage.splice(0).map((each) => ({ type: 'mended', iteration: state.iteration, damage: each }));
  const gather = (names: readonly string[]): ReturnType<typeof gatherSamples> =>
    gatherSamples(run, experiment, names, workplace.selfPlay, (each) => damage.push(each), signal);
  const save = (): Promise<void> => saveCheckpoint(run, network, learner.state(), state, learning.keepCheckpoints);
  const learner = await RunLearner.open(experiment, point.learner, state.iteration + 1);
  const shards: Samples[] = [];
  const games = new GamesAhead(experiment, gather);
  try {
    const { length: parameters } = learner.state().parameters;
    const { name, reason } = learner;
    yield { type: 'begun', iteration: state.iteration, learner: name, reason, parameters };
    if (point.learner === null) await save();
    for await (const { samples } of gather(state.shards)) shards.push(samples);
    yield* tellDamage();
    yield* evaluate(run, experiment, state.iteration, workplace.matches, signal); // where that was stopped in the middle

    while (state.iteration < iterations && !signal?.aborted) {
      const iteration = state.iteration + 1;
      const now = experimentAt(experiment, iteration); // one that is learnt again has the settings of its time
      const { selfPlay, replay } = now.settings;

      const names = jobsOf(experiment, iteration);
      const sims = simsOf(simsSchedule(now.settings), iteration);
      const behind = sims === 0 ? 0 : iteration - 1 - playedBy(experiment, iteration);
      let [jobs, fresh] = [0, 0];
      for await (const { samples, result } of games.take(iteration)) {
        shards.push(samples);
        fresh += samples.count;
        yield { type: 'played', iteration, jobs: ++jobs, jobsPlanned: names.length, sims, behind, result };
      }
      yield* tellDamage();
      if (jobs < names.length) return;
      games.beginDuring(iteration);

      const seen = state.samples + fresh;
      const window = lastShards(shards, windowSize(replay.windowStart, replay.windowExponent, seen));
      shards.splice(0, shards.length - window.shards.length); // what has left the window stays on disk only

      for await (const report of learn(await learner.at(iteration), window, now, iteration, fresh)) {
        yield report;
        if (signal?.aborted) return;
      }

      const kept = [...state.shards, ...names].slice(-shards.length);
      const playing = { config: network, weights: learner.state().average };
      const diagnostics = await diagnose(playing, window, kept, now, iteration);
      if (diagnostics !== null) yield { type: 'diagnosed', iteration, diagnostics };

      state = { iteration, games: state.games + selfPlay.gamesPerIteration, samples: seen, shards: kept };
      await save();
      yield { type: 'saved', iteration, state, model: networkFile(run.path, iteration), window: window.count };

      yield* evaluate(run, experiment, iteration, workplace.matches, signal);
    }
  } finally {
    await games.stop();
    await learner.close();
  }
}
