/** Hands a record of every finished game to a listener: terminated with its result, truncated with none. */
import type { Action } from '../action.ts';
import type { Environment, StepResult } from '../environment.ts';
import { type GameRecord, movesSoFar } from '../game-record.ts';
import type { PlayerName } from '../stack.ts';
import { EnvironmentWrapper } from './environment-wrapper.ts';

/** Is called with each finished game. */
export type RecordListener = (record: GameRecord) => void;

/** Hands a record of every finished game to a listener. */
export class RecordGames extends EnvironmentWrapper {
  readonly #listener: RecordListener;
  readonly #players: Readonly<Record<PlayerName, string>>;

  constructor(inner: Environment, listener: RecordListener, players: Readonly<Record<PlayerName, string>>) {
    super(inner);
    this.#listener = listener;
    this.#players = players;
  }

  override step(action: Action): StepResult {
    const result = this.inner.step(action);
    const { terminated, truncated, info } = result;
    if (terminated || truncated) {
      const { seed, episode } = info;
      this.#listener({
        ...movesSoFar(this.inner.position()),
        setup: info.setup,
        result: info.outcome,
        players: this.#players,
        notes: { seed, episode },
      });
    }
    return result;
  }

  override clone(): RecordGames {
    return new RecordGames(this.inner.clone(), this.#listener, this.#players);
  }
}
