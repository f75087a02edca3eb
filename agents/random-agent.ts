/** Chooses among the legal actions, each equally likely. */
import { legalActions, MAX_LEGAL_ACTIONS, type Position, type Rng, randomBelow, randomStream } from '../env/index.ts';
import type { Agent, Choice } from './agent.ts';
import { type AgentKind, agentKind } from './agent-kind.ts';

export const randomKind: AgentKind = agentKind({
  name: 'random',
  help: 'every legal action alike',
  options: {},
  open: (_, { name }) => new RandomAgent(name),
});

/** Plays any legal action, each equally likely. */
export class RandomAgent implements Agent {
  readonly name: string;
  readonly #actions = new Uint16Array(MAX_LEGAL_ACTIONS);
  #rng: Rng = randomStream('random', 0);

  constructor(name = 'random') {
    this.name = name;
  }

  newGame(seed: number): void {
    this.#rng = randomStream('random', seed);
  }

  async choose(position: Position): Promise<Choice> {
    const count = legalActions(position, this.#actions);
    return { action: this.#actions[randomBelow(this.#rng, count)], nodes: 1, timeMs: 0 };
  }

  async close(): Promise<void> {}
}
