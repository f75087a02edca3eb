/**
 * λ-returns: what the searches along the rest of the game expected, each counting less than the one before, and the result at the
 * end. Between a single result, which is true but noisy, and a single search, which knows only what the network does.
 */
import { real, signOf, withDefault } from '../../env/index.ts';
import { VALUE } from '../heads/value.ts';
import { type SearchValue, searchValueOf, searchValueOption } from './search-value.ts';
import type { Target } from './target.ts';

type Options = { readonly lambda: number; readonly searchValue: SearchValue };

export const VALUE_RETURNS: Target = {
  name: 'returns',
  head: VALUE.name,
  meaning: 'what the searches from here to the end expected, later ones counting less, and then the result',
  options: {
    lambda: withDefault(
      real(0, 1, 'how much counts what came after each action: 0 is the search alone, 1 the result alone'),
      0.95,
    ),
    searchValue: searchValueOption,
  },
  // Values go along as white's: a turn is two actions of the same player, so no sign can follow the depth.
  write({ plies, winner }, ply, { lambda, searchValue }: Options, out) {
    let value = signOf(winner);
    for (let later = plies.length - 1; later >= ply; later--) {
      const expected = signOf(plies[later].mover) * searchValueOf(plies[later], searchValue);
      const isProven = Math.abs(expected) === 1; // a proof needs nothing from later
      value = isProven ? expected : (1 - lambda) * expected + lambda * value;
    }
    out[0] = signOf(plies[ply].mover) * value;
  },
};
