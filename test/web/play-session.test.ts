import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Action,
  FIXED_START_TEXT,
  formatPosition,
  PASS,
  PIECES_OF_KIND,
  type Player,
  parseAction,
  pointNamed,
  randomStream,
} from '../../env/index.ts';
import { type Game, gameFrom, legalOf, momentsOf, newGame, playedSteps, positionAt } from '../../web/play/game.ts';
import { allMoves } from '../../web/play/options.ts';
import type { Insight } from '../../web/play/protocol.ts';
import {
  actorOf,
  advance,
  canRedo,
  canReturn,
  canUndo,
  isPersonToAct,
  type Session,
  type SessionEvent,
  type Side,
  shownPosition,
  startSession,
  whiteChance,
} from '../../web/play/session.ts';
import { choices, playChoices } from '../support/games.ts';

const begin = (side: Side, game: Game = newGame('fixed', randomStream(0))): Session =>
  startSession(game, side, 'net-64');
const following = (session: Session, ...events: SessionEvent[]): Session => events.reduce(advance, session);
const press = (name: string): SessionEvent => ({ type: 'press', point: pointNamed(name) });
const reply = (session: Session, pick = 0): Session => {
  const legal = legalOf(positionAt(session.game));
  return advance(session, playing(session, legal[pick % legal.length]));
};
const playing = (session: Session, action: Action): SessionEvent => {
  const by = actorOf(session);
  if (by === 'nobody') throw new Error('the game is over');
  return { type: 'play', action, position: formatPosition(positionAt(session.game)), by };
};
const moves = (session: Session): string[] => playedSteps(session.game).map(({ text }) => text);

describe('pressing points', () => {
  test('selects a stack that can move, then plays to its target', () => {
    const selected = following(begin('white'), press('D7'));
    expect(selected.selected).toBe(pointNamed('D7'));
    expect(moves(following(selected, press('E7')))).toEqual(['D7xE7']);
  });

  test('the same stack again, or Escape, lets it go', () => {
    expect(following(begin('white'), press('D7'), press('D7')).selected).toBeNull();
    expect(following(begin('white'), press('D7'), { type: 'cancel' }).selected).toBeNull();
  });

  test('another stack that can move is selected instead', () => {
    const other = allMoves(shownPosition(begin('white'))).find(({ from }) => from !== pointNamed('D7'))!.from;
    expect(following(begin('white'), press('D7'), { type: 'press', point: other }).selected).toBe(other);
  });

  test.each([
    ['an opponent’s stack', ['E7'], /black's/],
    ['a stack that is not in sight', ['D7', 'A1'], /does not see/],
  ])('%s gets a remark, not a move', (_, names, remark) => {
    const session = following(begin('white'), ...names.map(press));
    expect(session.remark).toMatch(remark);
    expect(session.game.actions).toEqual([]);
  });

  test('does nothing while the engine is to move', () => {
    const session = following(begin('black'), press('D7'), press('E7'), { type: 'pass' });
    expect(session.game.actions).toEqual([]);
    expect(session.selected).toBeNull();
  });

  test('places the kind that was picked, in turn', () => {
    const session = following(
      begin('both', newGame('tournament', randomStream(0))),
      press('E5'),
      { type: 'pick-kind', kind: 2 },
      press('E4'),
    );
    expect(moves(session)).toEqual(['Z@E5', 'T@E4']);
    expect(following(session, press('E4')).remark).toMatch(/taken/);
  });

  test('goes on to the next kind when one has run out', () => {
    let session = begin('both', newGame('tournament', randomStream(0)));
    for (let point = 0; point < 2 * PIECES_OF_KIND[0]; point++) session = following(session, { type: 'press', point });
    expect(session.placing).toBe(1);
  });
});

describe('passing', () => {
  test('is possible on the second step only', () => {
    const opened = reply(begin('white'));
    const first = reply(reply(opened)); // both steps of black
    expect(actorOf(first)).toBe('person');
    expect(following(first, { type: 'pass' })).toBe(first);
    const second = reply(first);
    expect(following(second, { type: 'pass' }).game.actions.at(-1)).toBe(PASS);
  });
});

describe('undo and redo', () => {
  test('go back to the last decision of the person, over the engine’s whole turn', () => {
    const opened = reply(begin('white'));
    const answered = reply(reply(opened));
    const back = following(answered, { type: 'undo' });
    expect(back.game.actions).toEqual([]);
    expect(following(back, { type: 'redo' }).game.actions).toEqual(answered.game.actions);
  });

  test('go back one step inside the own turn', () => {
    const first = reply(reply(reply(begin('white'))));
    const second = reply(first);
    expect(following(second, { type: 'undo' }).game.actions).toEqual(first.game.actions);
  });

  test('have nothing to do before the person has decided anything', () => {
    expect(canUndo(reply(begin('black')))).toBe(false);
    expect(canRedo(begin('white'))).toBe(false);
  });

  test('a new move forgets what was undone, the same move keeps it', () => {
    const played = reply(reply(begin('both'), 1), 2);
    const back = following(played, { type: 'undo' }, { type: 'undo' });
    const [same] = played.game.actions;
    expect(canRedo(advance(back, playing(back, same)))).toBe(true);
    const other = legalOf(positionAt(back.game)).find((action) => action !== same)!;
    expect(canRedo(advance(back, playing(back, other)))).toBe(false);
  });

  test('undoing everything and redoing everything gives the same game', () => {
    fc.assert(
      fc.property(choices(40), (picks) => {
        const actions: Action[] = [];
        playChoices(picks, (_, action) => actions.push(action));
        const start = newGame(picks.setup, randomStream(picks.seed));
        const full = startSession({ ...start, actions }, 'both', 'net-64');
        let session = full;
        while (canUndo(session)) session = following(session, { type: 'undo' });
        expect(session.game.actions).toEqual([]);
        while (canRedo(session)) session = following(session, { type: 'redo' });
        expect(session.game).toEqual(full.game);
      }),
      { numRuns: 15 },
    );
  });
});

describe('looking back', () => {
  const played = [0, 1, 2, 3].reduce((session) => reply(session), begin('white'));

  test('shows an earlier position and takes no moves while an engine plays along', () => {
    const session = following(played, { type: 'show', ply: 1 });
    expect(formatPosition(shownPosition(session))).toBe(formatPosition(positionAt(played.game, 1)));
    expect(isPersonToAct(session)).toBe(false);
    expect(following(session, playing(played, legalOf(positionAt(played.game))[0])).game).toBe(session.game);
  });

  test('playing on from there drops what came later, and redo brings it back', () => {
    const session = following(played, { type: 'show', ply: 1 }, { type: 'play-on' });
    expect(session.game.actions).toEqual(played.game.actions.slice(0, 1));
    expect(canRedo(session)).toBe(true);
  });

  describe('in analysis', () => {
    const loaded = following({ ...played, side: 'both' }, { type: 'show', ply: 0 });
    const [first] = moves(loaded);
    const [from, to] = first.split('x');
    const other = allMoves(shownPosition(loaded)).find(({ action }) => action !== loaded.game.actions[0])!;
    const tried = following(loaded, { type: 'press', point: other.from }, { type: 'press', point: other.to });

    test('the move that was played just goes on, and the game stays whole', () => {
      const session = following(loaded, press(from), press(to));
      expect(session.shown).toBe(1);
      expect(session.game).toBe(loaded.game);
      expect(canReturn(session)).toBe(false);
    });

    test('any other move begins a variation, and there is a way back', () => {
      expect(tried.game.actions).toEqual([other.action]);
      expect(canRedo(tried)).toBe(false);
      const deeper = reply(tried);
      expect(canReturn(deeper)).toBe(true);
      const back = following(deeper, { type: 'return' });
      expect(back.game).toBe(loaded.game);
      expect(back.shown).toBe(0);
      expect(canReturn(back)).toBe(false);
    });

    test('a variation of a variation leads back to the game itself', () => {
      const deeper = following(reply(tried), { type: 'show', ply: 1 });
      const recorded = deeper.game.actions[1];
      const third = allMoves(shownPosition(deeper)).find(({ action }) => action !== recorded)!;
      const twice = following(deeper, { type: 'press', point: third.from }, { type: 'press', point: third.to });
      expect(twice.game.actions).toEqual([other.action, third.action]);
      expect(following(twice, { type: 'return' }).game).toBe(loaded.game);
    });

    test('who plays on, then redoes everything, is back by himself', () => {
      const cut = following(loaded, { type: 'play-on' });
      expect(canReturn(cut)).toBe(true);
      let session = cut;
      while (canRedo(session)) session = following(session, { type: 'redo' });
      expect(session.game.actions).toEqual(loaded.game.actions);
      expect(canReturn(session)).toBe(false);
    });
  });

  test.each([
    [-3, 0],
    [99, 4],
    [2.7, 2],
  ])('ply %d is taken as %d', (ply, shown) => {
    expect(following(played, { type: 'show', ply }).shown).toBe(shown);
  });
});

describe('an answer that comes late', () => {
  const session = begin('black');
  const answer = playing(session, legalOf(positionAt(session.game))[0]);

  test('is played where it belongs', () => {
    expect(advance(session, answer).game.actions).toHaveLength(1);
  });

  test.each([
    ['another game', { ...session, game: newGame('random', randomStream(1)) }],
    ['a later position', reply(session)],
    ['a seat that a person has taken', following(session, { type: 'seat', side: 'white', level: 'net-64' })],
  ])('is not played in %s', (_, other) => {
    expect(advance(other, answer)).toBe(other);
  });
});

test('an illegal action changes nothing', () => {
  const session = begin('black');
  expect(advance(session, playing(session, PASS))).toBe(session);
});

test('burying the own last stack of a kind is marked as what it is', () => {
  const position = positionAt(gameFrom('...../....../......./......../ZT.At.../......../za...../....../..... w 2 -'));
  const fatal = allMoves(position).filter(({ buries }) => buries !== null);
  expect(fatal.map(({ action }) => action)).toEqual(
    allMoves(position)
      .filter(({ does }) => does === 'stack')
      .map(({ action }) => action),
  );
  expect(fatal.length).toBeGreaterThan(0);
});

describe('what the engine thinks', () => {
  const insight = (value: number, changes: Partial<Insight> = {}): Insight => ({
    value,
    by: 'network',
    effort: 10,
    candidates: [],
    ...changes,
  });
  const learnt = (...insights: Insight[]): number =>
    insights
      .reduce(
        (session, each) => advance(session, { type: 'learn', position: FIXED_START_TEXT, insight: each }),
        begin('both'),
      )
      .insights.get(FIXED_START_TEXT)!.value;

  test('is replaced by what knows better', () => {
    expect(learnt(insight(0.1), insight(0.2, { effort: 20 }))).toBe(0.2);
    expect(learnt(insight(0.1), insight(0.2, { effort: 5 }))).toBe(0.1);
    expect(learnt(insight(0.1), insight(0.2, { by: 'alphabeta', effort: 5000 }))).toBe(0.1);
    expect(learnt(insight(1, { proven: 'win', effort: 1 }), insight(0.2, { effort: 500 }))).toBe(1);
  });

  test('is turned to white’s side for the curve, and certain at the end', () => {
    const fixed = newGame('fixed', randomStream(0));
    const game = { ...fixed, actions: [parseAction(positionAt(fixed), 'D7xE7')] };
    const moments = momentsOf(game);
    const insights = new Map(moments.map(({ text }) => [text, insight(0.5)]));
    expect(moments.map((moment) => whiteChance(moment, insights))).toEqual([0.75, 0.25]);
    expect(whiteChance(moments[0], new Map())).toBeUndefined();
    expect([0, 1].map((winner) => whiteChance({ ...moments[0], winner: winner as Player }, insights))).toEqual([1, 0]);
  });
});
