/**
 * Who will win, by each released network and by the 43 linear features of alpha-beta, on games that none of them has seen: half played by
 * alpha-beta against itself, half by the network that is shipped. Log-losses in nats (0.693 is knowing nothing), and how far each
 * network is below the linear evaluation on the same positions; 95 % intervals count games. `BENCH_GAMES` of each kind.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { evaluate, expectedResult } from '../agents/evaluation.ts';
import { createAgent } from '../agents/index.ts';
import { type Cluster, gameInterval } from '../arena/index.ts';
import {
  ACTION_COUNT,
  clonePosition,
  encodeObservation,
  legalActions,
  MAX_LEGAL_ACTIONS,
  OBSERVATION_SIZE,
  outcome,
  type Position,
  play,
  randomStream,
  startPosition,
} from '../env/index.ts';
import { allocateBatch, SHIPPED } from '../models/index.ts';
import { openEvaluator } from '../models/node/index.ts';
import { valueLoss } from '../train/ablate/held-out-loss.ts';

const GAMES = Number(process.env.BENCH_GAMES ?? 150);
const PLAYERS = ['alphabeta:nodes=2000', `zero:model=${SHIPPED},sims=32`];
const RELEASED = 'models/released';
/** In the first actions chance decides as much as play does; from then on games differ. */
const RANDOM_ACTIONS = 2;

/** The positions of a game in which a choice was made and nothing was proven, and 1 where the mover won in the end, else −1. */
type Game = { readonly positions: readonly Position[]; readonly results: readonly number[] };

type Forecast = (game: Game) => Promise<readonly number[]> | readonly number[];

export const benchForecast = async (): Promise<void> => {
  for (const player of PLAYERS) {
    const games = await playGames(player);
    const count = games.reduce((sum, { positions }) => sum + positions.length, 0);
    print(`\n${games.length} games of ${player} against itself, ${count} positions without a proof`);
    const linear = await lossesOf(games, ({ positions }) => positions.map((each) => expectedResult(evaluate(each))));
    print(`  ${'linear evaluation'.padEnd(24)} ${interval(linear)}`);
    for (const name of readdirSync(RELEASED).sort()) {
      const forecast = await networkForecast(join(RELEASED, name));
      const losses = await lossesOf(games, forecast.judge);
      const below = losses.map(({ sum, count: of }, game): Cluster => ({ sum: linear[game].sum - sum, count: of }));
      print(`  ${name.padEnd(24)} ${interval(losses)}, below the linear one by ${interval(below)}`);
      await forecast.close();
    }
  }
};

const playGames = async (spec: string): Promise<Game[]> => {
  const agent = await createAgent(spec, (path) => openEvaluator(path));
  const games = [];
  for (let game = 0; game < GAMES; game++) games.push(await playGame(agent, game));
  await agent.close();
  return games;
};

const playGame = async (agent: Awaited<ReturnType<typeof createAgent>>, game: number): Promise<Game> => {
  const rng = randomStream('forecast', agent.name, game);
  const actions = new Uint16Array(MAX_LEGAL_ACTIONS);
  const position = startPosition('random', rng);
  const positions: Position[] = [];
  agent.newGame(game);
  for (let ply = 0; outcome(position) === null; ply++) {
    const { action, proven } = await agent.choose(position);
    if (proven === undefined) positions.push(clonePosition(position));
    const count = legalActions(position, actions);
    play(position, ply < RANDOM_ACTIONS ? actions[Math.floor(rng() * count)] : action);
  }
  const winner = outcome(position)?.winner;
  return { positions, results: positions.map(({ mover }) => (mover === winner ? 1 : -1)) };
};

const networkForecast = async (path: string): Promise<{ judge: Forecast; close(): Promise<void> }> => {
  const evaluator = await openEvaluator(path);
  const judge: Forecast = async ({ positions }) => {
    const batch = allocateBatch(Math.max(1, positions.length));
    const actions = new Uint16Array(MAX_LEGAL_ACTIONS);
    for (const [row, position] of positions.entries()) {
      encodeObservation(position, batch.observations, row * OBSERVATION_SIZE);
      const count = legalActions(position, actions);
      for (const action of actions.subarray(0, count)) batch.masks[row * ACTION_COUNT + action] = 1;
    }
    await evaluator.evaluate(batch, positions.length);
    return [...batch.values.subarray(0, positions.length)];
  };
  return { judge, close: () => evaluator.close() };
};

const lossesOf = async (games: readonly Game[], forecast: Forecast): Promise<Cluster[]> => {
  const losses: Cluster[] = [];
  for (const game of games) {
    const values = await forecast(game);
    const sum = game.results.reduce((total, result, index) => total + valueLoss(values[index], result), 0);
    losses.push({ sum, count: game.results.length });
  }
  return losses;
};

const interval = (losses: readonly Cluster[]): string => {
  const { value, low, high } = gameInterval(losses);
  return `${value.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
};

const print = (line: string): void => void process.stdout.write(`${line}\n`);
