/** Plays pairs, of a schedule or for a program: the first agent has white, then black. */
import { type Agent, agentKindOf, type OpenNetwork, parseAgentSpec } from '../agents/index.ts';
import { type GameRecord, InvalidInput } from '../env/index.ts';
import type { JobContext, JobServer } from '../fleet/serve-jobs.ts';
import './named-agent.ts'; // registers the kinds that `agents` cannot
import { playGame } from './play-game.ts';
import { HASH_MARK, type JobAgent } from './prepare-agents.ts';
import { agentSeed, type PairJob, type PairStart, pairStart } from './schedule.ts';

/** A pair as it was played: two games from the same start, colours swapped. */
export type PairResult = {
  readonly pairing: number;
  readonly pair: number;
  readonly records: readonly [GameRecord, GameRecord];
  /** What the first and the second agent used in both games. */
  readonly nodes: readonly [number, number];
  readonly timeMs: readonly [number, number];
};

/** Agents that stay open between jobs; a tournament has more at times, and a long run brings a new one now and then. */
const AGENTS_KEPT = 16;

/** Agents are opened once and kept; `newGame` makes each game independent of what was played before. */
export const createPairPlayer = (): JobServer<PairJob, PairResult> => {
  const opened = new Map<string, Agent>(); // the latest used last
  const agentFor = async (agent: JobAgent, side: number, context: JobContext): Promise<Agent> => {
    const key = `${side} ${agent.spec} ${agent.name}`; // an agent that meets itself needs two memories
    const ready = opened.get(key) ?? (await openJobAgent(agent, context));
    opened.delete(key);
    opened.set(key, ready);
    return ready;
  };
  const closeOldest = async (most: number): Promise<void> => {
    for (const [key, agent] of [...opened].slice(0, Math.max(0, opened.size - most))) {
      opened.delete(key);
      await agent.close();
    }
  };
  return {
    work: async (job, context) => {
      const first = await agentFor(job.agents[0], 0, context);
      const second = await agentFor(job.agents[1], 1, context);
      await closeOldest(AGENTS_KEPT);
      return playPair({ ...job, names: [job.agents[0].name, job.agents[1].name] }, first, second);
    },
    close: () => closeOldest(0),
  };
};

const openJobAgent = async ({ name, spec }: JobAgent, context: JobContext): Promise<Agent> => {
  const { kind, options } = parseAgentSpec(spec);
  const openNetwork: OpenNetwork = async (model, options) => {
    if (model.startsWith(HASH_MARK)) return context.openNetwork(model.slice(HASH_MARK.length), options);
    throw new InvalidInput('network', model, `${name} asked for it too late: networks are opened with the agent`);
  };
  return agentKindOf(kind).open(options, { name, openNetwork });
};

/** Which pair is to be played, and what its records say. */
export type PairSetting = PairStart & {
  /** Tells pairs of different agents apart; 0 unless told otherwise. */
  readonly pairing?: number;
  /** What records call the first and the second agent; by default what they call themselves. */
  readonly names?: readonly [first: string, second: string];
};

/**
 * Plays two games from the same start with colours swapped. Start and seeds follow from `seed` and `pair` alone, so agents
 * that are deterministic repeat every game.
 */
export const playPair = async (setting: PairSetting, first: Agent, second: Agent): Promise<PairResult> => {
  const { pairing = 0, pair, setup, seed, openingPlies } = setting;
  const [one, other] = setting.names ?? [first.name, second.name];
  const start = pairStart(setting);
  const begun = await playGame({
    start,
    setup,
    agents: [first, second],
    names: [one, other],
    seeds: [agentSeed(setting, 0, 0), agentSeed(setting, 0, 1)],
    notes: { pairing, pair, game: 0, seed, openingPlies },
  });
  const swapped = await playGame({
    start,
    setup,
    agents: [second, first],
    names: [other, one],
    seeds: [agentSeed(setting, 1, 1), agentSeed(setting, 1, 0)],
    notes: { pairing, pair, game: 1, seed, openingPlies },
  });
  return {
    pairing,
    pair,
    records: [begun.record, swapped.record],
    nodes: [begun.nodes[0] + swapped.nodes[1], begun.nodes[1] + swapped.nodes[0]],
    timeMs: [begun.timeMs[0] + swapped.timeMs[1], begun.timeMs[1] + swapped.timeMs[0]],
  };
};
