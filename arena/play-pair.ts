/** Plays one pair of a schedule: the first agent has white, then black. */
import { type Agent, parseAgentSpec } from '../agents/index.ts';
import type { GameRecord } from '../env/index.ts';
import type { JobServer } from '../fleet/serve-jobs.ts';
import { openAgent } from './open-agent.ts';
import { playGame } from './play-game.ts';
import { agentSeed, type PairJob, pairStart } from './schedule.ts';

export type PairResult = {
  readonly pairing: number;
  readonly pair: number;
  readonly records: readonly [GameRecord, GameRecord];
  /** What the first and the second agent used in both games. */
  readonly nodes: readonly [number, number];
  readonly timeMs: readonly [number, number];
};

/** Agents are opened once and kept; `newGame` makes each game independent of what was played before. */
export const createPairPlayer = (): JobServer<PairJob, PairResult> => {
  const opened = new Map<string, Promise<Agent>>();
  const agentFor = (spec: string, side: number): Promise<Agent> => {
    const key = `${side} ${spec}`; // an agent that meets itself needs two memories
    const agent = opened.get(key) ?? openAgent(parseAgentSpec(spec));
    opened.set(key, agent);
    return agent;
  };
  return {
    work: async (job) => playPair(job, await agentFor(job.agents[0], 0), await agentFor(job.agents[1], 1)),
    close: async () => {
      for (const agent of opened.values()) await (await agent).close();
    },
  };
};

const playPair = async (job: PairJob, first: Agent, second: Agent): Promise<PairResult> => {
  const { pairing, pair, setup, seed, openingPlies } = job;
  const start = pairStart(job);
  const one = await playGame({
    start,
    setup,
    agents: [first, second],
    seeds: [agentSeed(job, 0, 0), agentSeed(job, 0, 1)],
    notes: { pairing, pair, game: 0, seed, openingPlies },
  });
  const two = await playGame({
    start,
    setup,
    agents: [second, first],
    seeds: [agentSeed(job, 1, 1), agentSeed(job, 1, 0)],
    notes: { pairing, pair, game: 1, seed, openingPlies },
  });
  return {
    pairing,
    pair,
    records: [one.record, two.record],
    nodes: [one.nodes[0] + two.nodes[1], one.nodes[1] + two.nodes[0]],
    timeMs: [one.timeMs[0] + two.timeMs[1], one.timeMs[1] + two.timeMs[0]],
  };
};
