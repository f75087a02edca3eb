/** Games for findings: random ones with the notes of a match, and ones of which only the result matters. */
import { type FindingGame, readFindingGame } from '../../arena/findings/finding-game.ts';
import {
  type GameRecord,
  legalActions,
  MAX_LEGAL_ACTIONS,
  movesSoFar,
  outcome,
  PLAYERS,
  play,
  randomBelow,
  randomStream,
  type Setup,
  startPosition,
} from '../../env/index.ts';

/** Random play from a set-up to its end, as the arena records it; nothing is proven in it unless the notes say so. */
export const randomRecord = (setup: Setup, pair: number, number = 0, notes: object = {}): GameRecord => {
  const rng = randomStream('finding games', setup, pair, number);
  const position = startPosition(setup, rng);
  const actions = new Uint16Array(MAX_LEGAL_ACTIONS);
  for (let count = legalActions(position, actions); count > 0; count = legalActions(position, actions)) {
    play(position, actions[randomBelow(rng, count)]);
    if (outcome(position) !== null) break;
  }
  const { winner, reason } = outcome(position)!;
  const so = movesSoFar(position);
  return {
    ...so,
    setup,
    result: { winner: PLAYERS[winner], reason },
    players: { white: 'random', black: 'random' },
    notes: { pair, game: number, values: so.moves.map(() => 0), proven: [], ...notes },
  };
};

export const randomFindingGame = (setup: Setup, pair: number, number = 0): FindingGame =>
  readFindingGame(randomRecord(setup, pair, number));

/** Pairs of random games. */
export const randomFindingGames = (setup: Setup, pairs: number): FindingGame[] =>
  Array.from({ length: 2 * pairs }, (_, index) => randomFindingGame(setup, index >> 1, index % 2));

const start = startPosition('random', randomStream(0));

/** A game of which these facts are true and nothing else matters. */
export const madeUpGame = (pair: number, number: number, facts: Partial<FindingGame> = {}): FindingGame => ({
  setup: 'random',
  pair,
  number,
  start,
  actions: [],
  winner: 0,
  reason: 'kind-captured',
  proofs: [],
  ...facts,
});
