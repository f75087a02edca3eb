import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Action,
  FIXED_START_TEXT,
  formatPosition,
  formatRecord,
  OFF_BOARD,
  POINT_COUNT,
  parseAction,
  play,
  randomStream,
  startPosition,
} from '../../env/index.ts';
import { formatLink, formatPositionLink, parseLink } from '../../web/play/address.ts';
import { announcement } from '../../web/play/announcement.ts';
import { lineTexts } from '../../web/play/candidates.tsx';
import { momentsOf, newGame, recordOf } from '../../web/play/game.ts';
import { readGames } from '../../web/play/game-text.ts';
import { ARROW_KEYS, pointBeside } from '../../web/play/geometry.ts';
import { SIDES, startSession } from '../../web/play/session.ts';
import { type Choices, choices, playChoices } from '../support/games.ts';

const gameOf = (picks: Choices): ReturnType<typeof newGame> => {
  const actions: Action[] = [];
  playChoices(picks, (_, action) => actions.push(action));
  return { ...newGame(picks.setup, randomStream(picks.seed)), actions };
};
const PLAYERS = { white: 'person', black: 'Medium' };

describe('links', () => {
  test('carry any game, side, level and moment', () => {
    fc.assert(
      fc.property(choices(), fc.constantFrom(...SIDES), fc.nat(), (picks, side, moment) => {
        const game = gameOf(picks);
        const session = startSession(game, side, 'net-64', moment % (game.actions.length + 1));
        const link = new URL(formatLink(session), 'https://example.org/x/').hash; // as a browser writes it
        expect(parseLink(link)).toEqual({ game, side, level: 'net-64', shown: session.shown });
      }),
      { numRuns: 50 },
    );
  });

  test('carry a position alone', () => {
    const session = startSession(gameOf({ setup: 'random', seed: 3, picks: [1, 2, 3] }), 'white', 'net-16');
    const linked = parseLink(formatPositionLink(session))!;
    expect(linked.game.start).toBe(momentsOf(session.game).at(-1)!.text);
    expect(linked).toMatchObject({ side: 'both', shown: 0 });
  });

  test('nothing behind the # is no link', () => {
    expect(parseLink('')).toBeNull();
    expect(parseLink('#')).toBeNull();
  });

  test.each([
    ['#moves=D7xE7', /expected position=… or start=…/],
    ['#start=fixed&moves=E7xD7', /invalid move/],
    ['#position=nonsense', /four fields/],
    ['#start=fixed&you=green', /white, black, both/],
    ['#start=fixed&level=god', /invalid level/],
    ['#start=fixed&ply=7', /from 0 to 0/],
    ['#start=fixed&colour=red', /invalid link "colour"/],
    ['#start=%', /%/],
  ])('%s is refused with a sentence', (link, message) => {
    expect(() => parseLink(link)).toThrow(message);
  });
});

describe('texts of games', () => {
  test('a record that was taken away can be brought back', () => {
    fc.assert(
      fc.property(choices(), (picks) => {
        const game = gameOf(picks);
        const [read] = readGames(formatRecord(recordOf(game, PLAYERS)));
        expect(read.open()).toEqual({ ...game, players: PLAYERS });
      }),
      { numRuns: 30 },
    );
  });

  test('a position is read, and several games are told apart', () => {
    expect(readGames(` ${FIXED_START_TEXT}\n`)[0].open()).toMatchObject({ start: FIXED_START_TEXT, actions: [] });
    const lines = [1, 2].map((seed) => formatRecord(recordOf(gameOf({ setup: 'random', seed, picks: [1] }), PLAYERS)));
    expect(readGames(lines.join('\n')).map(({ title }) => title)).toEqual(
      Array(2).fill('person – Medium, not finished, 1 actions, random'),
    );
  });

  test('an illegal move is found when its game is opened', () => {
    const record = recordOf(gameOf({ setup: 'fixed', seed: 1, picks: [1] }), PLAYERS);
    const [read] = readGames(formatRecord({ ...record, moves: ['E7xD7'] }));
    expect(() => read.open()).toThrow(/move 1: .*has no stack on E7/);
  });

  test.each([
    ['', /expected a position or a game record/],
    ['hello', /four fields/],
    ['{"format":"chess"}', /tzaar-game/],
    [`${FIXED_START_TEXT}\n{]`, /invalid line 2: .*one line of JSON/],
  ])('%j is refused with a sentence', (text, message) => {
    expect(() => readGames(text)).toThrow(message);
  });
});

test('screen readers hear the action and what is next', () => {
  const linked = parseLink('#start=fixed&moves=D7xE7&you=both')!;
  const session = startSession(linked.game, 'both', 'net-64');
  expect(announcement(session)).toBe(
    'White captures the tzarra on E7 with the tzarra from D7. Black to move, step 1 of 2: capture.',
  );
});

describe('arrow keys', () => {
  const points = Array.from({ length: POINT_COUNT }, (_, point) => point);

  test('never leave the board and reach every point', () => {
    const reached = new Set([0]);
    for (const point of reached) for (const key of ARROW_KEYS) reached.add(pointBeside(point, key));
    expect([...reached].sort((a, b) => a - b)).toEqual(points);
    expect(reached.has(OFF_BOARD)).toBe(false);
  });

  test('up and down lead back to where one was', () => {
    for (const point of points) {
      const up = pointBeside(point, 'ArrowUp');
      if (up !== point) expect(pointBeside(up, 'ArrowDown')).toBe(point);
    }
  });
});

test('an expected line is written to its end, and the position is as before', () => {
  fc.assert(
    fc.property(choices(40), (picks) => {
      const { setup, seed } = picks;
      const position = startPosition(setup, randomStream(seed));
      const before = formatPosition(position);
      const { actions } = gameOf(picks);
      const texts = lineTexts(position, actions);
      expect(formatPosition(position)).toBe(before);
      expect(texts).toHaveLength(actions.length);
      for (const [index, text] of texts.entries()) {
        expect(parseAction(position, text)).toBe(actions[index]);
        play(position, actions[index]);
      }
    }),
    { numRuns: 30 },
  );
});
