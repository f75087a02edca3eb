/**
 * One search on several threads: simulations a second by the clock, one thread and several in turn, so it needs a machine at rest.
 * Matches say what that is worth (docs/search.md).
 */
import { availableParallelism } from 'node:os';
import { ZeroAgent } from '../agents/index.ts';
import { play, randomStream, startPosition } from '../env/index.ts';
import { openEvaluator, shippedModel } from '../models/node/index.ts';
import { median } from './statistics.ts';

const ROUNDS = 5;
const ACTIONS = 6;
const SIMULATIONS = 1024;
const LEAVES = [8, 16, 32];

export const benchThreads = async (): Promise<void> => {
  const counts = [1, 2, 4].filter((threads) => threads === 1 || threads <= availableParallelism());
  print(`simulations/s of one search of ${SIMULATIONS}, and how many times those of one thread`);
  for (const leaves of LEAVES) {
    const agents = await Promise.all(
      counts.map(async (threads) => new ZeroAgent(await openEvaluator(shippedModel(), { threads }), { leaves })),
    );
    const rates: number[][] = agents.map(() => []);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, agent] of agents.entries()) rates[index].push(await rateOf(agent, round));
    }
    const medians = rates.map(median);
    const shown = medians.map(
      (rate, index) => `${counts[index]}: ${Math.round(rate)} (${(rate / medians[0]).toFixed(2)})`,
    );
    print(`  ${leaves} leaves at once, threads ${shown.join(', ')}`);
    for (const agent of agents) await agent.close();
  }
};

const rateOf = async (agent: ZeroAgent, seed: number): Promise<number> => {
  const position = startPosition('random', randomStream('threads', seed));
  agent.newGame(seed);
  let [simulations, milliseconds] = [0, 0];
  for (let action = 0; action < ACTIONS; action++) {
    const choice = await agent.choose(position, { nodes: SIMULATIONS });
    simulations += choice.nodes;
    milliseconds += choice.timeMs;
    play(position, choice.action);
  }
  return (1000 * simulations) / milliseconds;
};

const print = (line: string): void => void process.stdout.write(`${line}\n`);
