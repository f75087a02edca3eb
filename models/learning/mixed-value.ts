/** Who won, and what the search thought of it: results are true but noisy, searches steady but only as wise as the network. */
import { real, withDefault } from '../../env/index.ts';
import { VALUE } from '../heads/value.ts';
import { type SearchValue, searchValueOf, searchValueOption } from './search-value.ts';
import type { Target } from './target.ts';

type Options = { readonly searchShare: number; readonly searchValue: SearchValue };

export const MIXED_VALUE: Target = {
  name: 'mixed',
  head: VALUE.name,
  meaning: "the result, mixed with the search's own value",
  options: {
    searchShare: withDefault(real(0, 1, "how much of it is the search's own value; the rest is the result"), 0.3),
    searchValue: searchValueOption,
  },
  write({ plies, winner }, ply, { searchShare, searchValue }: Options, out) {
    const result = plies[ply].mover === winner ? 1 : -1;
    out[0] = (1 - searchShare) * result + searchShare * searchValueOf(plies[ply], searchValue);
  },
};
