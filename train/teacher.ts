/**
 * Games of alpha-beta against itself, to begin a run with. A network that knows nothing plays games that teach next to nothing: chance
 * decides them. Games of a fair player cost no network, and after a few thousand of them self-play goes on from there.
 */
import { setImmediate } from 'node:timers/promises';
import { AlphaBetaAgent } from '../agents/index.ts';
import {
  ACTION_COUNT,
  type Action,
  legalActions,
  MAX_LEGAL_ACTIONS,
  outcome,
  PLACEMENT,
  type Position,
  play,
  type Rng,
  randomBelow,
} from '../env/index.ts';
import { finishedGame, gamePly, headsOf, NO_POLICY, targetsFor } from '../models/index.ts';
import { closeSamples } from './samples.ts';
import {
  beginGame,
  describeGame,
  pliesInPlay,
  type SelfPlayGame,
  type SelfPlayResult,
  type TeacherJob,
} from './self-play-job.ts';

/** The same job gives the same games. */
export const playTeacher = async (job: TeacherJob): Promise<SelfPlayResult> => {
  const start = performance.now();
  const teacher = new AlphaBetaAgent(`alphabeta:nodes=${job.nodes}`, { nodes: job.nodes });
  const games = Array.from({ length: job.games }, (_, index) => beginGame(job, index));
  for (const [index, game] of games.entries()) {
    teacher.newGame(index);
    await playGame(game, teacher, job.samplePlies);
    await setImmediate(); // alpha-beta never waits for anything, and a worker must hear that it is to close
  }
  return {
    iteration: job.iteration,
    job: job.job,
    samples: closeSamples(
      games.map(({ plies, position }) => finishedGame(plies, position, outcome(position)!)),
      targetsFor(headsOf({ auxiliaryHeads: [], ...job }), job.targets),
    ),
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
  const { position, plies, values, rng } = game;
  const randomPlies = samplePlies === 0 ? 0 : randomBelow(rng, samplePlies);
  while (outcome(position) === null) {
    if (position.phase === PLACEMENT || pliesInPlay(game) < randomPlies) {
      values.push(0);
      const action = randomAction(position, rng);
      plies.push(gamePly(position, action, { policy: NO_POLICY, value: 0, surprise: 0 }, false));
      play(position, action);
      continue;
    }
    const { action, value = 0, proven } = await teacher.choose(position);
    plies.push(gamePly(position, action, { policy: onlyAction(action), value, surprise: 1 }, !game.isProven));
    game.isProven ||= proven !== undefined;
    values.push(Math.round(value * 1000) / 1000);
    play(position, action);
  }
};

const actions = new Uint16Array(MAX_LEGAL_ACTIONS);

const randomAction = (position: Position, rng: Rng): Action =>
  actions[randomBelow(rng, legalActions(position, actions))];

const onlyAction = (action: Action): Float32Array => {
  const policy = new Float32Array(ACTION_COUNT);
  policy[action] = 1;
  return policy;
};
