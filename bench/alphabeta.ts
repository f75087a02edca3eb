/** Positions that alpha-beta searches in a second, beside the actions that the bare engine plays at random. One thread. */
import { createAgent } from '../agents/index.ts';
import { outcome, play, randomStream, startPosition } from '../env/index.ts';
import { playRandomGames } from './random-playouts.ts';
import { median } from './statistics.ts';

const ROUNDS = 5;
const NODES = 20_000;
const GAMES = 2;

export const benchAlphaBeta = async (): Promise<void> => {
  const [speeds, ratios]: number[][] = [[], []];
  for (let round = 0; round <= ROUNDS; round++) {
    const { plies, seconds } = playRandomGames(1, round);
    const searched = await searchGames(round);
    if (round === 0) continue; // the compiler's round
    speeds.push(searched);
    ratios.push(searched / (plies / seconds));
  }
  print(`alphabeta:nodes=${NODES}: ${(median(speeds) / 1e3).toFixed(0)} k nodes/s`);
  print(`ratio to random play on the bare engine: ${median(ratios).toFixed(2)}`);
};

/** Nodes per second over whole games against itself. */
const searchGames = async (seed: number): Promise<number> => {
  const agent = await createAgent(`alphabeta:nodes=${NODES}`);
  let [nodes, timeMs] = [0, 0];
  for (let game = 0; game < GAMES; game++) {
    const position = startPosition('random', randomStream('bench', seed, game));
    agent.newGame(game);
    while (outcome(position) === null) {
      const choice = await agent.choose(position);
      nodes += choice.nodes;
      timeMs += choice.timeMs;
      play(position, choice.action);
    }
  }
  return (nodes / timeMs) * 1000;
};

const print = (line: string): void => void process.stdout.write(`${line}\n`);
