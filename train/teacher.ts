/**
 * Games of alpha-beta against itself, to begin a run with. A network that knows nothing plays games that teach next to nothing: chance
 * decides them. Games of a decent player need no network, and after a few thousand of them self-play takes over.
 */
import { setImmediate } from 'node:timers/promises';
import { AlphaBetaAgent } from '../agents/index.ts';
import {
  type Action,
  legalActions,
  MAX_LEGAL_ACTIONS,
  outcome,
  PLACEMENT,
  type Position,
  type Rng,
  randomBelow,
} from '../env/index.ts';
import { NO_POLICY, onlyAction, type Thought } from '../models/index.ts';
import { closeSamples } from './samples.ts';
import {
  beginGame,
  describeGame,
  finishGame,
  lessonsOf,
  playPly,
  pliesInPlay,
  type SelfPlayGame,
  type SelfPlayJob,
  type SelfPlayResult,
  type TeacherPlayer,
} from './self-play-job.ts';

/** The same job gives the same games. */
export const playTeacher = async (job: SelfPlayJob<TeacherPlayer>): Promise<SelfPlayResult> => {
  const start = performance.now();
  const { nodes } = job.player;
  const teacher = new AlphaBetaAgent(`alphabeta:nodes=${nodes}`, { nodes });
  const games = Array.from({ length: job.games }, (_, index) => beginGame(job, index));
  for (const [index, game] of games.entries()) {
    teacher.newGame(index);
    await playGame(game, teacher, job.samplePlies);
    await setImmediate(); // alpha-beta never waits for anything, and the worker must receive the message to close
  }
  return {
    iteration: job.iteration,
    job: job.job,
    samples: closeSamples(games.map(finishGame), lessonsOf(job)),
    records: games.map((game, index) => describeGame(game, job, index, teacher.name)),
    plies: games.reduce((sum, { position }) => sum + position.ply, 0),
    seconds: (performance.now() - start) / 1000,
    networkSeconds: 0,
  };
};

/**
 * Pieces are placed and some first actions played at random, so that games differ and mistakes are punished in some of them; nothing is
 * learnt from those. From there on the teacher's choice is the policy, and what it expects the search's value.
 */
const playGame = async (game: SelfPlayGame, teacher: AlphaBetaAgent, samplePlies: number): Promise<void> => {
  const { position, rng } = game;
  const randomPlies = samplePlies === 0 ? 0 : randomBelow(rng, samplePlies);
  while (outcome(position) === null) {
    if (position.phase === PLACEMENT || pliesInPlay(game) < randomPlies) {
      playPly(game, randomAction(position, rng), NOTHING, 'nothing');
      continue;
    }
    const { action, value = 0, proven } = await teacher.choose(position);
    const learnt = game.winner === null ? 'all' : 'nothing';
    playPly(game, action, { policy: onlyAction(action), value, surprise: 1, proven }, learnt);
  }
};

const actions = new Uint16Array(MAX_LEGAL_ACTIONS);

const randomAction = (position: Position, rng: Rng): Action =>
  actions[randomBelow(rng, legalActions(position, actions))];

/** What is recorded of an action that was played at random. */
const NOTHING: Thought = { policy: NO_POLICY, value: 0, surprise: 0 };
