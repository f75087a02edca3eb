/** Games in which the client plays both sides: the vector environment as it is. */
import { type Position, TzaarVectorEnv, type VectorResetRequest, type VectorResult } from '../../env/index.ts';
import type { Games, GamesOptions } from './games.ts';

export class OwnGames implements Games {
  readonly count: number;
  readonly result: VectorResult;
  readonly observationShape: readonly number[];
  readonly #env: TzaarVectorEnv;

  constructor(count: number, options: GamesOptions) {
    this.#env = new TzaarVectorEnv(count, options);
    this.count = count;
    this.result = this.#env.result;
    this.observationShape = this.#env.observationSpace.shape;
  }

  reset(request: VectorResetRequest): void {
    this.#env.reset(request);
  }

  step(actions: Int32Array): void {
    this.#env.step(actions);
  }

  writeBoards(cells: Int8Array, turns: Uint8Array): void {
    this.#env.writeBoards(cells, turns);
  }

  position(game: number): Position {
    return this.#env.position(game);
  }

  async close(): Promise<void> {}
}
