/** Who wins from each set-up, how long games take and how they end. */
import { PLACEMENT, POINT_COUNT, REASONS, type Reason, SETUPS, type Setup, WHITE } from '../../env/index.ts';
import type { Interval } from '../game-interval.ts';
import { addPair, NO_PAIRS, summarise } from '../pair-score.ts';
import type { FindingGame } from './finding-game.ts';
import { quantileOf } from './quantile.ts';
import { addTo, type Estimate, estimate, pairsOf, type Tally } from './tally.ts';

/** What the games of one set-up say. */
export type SetupBalance = {
  readonly setup: Setup;
  readonly games: number;
  /** Share of games that white won, 0 to 1. */
  readonly white: Interval;
  /** Actions without placements; null where there are too few games. */
  readonly length: Estimate | null;
  /** Actions in the shortest tenth, half and nine tenths of the games. */
  readonly lengths: readonly [tenth: number, median: number, nineTenths: number];
  /** Share of games that ended so, 0 to 1. */
  readonly endings: Readonly<Record<Reason, Interval>>;
};

/** One entry for each set-up that has games. */
export const measureBalance = (games: readonly FindingGame[]): SetupBalance[] =>
  SETUPS.flatMap((setup) => {
    const own = games.filter((game) => game.setup === setup);
    return own.length === 0 ? [] : [balanceOf(setup, own)];
  });

const balanceOf = (setup: Setup, games: readonly FindingGame[]): SetupBalance => {
  const lengths: Tally = new Map();
  for (const game of games) addTo(lengths, game, playedActions(game));
  const sorted = games.map(playedActions).sort((one, other) => one - other);
  const endings = REASONS.map((reason) => [reason, shareOf(games, (game) => game.reason === reason)]);
  return {
    setup,
    games: games.length,
    white: shareOf(games, ({ winner }) => winner === WHITE),
    length: estimate(lengths),
    lengths: [quantileOf(sorted, 0.1), quantileOf(sorted, 0.5), quantileOf(sorted, 0.9)],
    endings: Object.fromEntries(endings),
  };
};

/** Actions after the pieces stand. */
const playedActions = ({ start, actions }: FindingGame): number =>
  actions.length - (start.phase === PLACEMENT ? POINT_COUNT : 0);

/** A share of games as pairs score: Wilson's interval, honest also where all or no games are so. */
const shareOf = (games: readonly FindingGame[], isSo: (game: FindingGame) => boolean): Interval => {
  let counts = NO_PAIRS;
  for (const pair of pairsOf(games)) {
    if (pair.length !== 2) throw new Error(`pair ${pair[0].pair} of ${pair[0].setup} has ${pair.length} games`);
    counts = addPair(counts, pair.filter(isSo).length);
  }
  const { score, scoreLow, scoreHigh } = summarise(counts);
  return { value: score, low: scoreLow, high: scoreHigh };
};
