/** Plays games against itself, many in step, and keeps what there is to learn from them. The same job gives the same games. */
import { BatchedSearch, type SearchResult } from '../agents/index.ts';
import { outcome } from '../env/index.ts';
import { type Evaluator, type Learnt, NO_POLICY } from '../models/index.ts';
import { closeSamples } from './samples.ts';
import {
  beginGame,
  describeGame,
  drawAction,
  finishGame,
  ITSELF,
  lessonsOf,
  type NetworkPlayer,
  playPly,
  pliesInPlay,
  type SelfPlayGame,
  type SelfPlayJob,
  type SelfPlayResult,
} from './self-play-job.ts';

/** `isFull`: whether the action under way is searched in full. */
type Game = SelfPlayGame & { isFull: boolean };

/** Plays the games of a job with a network on both sides. */
export const playAgainstItself = async (
  job: SelfPlayJob<NetworkPlayer>,
  evaluator: Evaluator,
): Promise<SelfPlayResult> => {
  const start = performance.now();
  const { player } = job;
  const timed = timeEvaluator(evaluator);
  const search = new BatchedSearch(timed.evaluator, job.games, player.search);
  const games = Array.from({ length: job.games }, (_, index): Game => {
    const game = beginGame(job, index);
    search.newGame(index, Math.floor(game.rng() * 2 ** 32));
    return { ...game, isFull: true };
  });
  const isOver = ({ position }: Game): boolean => outcome(position) !== null;
  while (!games.every(isOver)) {
    for (const game of games) game.isFull = player.fullShare === 1 || game.rng() < player.fullShare;
    const results = await search.search(
      games.map((game) => (isOver(game) ? null : game.position)),
      (index) => ({ simulations: games[index].isFull ? player.simulations : player.fastSimulations }),
    );
    for (const [index, result] of results.entries()) if (result !== null) advance(games[index], result, job);
  }
  return {
    iteration: job.iteration,
    job: job.job,
    samples: closeSamples(games.map(finishGame), lessonsOf(job)),
    records: games.map((game, index) => describeGame(game, job, index, ITSELF, { sims: player.simulations })),
    plies: games.reduce((sum, { position }) => sum + position.ply, 0),
    seconds: (performance.now() - start) / 1000,
    networkSeconds: timed.seconds(),
  };
};

const advance = (game: Game, result: SearchResult, { samplePlies, player }: SelfPlayJob<NetworkPlayer>): void => {
  const { proven } = result;
  // The first actions of a game in play are drawn, so that games differ; while pieces are placed, all of them.
  const isDrawn = pliesInPlay(game) < samplePlies && proven === undefined;
  const action = isDrawn ? (drawAction(result.policy, game.rng) ?? result.action) : result.action;
  // What a quick search recommends is good enough to play by, but no policy to learn.
  const thought = game.isFull ? result : { ...result, policy: NO_POLICY };
  playPly(game, action, thought, learntFrom(game, player));
  game.isProven ||= proven !== undefined;
};

const learntFrom = ({ isFull, isProven }: Game, { valueSamples }: NetworkPlayer): Learnt => {
  if (isProven) return valueSamples?.proven ? 'value' : 'nothing';
  if (isFull) return 'all';
  return valueSamples?.fast ? 'value' : 'nothing';
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
