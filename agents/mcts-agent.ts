/** Plain Monte-Carlo tree search as an agent: simulations or time, whichever ends first. A new tree for every action. */
import { ACTION_COUNT, maybe, type Position, type Rng, randomStream, whole, withDefault, word } from '../env/index.ts';
import type { Agent, Budget, Choice } from './agent.ts';
import { type AgentKind, agentKind } from './agent-kind.ts';
import { TURN_MS } from './limits.ts';
import { ROLLOUTS, type Rollout } from './mcts/rollout.ts';
import { type MctsResult, ROOT, rootProof, searchMcts } from './mcts/search.ts';
import { actionTimeMs, clockedTimeMs, createTurnClock, noteSpent, type TurnClock } from './turn-clock.ts';

/** Limits, and how games are played out. */
export type MctsOptions = {
  readonly sims?: number | undefined;
  readonly ms?: number | undefined;
  readonly rollout: Rollout;
};

export const mctsKind: AgentKind = agentKind({
  name: 'mcts',
  help: 'Monte-Carlo tree search with rollouts, no network',
  options: {
    sims: maybe(whole(1, 1e9, 'simulations for an action')),
    ms: maybe(TURN_MS),
    rollout: withDefault(word(ROLLOUTS, 'how games are played out'), 'guarded'),
  },
  limit: { names: ['sims', 'ms'], standard: { sims: 1000 } },
  open: (options, { name }) => new MctsAgent(name, options),
});

const NO_LIMIT = Number.POSITIVE_INFINITY;

/** Searches by random playouts. */
export class MctsAgent implements Agent {
  readonly name: string;
  readonly #options: MctsOptions;
  readonly #clock: TurnClock;
  #rng: Rng = randomStream('mcts', 0);

  constructor(name: string, options: MctsOptions) {
    this.name = name;
    this.#options = options;
    this.#clock = createTurnClock(options.ms ?? NO_LIMIT);
  }

  newGame(seed: number): void {
    this.#rng = randomStream('mcts', seed);
    this.#clock.spentMs = 0;
  }

  async choose(position: Position, budget: Budget = {}): Promise<Choice> {
    const start = performance.now();
    const { sims = NO_LIMIT, rollout } = this.#options;
    const ownMs = clockedTimeMs(this.#clock, position);
    const givenMs = actionTimeMs(position, budget.timeMs ?? NO_LIMIT);
    const limits = { sims: Math.min(sims, budget.nodes ?? NO_LIMIT), deadline: start + Math.min(ownMs, givenMs) };
    const result = searchMcts(position, limits, rollout, this.#rng);
    const timeMs = performance.now() - start;
    noteSpent(this.#clock, position, timeMs);
    return describe(result, timeMs);
  }

  async close(): Promise<void> {}
}

const describe = ({ tree, best, sims }: MctsResult, timeMs: number): Choice => {
  const { action, firstChild, childCount, visits, wins } = tree;
  const policy = new Float32Array(ACTION_COUNT);
  for (let child = firstChild[ROOT]; child < firstChild[ROOT] + childCount[ROOT]; child++) {
    policy[action[child]] = visits[child] / Math.max(1, sims);
  }
  const proven = rootProof(tree);
  const estimate = visits[best] === 0 ? 0 : (2 * wins[best]) / visits[best] - 1;
  const value = proven === undefined ? estimate : proven === 'win' ? 1 : -1;
  return { action: action[best], policy, value, ...(proven && { proven }), nodes: sims, timeMs };
};
