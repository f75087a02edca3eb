/**
 * An environment for one: any agent plays the other seat, so that a loop written for a single player learns against it.
 * It lives here because environments know no agents, and its calls are awaited because agents think asynchronously.
 */
import {
  type Action,
  type BoxSpace,
  checkAction,
  type DiscreteSpace,
  type Environment,
  type Info,
  InvalidInput,
  legalActions,
  MAX_LEGAL_ACTIONS,
  opponentNamed,
  type RenderMode,
  type ResetRequest,
  type ResetResult,
  randomStream,
  type Seat,
  type StepResult,
} from '../env/index.ts';
import type { Agent, Budget } from './agent.ts';

/** What `AgainstAgent` may be told. */
export type AgainstAgentOptions = {
  /** The seat of whoever calls `step`, 0 unless told otherwise; the agent has the other. */
  readonly seat?: Seat;
  /** What the agent may spend on each action, over what its own spec says. */
  readonly budget?: Budget;
};

/**
 * Plays `env` with an agent in the other seat. `step` plays the given action and then the agent's, until it is the
 * caller's turn again or the game is over. The reward is the caller's, summed over all these actions. The agent belongs
 * to whoever made it: close it afterwards.
 */
export class AgainstAgent {
  readonly env: Environment;
  readonly agent: Agent;
  readonly seat: Seat;
  readonly #budget: Budget | undefined;
  #isBusy = false;

  constructor(env: Environment, agent: Agent, { seat = 0, budget }: AgainstAgentOptions = {}) {
    if (seat !== 0 && seat !== 1) throw new InvalidInput('seat', seat, 'expected 0 or 1');
    this.env = env;
    this.agent = agent;
    this.seat = seat;
    this.#budget = budget;
  }

  get actionSpace(): DiscreteSpace {
    return this.env.actionSpace;
  }

  get observationSpace(): BoxSpace {
    return this.env.observationSpace;
  }

  /** Begins a game; the agent has already moved if it moves first. Its choices follow from the game's seed. */
  reset(request?: ResetRequest): Promise<ResetResult> {
    return this.#alone(async () => {
      const { info } = this.env.reset(request);
      checkActions(this.env, info);
      this.agent.newGame(Math.floor(randomStream('opponent', info.seed, info.episode)() * 2 ** 32));
      while (this.#isAgents()) await this.#reply();
      const { observation, info: now } = this.env.last();
      return { observation, info: now };
    });
  }

  /** Plays an action of the caller's and what the agent answers. If either fails, nothing has been played. */
  step(action: Action): Promise<StepResult> {
    return this.#alone(async () => {
      if (this.#isAgents()) throw new InvalidInput('call', 'step', 'the agent has not moved; call reset() first');
      const own = this.env.last().info.mover;
      let result = this.env.step(action);
      let reward = result.info.rewards[own];
      let played = 1;
      try {
        for (; this.#isAgents(); played++) {
          result = await this.#reply();
          reward += result.info.rewards[own];
        }
      } catch (error) {
        for (; played > 0; played--) this.env.undo();
        throw error;
      }
      return { ...result, reward };
    });
  }

  /** The position and how the game stands, with the caller's reward of the last action alone. */
  last(): StepResult {
    const result = this.env.last();
    const { mover, seat, rewards } = result.info;
    return { ...result, reward: rewards[seat === this.seat ? mover : opponentNamed(mover)] };
  }

  /** A picture of the position. */
  render(mode: RenderMode): string {
    return this.env.render(mode);
  }

  #isAgents(): boolean {
    return this.env.agentSelection !== null && this.env.last().info.seat !== this.seat;
  }

  async #reply(): Promise<StepResult> {
    const position = this.env.position();
    const { action } = await this.agent.choose(position, this.#budget);
    checkAction(this.env.position(), action, `action of ${this.agent.name}`);
    return this.env.step(action);
  }

  /** A call that comes while the agent still thinks would meet a half-played turn. */
  async #alone<T>(act: () => Promise<T>): Promise<T> {
    if (this.#isBusy) throw new InvalidInput('call', 'while the agent thinks', 'await the call before it first');
    this.#isBusy = true;
    try {
      return await act();
    } finally {
      this.#isBusy = false;
    }
  }
}

/** An agent is asked about positions, so the environment's actions must be theirs. */
const checkActions = (env: Environment, { actionMask }: Info): void => {
  const legal = new Uint16Array(MAX_LEGAL_ACTIONS);
  const count = legalActions(env.position(), legal);
  const expected = new Uint8Array(env.actionSpace.n);
  for (const action of legal.subarray(0, count)) expected[action] = 1;
  if (actionMask.length === expected.length && actionMask.every((bit, action) => bit === expected[action])) return;
  throw new InvalidInput(
    'environment',
    env.constructor.name,
    'its actions are not those of its position, which the agent is asked about (it may turn the board)',
  );
};
