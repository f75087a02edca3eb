/** What a search expected of a position, in three readings of the same search. */
import { type Schema, withDefault, word } from '../../env/index.ts';
import type { GamePly } from './finished-game.ts';

/**
 * `mean`: of all that its simulations brought, blunders that were only tried included. `policy`: what its actions are worth, as often
 * as it recommends them. `both`: the mean of the two, whose errors differ.
 */
export const SEARCH_VALUES = ['mean', 'policy', 'both'] as const;
export type SearchValue = (typeof SEARCH_VALUES)[number];

/** The option of targets that read what the search expected. */
export const searchValueOption: Schema<SearchValue> = withDefault(
  word(
    SEARCH_VALUES,
    'what counts as the search’s own value: the mean of its simulations, what its policy is worth, or the mean of both',
  ),
  'mean',
);

/** For the mover; as exact as the columns of shards. */
export const searchValueOf = ({ searchValue, policyValue }: GamePly, reading: SearchValue): number => {
  switch (reading) {
    case 'mean':
      return Math.fround(searchValue);
    case 'policy':
      return Math.fround(policyValue);
    case 'both':
      return Math.fround((searchValue + policyValue) / 2);
  }
};
