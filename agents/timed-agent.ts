/** Gives an agent a time for each turn, as part of its spec instead of the budget of every choice. */
import type { Position } from '../env/index.ts';
import type { Agent, Budget, Choice } from './agent.ts';
import { createTurnClock, leftTimeMs, noteSpent, type TurnClock } from './turn-clock.ts';

/** Gives another agent a time limit for each turn. */
export class TimedAgent implements Agent {
  readonly #inner: Agent;
  readonly #clock: TurnClock;

  constructor(inner: Agent, turnMs: number) {
    this.#inner = inner;
    this.#clock = createTurnClock(turnMs);
  }

  get name(): string {
    return this.#inner.name;
  }

  newGame(seed: number): void {
    this.#clock.spentMs = 0;
    this.#inner.newGame(seed);
  }

  async choose(position: Position, budget: Budget = {}): Promise<Choice> {
    const leftMs = leftTimeMs(this.#clock, position);
    const timeMs = Math.max(1, Math.min(leftMs, budget.timeMs ?? Number.POSITIVE_INFINITY));
    const choice = await this.#inner.choose(position, { ...budget, timeMs });
    noteSpent(this.#clock, position, choice.timeMs);
    return choice;
  }

  async ponder(position: Position, signal: AbortSignal): Promise<void> {
    await this.#inner.ponder?.(position, signal);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }
}
