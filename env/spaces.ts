/** What may be given to an environment and what comes out of it, in Gymnasium's words. */
import { InvalidInput } from './invalid-input.ts';
import { type Rng, randomBelow } from './random.ts';

/** The whole numbers from 0 to n − 1. */
export class DiscreteSpace {
  readonly n: number;
  constructor(n: number) {
    this.n = n;
  }
  contains(value: unknown): value is number {
    return Number.isInteger(value) && (value as number) >= 0 && (value as number) < this.n;
  }
  /** A number for which `mask` holds a 1, each equally likely; any number without a mask. */
  sample(mask: Uint8Array | null, rng: Rng): number {
    if (mask === null) return randomBelow(rng, this.n);
    if (mask.length !== this.n) throw new InvalidInput('mask', `length ${mask.length}`, `expected ${this.n} entries`);
    let count = 0;
    for (let value = 0; value < this.n; value++) count += mask[value];
    if (count === 0) throw new InvalidInput('mask', 'all 0', 'no action can be drawn; the game is over');
    let skip = randomBelow(rng, count);
    for (let value = 0; ; value++) if (mask[value] === 1 && skip-- === 0) return value;
  }
}

/** Arrays of floats of a fixed shape, each number between 0 and the bound of its channel (the last dimension). */
export class BoxSpace {
  readonly shape: readonly number[];
  readonly high: readonly number[]; // [channels]
  readonly size: number;
  constructor(shape: readonly number[], high: readonly number[]) {
    this.shape = shape;
    this.high = high;
    this.size = shape.reduce((product, side) => product * side, 1);
  }
  contains(value: unknown): value is Float32Array {
    if (!(value instanceof Float32Array) || value.length !== this.size) return false;
    return value.every((number, index) => number >= 0 && number <= this.high[index % this.high.length]);
  }
  /** Uniform noise within the bounds; a box has no mask. */
  sample(_mask: null, rng: Rng): Float32Array {
    return Float32Array.from({ length: this.size }, (_, index) => rng() * this.high[index % this.high.length]);
  }
}
