/** Truncates games after a number of actions, whatever the limit of the wrapped environment. */
import type { Action } from '../action.ts';
import { check } from '../check.ts';
import type { Environment, StepResult } from '../environment.ts';
import { STEP_LIMIT } from '../game-options.ts';
import { InvalidInput } from '../invalid-input.ts';
import type { PlayerName } from '../stack.ts';
import { EnvironmentWrapper } from './environment-wrapper.ts';

/** Truncates games after a number of actions. */
export class TimeLimit extends EnvironmentWrapper {
  readonly #limit: number;

  constructor(inner: Environment, limit: number) {
    check(STEP_LIMIT, limit, 'limit');
    super(inner);
    this.#limit = limit;
  }

  override step(action: Action): StepResult {
    const { terminated, info } = this.inner.last();
    if (!terminated && info.ply >= this.#limit) {
      throw new InvalidInput(
        'action',
        action,
        `the game was cut off at its limit of ${this.#limit} actions; call reset()`,
      );
    }
    return this.#limited(this.inner.step(action));
  }

  override last(): StepResult {
    return this.#limited(this.inner.last());
  }

  override get agentSelection(): PlayerName | null {
    return this.last().truncated ? null : this.inner.agentSelection;
  }

  override clone(): TimeLimit {
    return new TimeLimit(this.inner.clone(), this.#limit);
  }

  #limited(result: StepResult): StepResult {
    const cut = !result.terminated && result.info.ply >= this.#limit;
    return cut ? { ...result, truncated: true } : result;
  }
}
