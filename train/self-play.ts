/** Plays games against itself, many in step, and keeps what there is to learn from them. The same job gives the same games. */
import { BatchedSearch, type SearchResult } from '../agents/index.ts';
import { type Action, outcome, play, type Rng } from '../env/index.ts';
import { type Evaluator, finishedGame, gamePly, headsOf, NO_POLICY, targetsFor } from '../models/index.ts';
import { closeSamples } from './samples.ts';
import {
  beginGame,
  describeGame,
  ITSELF,
  type NetworkJob,
  pliesInPlay,
  type SelfPlayGame,
  type SelfPlayResult,
} from './self-play-job.ts';

/** `isFull`: whether the action under way is searched in full. */
type Game = SelfPlayGame & { isFull: boolean };

export const playAgainstItself = async (job: NetworkJob, evaluator: Evaluator): Promise<SelfPlayResult> => {
  const start = performance.now();
  const timed = timeEvaluator(evaluator);
  const search = new BatchedSearch(timed.evaluator, job.games);
  const games = Array.from({ length: job.games }, (_, index): Game => {
    const game = beginGame(job, index);
    search.newGame(index, Math.floor(game.rng() * 2 ** 32));
    return { ...game, isFull: true };
  });
  const isOver = ({ position }: Game): boolean => outcome(position) !== null;
  while (!games.every(isOver)) {
    for (const game of games) game.isFull = job.fullShare === 1 || game.rng() < job.fullShare;
    const results = await search.search(
      games.map((game) => (isOver(game) ? null : game.position)),
      (index) => ({ simulations: games[index].isFull ? job.sims : job.fastSims }),
    );
    for (const [index, result] of results.entries())
      if (result !== null) advance(games[index], result, job.samplePlies);
  }
  const finished = games.map(({ plies, position }) => finishedGame(plies, position, outcome(position)!));
  return {
    iteration: job.iteration,
    job: job.job,
    samples: closeSamples(finished, targetsFor(headsOf({ auxiliaryHeads: [], ...job }), job.targets)),
    records: games.map((game, index) => describeGame(game, job, index, ITSELF, { sims: job.sims })),
    plies: games.reduce((sum, { position }) => sum + position.ply, 0),
    seconds: (performance.now() - start) / 1000,
    networkSeconds: timed.seconds(),
  };
};

const advance = (game: Game, result: SearchResult, samplePlies: number): void => {
  const { position, plies, rng } = game;
  const { action, policy, value, proven } = result;
  const isSample = game.isFull && !game.isProven;
  game.isProven ||= proven !== undefined;
  game.values.push(Math.round(value * 1000) / 1000);
  // The first actions of a game in play are drawn, so that games differ; while pieces are placed, all of them.
  const played = pliesInPlay(game) < samplePlies && proven === undefined ? (drawAction(policy, rng) ?? action) : action;
  plies.push(gamePly(position, played, game.isFull ? result : { ...result, policy: NO_POLICY }, isSample));
  play(position, played);
};

/** An action with the probability that the policy gives it. */
const drawAction = (policy: Float32Array, rng: Rng): Action | null => {
  let left = rng() * policy.reduce((sum, share) => sum + share, 0);
  for (let action = 0; action < policy.length; action++) {
    left -= policy[action];
    if (policy[action] > 0 && left < 0) return action;
  }
  return null;
};

const timeEvaluator = (inner: Evaluator): { evaluator: Evaluator; seconds: () => number } => {
  let timeMs = 0;
  const evaluator: Evaluator = {
    name: inner.name,
    evaluate: async (batch, count) => {
      const start = performance.now();
      await inner.evaluate(batch, count);
      timeMs += performance.now() - start;
    },
    close: () => inner.close(),
  };
  return { evaluator, seconds: () => timeMs / 1000 };
};
