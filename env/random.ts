/**
 * Seeded random numbers. Everything random in the project draws from such a stream, so that the same seed gives the
 * same game. Alea is seedrandom's fastest generator with 32 bits a draw.
 */
import seedrandom from 'seedrandom';

/** A stream of numbers in [0, 1). */
export type Rng = () => number;

/** A stream that depends on all of its seeds: `randomStream(seed, 'game', 17)`. */
export const randomStream = (...seeds: ReadonlyArray<number | string>): Rng => seedrandom.alea(JSON.stringify(seeds));

/** A whole number from 0 to `bound` − 1. */
export const randomBelow = (rng: Rng, bound: number): number => (rng() * bound) | 0;

/** Shuffles the first `count` items in place (Fisher–Yates). */
export const shuffle = (items: Int8Array, count: number, rng: Rng): void => {
  for (let last = count - 1; last > 0; last--) {
    const other = randomBelow(rng, last + 1);
    const item = items[last];
    items[last] = items[other];
    items[other] = item;
  }
};
