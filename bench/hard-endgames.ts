/**
 * `npx tsx bench/hard-endgames.ts > bench/hard-endgames.txt`: endgames on which proofs are measured. Positions of 15 to 29 stacks at
 * the beginning of a turn, from games of strong agents against themselves, a few turns before the first of them saw the
 * end; those that a small search proves are left out. Seeded, with budgets that do not depend on the machine.
 */
import { createAgent } from '../agents/index.ts';
import { ZeroAgent } from '../agents/zero-agent.ts';
import {
  formatPosition,
  outcome,
  type Position,
  parsePosition,
  play,
  randomBelow,
  randomStream,
  type Setup,
  startPosition,
} from '../env/index.ts';
import { UniformEvaluator } from '../models/index.ts';
import { openEvaluator } from '../models/node/index.ts';

const PLAYERS = ['zero:model=models/released/small-3,sims=64', 'alphabeta:nodes=20000'];
const GAME_SETUPS: readonly Setup[] = ['random', 'tournament'];
const WANTED = 22;
const [FEWEST_STACKS, MOST_STACKS] = [15, 29];
/** Turns between the position and the first that its player proved. */
const MOST_TURNS_BEFORE = 3;
const EASY_SIMS = 3000;

const stackCount = ({ counts }: Position): number => counts.reduce((sum, kind) => sum + kind, 0);

/** The positions at the beginning of turns, up to the first that the player has proven. */
const playUntilProven = async (spec: string, setup: Setup, game: number): Promise<string[]> => {
  const agent = await createAgent(spec, (path) => openEvaluator(path));
  const position = startPosition(setup, randomStream('hard endgames', spec, game));
  const turns: string[] = [];
  agent.newGame(game);
  while (outcome(position) === null) {
    const { action, proven } = await agent.choose(position);
    if (position.step === 0) turns.push(formatPosition(position));
    if (proven !== undefined) break;
    play(position, action);
  }
  await agent.close();
  return turns;
};

const isEasy = async (position: Position): Promise<boolean> => {
  const agent = new ZeroAgent(new UniformEvaluator(), { sims: EASY_SIMS });
  return (await agent.choose(position)).proven !== undefined;
};

const rng = randomStream('hard endgames');
for (let [game, found] = [0, 0]; found < WANTED; game++) {
  const setup = GAME_SETUPS[(game >> 1) % GAME_SETUPS.length];
  const turns = await playUntilProven(PLAYERS[game % PLAYERS.length], setup, game);
  const text = turns.at(-2 - randomBelow(rng, MOST_TURNS_BEFORE));
  if (text === undefined) continue;
  const position = parsePosition(text);
  const stacks = stackCount(position);
  if (stacks < FEWEST_STACKS || stacks > MOST_STACKS || (await isEasy(position))) continue;
  process.stdout.write(`${text}\n`);
  found++;
}
