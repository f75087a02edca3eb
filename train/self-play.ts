/** Plays games against itself, many in step, and keeps what there is to learn from them. The same job gives the same games. */
import { BatchedSearch, type Choice, Prover, type SearchResult } from '../agents/index.ts';
import { outcome } from '../env/index.ts';
import { type Evaluator, type Learnt, NO_POLICY, onlyAction } from '../models/index.ts';
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

/** A job has a prover for each of its games, so that none depends on another; a few thousand positions an action fit. */
const PROVER_MB = 1;

type Game = SelfPlayGame & {
  readonly prover: Prover;
  /** Whether the action under way is searched in full. */
  isFull: boolean;
  /** What is proven of the action under way, before it is searched. */
  proof: Choice | null;
};

/** Plays the games of a job with a network on both sides. */
export const playAgainstItself = async (
  job: SelfPlayJob<NetworkPlayer>,
  evaluator: Evaluator,
): Promise<SelfPlayResult> => {
  const start = performance.now();
  const { player } = job;
  const { proofNodes = 0 } = player;
  const timed = timeEvaluator(evaluator);
  const search = new BatchedSearch(timed.evaluator, job.games, player.search);
  const games = Array.from({ length: job.games }, (_, index): Game => {
    const game = beginGame(job, index);
    search.newGame(index, Math.floor(game.rng() * 2 ** 32));
    return { ...game, prover: new Prover(PROVER_MB), isFull: true, proof: null };
  });
  const isOver = ({ position }: Game): boolean => outcome(position) !== null;
  while (!games.every(isOver)) {
    const running = games.filter((game) => !isOver(game));
    for (const game of running) {
      game.isFull = player.fullShare === 1 || game.rng() < player.fullShare;
      game.proof = proofNodes === 0 ? null : game.prover.proveFirst(game.position, { nodes: proofNodes });
    }
    // A win that is proven is played; of a loss the search makes what it can.
    for (const game of running) if (game.proof?.proven === 'win') winOn(game, game.proof, job);
    const results = await search.search(
      games.map((game) => (isOver(game) || game.proof?.proven === 'win' ? null : game.position)),
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

const winOn = (game: Game, { action, value = 1, proven }: Choice, { player }: SelfPlayJob<NetworkPlayer>): void =>
  playPly(game, action, { policy: onlyAction(action), value, surprise: 0, proven }, learntFrom(game, player));

const advance = (game: Game, result: SearchResult, { samplePlies, player }: SelfPlayJob<NetworkPlayer>): void => {
  const { isFull, proof } = game;
  const isLost = proof?.proven === 'loss';
  const proven = result.proven ?? proof?.proven;
  // The first actions of a game in play are drawn, so that games differ; while pieces are placed, all of them.
  const isDrawn = pliesInPlay(game) < samplePlies && proven === undefined;
  const action = isDrawn ? (drawAction(result.policy, game.rng) ?? result.action) : result.action;
  const learnt = learntFrom(game, player);
  if (isLost) {
    // Where everything loses, no policy is better than another.
    const thought = { policy: NO_POLICY, value: -1, surprise: 0, proven };
    playPly(game, action, thought, learnt === 'all' ? 'value' : learnt);
    return;
  }
  // What a quick search recommends is good enough to play by, but no policy to learn.
  playPly(game, action, { ...(isFull ? result : { ...result, policy: NO_POLICY }), proven }, learnt);
};

const learntFrom = ({ isFull, winner }: Game, { valueSamples }: NetworkPlayer): Learnt => {
  if (winner !== null) return valueSamples?.proven ? 'value' : 'nothing';
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
