/** Plays games against itself, many in step, and keeps what there is to learn from them. The same job gives the same games. */
import { BatchedSearch, type SearchResult } from '../agents/index.ts';
import {
  type Action,
  emptyPosition,
  formatRecord,
  movesSoFar,
  outcome,
  PLAYERS,
  type Position,
  play,
  type Rng,
  randomStream,
  type Setup,
  setUp,
} from '../env/index.ts';
import type { Evaluator } from '../models/index.ts';
import { closeSamples, type OpenSample, openSample, type Samples } from './samples.ts';

export type SelfPlayJob = {
  readonly iteration: number;
  readonly job: number;
  readonly seed: number;
  readonly games: number;
  readonly sims: number;
  /** Share of actions that get `sims` simulations and become samples; the others get `fastSims` and are only played. */
  readonly fullShare: number;
  readonly fastSims: number;
  readonly samplePlies: number;
  readonly fixedShare: number;
  readonly tournamentShare: number;
  /** A weight file. */
  readonly model: string;
};

export type SelfPlayResult = {
  readonly iteration: number;
  readonly job: number;
  readonly samples: Samples;
  /** Game records, one line each. */
  readonly records: readonly string[];
  readonly plies: number;
  readonly seconds: number;
  /** Seconds of these in the network. */
  readonly networkSeconds: number;
};

type Game = {
  readonly setup: Setup;
  readonly position: Position;
  readonly rng: Rng;
  readonly samples: OpenSample[];
  readonly values: number[];
  /** Once the result is certain there is nothing more to learn; the game is only played to its end. */
  isProven: boolean;
  /** Whether the action under way is searched in full. */
  isFull: boolean;
};

export const playAgainstItself = async (job: SelfPlayJob, evaluator: Evaluator): Promise<SelfPlayResult> => {
  const start = performance.now();
  const timed = timeEvaluator(evaluator);
  const search = new BatchedSearch(timed.evaluator, job.games);
  const games = Array.from({ length: job.games }, (_, index) => beginGame(job, index, search));
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
  const finished = games.map((game) => ({ ...game, winner: outcome(game.position)!.winner }));
  return {
    iteration: job.iteration,
    job: job.job,
    samples: closeSamples(finished),
    records: games.map((game, index) => describeGame(game, job, index)),
    plies: games.reduce((sum, { position }) => sum + position.ply, 0),
    seconds: (performance.now() - start) / 1000,
    networkSeconds: timed.seconds(),
  };
};

const beginGame = (
  { seed, iteration, job, fixedShare, tournamentShare }: SelfPlayJob,
  index: number,
  search: BatchedSearch,
): Game => {
  const rng = randomStream('self-play', seed, iteration, job, index);
  const draw = rng();
  const setup = draw < fixedShare ? 'fixed' : draw < fixedShare + tournamentShare ? 'tournament' : 'random';
  search.newGame(index, Math.floor(rng() * 2 ** 32));
  return {
    setup,
    position: setUp(emptyPosition(), setup, rng),
    rng,
    samples: [],
    values: [],
    isProven: false,
    isFull: true,
  };
};

const advance = (game: Game, result: SearchResult, samplePlies: number): void => {
  const { position, samples, rng } = game;
  const { action, policy, value, proven } = result;
  if (game.isFull && !game.isProven) samples.push(openSample(position, result));
  game.isProven ||= proven !== undefined;
  game.values.push(Math.round(value * 1000) / 1000);
  // The first actions of a game in play are drawn, so that games differ; while pieces are placed, all of them.
  const inPlay = position.phase === 0 ? 0 : position.ply - (game.setup === 'tournament' ? 60 : 0);
  play(position, inPlay < samplePlies && proven === undefined ? (drawAction(policy, rng) ?? action) : action);
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

const describeGame = (
  { setup, position, values }: Game,
  { iteration, job, sims }: SelfPlayJob,
  game: number,
): string => {
  const { winner, reason } = outcome(position)!;
  return formatRecord({
    ...movesSoFar(position),
    setup,
    result: { winner: PLAYERS[winner], reason },
    players: { white: 'self', black: 'self' },
    notes: { iteration, job, game, sims, values },
  });
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
