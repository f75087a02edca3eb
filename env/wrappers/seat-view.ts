/** Rewards as one participant sees them: `reward` is always that seat's, whoever acted. */
import type { Action } from '../action.ts';
import type { Environment, Seat, StepResult } from '../environment.ts';
import { InvalidInput } from '../invalid-input.ts';
import { opponentNamed } from '../stack.ts';
import { EnvironmentWrapper } from './environment-wrapper.ts';

/** Shows the rewards of one seat, whoever acted. */
export class SeatView extends EnvironmentWrapper {
  readonly #seat: Seat;

  constructor(inner: Environment, seat: Seat) {
    if (seat !== 0 && seat !== 1) throw new InvalidInput('seat', seat, 'expected 0 or 1');
    super(inner);
    this.#seat = seat;
  }

  override step(action: Action): StepResult {
    return this.#seen(this.inner.step(action));
  }

  override last(): StepResult {
    return this.#seen(this.inner.last());
  }

  override clone(): SeatView {
    return new SeatView(this.inner.clone(), this.#seat);
  }

  #seen(result: StepResult): StepResult {
    const { seat, mover, rewards } = result.info;
    return { ...result, reward: rewards[seat === this.#seat ? mover : opponentNamed(mover)] };
  }
}
