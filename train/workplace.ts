/** Where the work of a run is done: passed in, so that the loop does not care whether that is here or on other machines. */
import type { PairFleet } from '../arena/index.ts';
import type { SelfPlayFleet } from './self-play-jobs.ts';

/** Where a run's work is done. */
export type Workplace = {
  readonly selfPlay: SelfPlayFleet;
  /** Plays the matches that measure the network. */
  readonly matches: PairFleet;
};
