/** Thinking on the person's time: where it is wanted, that it ends when it must, and that the engine's own move is better for it. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Action, FIXED_START_TEXT, formatPosition, parsePosition, play, randomStream } from '../../env/index.ts';
import type { Evaluator } from '../../models/index.ts';
import { Engine } from '../../web/play/engine.ts';
import { gameFrom, legalOf, newGame, positionAt } from '../../web/play/game.ts';
import { wantedJob } from '../../web/play/jobs.ts';
import { NetworkThinker, type Thought, type Watcher } from '../../web/play/network-thinker.ts';
import type { Insight, Reply, Request } from '../../web/play/protocol.ts';
import { advance, type Session, type Side, startSession } from '../../web/play/session.ts';
import { lackingBrowser } from '../support/browser.ts';
import { movesPlayed, PlayPages, pointButton, untilPersonActs } from '../support/play-page.ts';
import { evaluatorOf, judgeByHash } from '../support/search.ts';

const START = parsePosition(FIXED_START_TEXT);
const SIMULATIONS = 64;
const SEARCH = { type: 'network', simulations: SIMULATIONS } as const;
const PONDER = { type: 'ponder', simulations: SIMULATIONS } as const;

/** An evaluator by hand that tells of each of its batches: how many there were with this one. */
const counting = (heard: (batches: number) => void = () => {}): { evaluator: Evaluator; batches: () => number } => {
  const judge = evaluatorOf(judgeByHash, false);
  let batches = 0;
  const evaluator: Evaluator = {
    ...judge,
    evaluate: async (batch, count) => {
      await judge.evaluate(batch, count);
      heard(++batches);
    },
  };
  return { evaluator, batches: () => batches };
};

const UNWATCHED: Watcher = { isStopped: () => false, report: () => {} };

/** Ponders at the start with so many evaluations, has the person play, and lets the engine think. */
const moveAfterPondering = async (evaluations: number, action: Action): Promise<Thought & { cost: number }> => {
  const { evaluator, batches } = counting();
  const thinker = new NetworkThinker(evaluator, randomStream(1));
  const isStopped = (): boolean => batches() >= evaluations;
  if (evaluations > 0) await thinker.think(START, PONDER, { ...UNWATCHED, isStopped });
  const pondered = batches();
  const position = parsePosition(FIXED_START_TEXT);
  play(position, action);
  const thought = await thinker.think(position, SEARCH, UNWATCHED);
  return { ...thought!, cost: batches() - pondered };
};

const visitsOf = ({ insight: { candidates } }: Thought): number =>
  candidates.reduce((sum, { visits }) => sum + visits, 0);

describe('pondering', () => {
  test('leaves what it found below the person’s move to the engine’s own, which costs no more', async () => {
    const thinker = new NetworkThinker(counting().evaluator, randomStream(1), 1000);
    await thinker.think(START, PONDER, UNWATCHED);
    const { action } = (await thinker.think(START, SEARCH, UNWATCHED))!; // below it is much of the tree
    const [plain, pondered] = [await moveAfterPondering(0, action), await moveAfterPondering(1000, action)];
    expect(visitsOf(plain)).toBeLessThanOrEqual(SIMULATIONS);
    expect(visitsOf(pondered)).toBeGreaterThan(SIMULATIONS);
    expect(pondered.cost).toBeLessThanOrEqual(plain.cost);
  });

  test('ends at the next round of leaves once it is told, and the move that waits is answered', async () => {
    const replies: Reply[] = [];
    let batchesWhenTold = 0;
    const { evaluator, batches } = counting((count) => {
      // As a message comes: not now, but as soon as the worker lets one in.
      if (count === 20) setImmediate(tell);
    });
    const engine = new Engine(
      async () => ({ evaluator, name: 'by hand', about: '' }),
      (reply) => replies.push(reply),
      randomStream(1),
    );
    const tell = (): void => {
      engine.receive({ type: 'stop', id: 2 });
      batchesWhenTold = batches();
    };
    await engine.receive({ type: 'open', id: 1, model: '', wasm: '' });
    const pondering = engine.receive({ type: 'think', id: 2, position: FIXED_START_TEXT, thinking: PONDER });
    const move = engine.receive({ type: 'think', id: 3, position: FIXED_START_TEXT, thinking: { type: 'policy' } });
    await pondering;
    expect(batchesWhenTold).toBeGreaterThanOrEqual(20);
    expect(batches() - batchesWhenTold).toBeLessThanOrEqual(1);
    await move;
    expect(replies.map(({ type, id }) => `${type} ${id}`)).toEqual(['opened 1', 'thought 3']);
  });

  test('ends by itself when the tree is large, does not begin again there, and leaves room for the move', async () => {
    const nodes = 600;
    const { evaluator, batches } = counting();
    const thinker = new NetworkThinker(evaluator, randomStream(1), nodes);
    expect(await thinker.think(START, PONDER, UNWATCHED)).toBeNull();
    const spent = batches();
    expect(spent).toBeGreaterThan(nodes / 2);
    expect(spent).toBeLessThanOrEqual(nodes);
    await thinker.think(START, PONDER, UNWATCHED);
    expect(batches()).toBe(spent);
    expect(await thinker.think(START, SEARCH, UNWATCHED)).toMatchObject({ insight: { effort: SIMULATIONS } });
  });

  test('has nothing to do where the result is proven', async () => {
    const { evaluator, batches } = counting();
    const won = parsePosition('...../....../......./......../.ZATt.../......../za...../....../..... w 1 -');
    await new NetworkThinker(evaluator, randomStream(1)).think(won, PONDER, UNWATCHED);
    expect(batches()).toBeLessThanOrEqual(1);
  });
});

describe('pondering is wanted', () => {
  const INSIGHT: Insight = { value: 0, by: 'network', effort: 4000, candidates: [] };
  /** A session where all that a person sees is judged in depth, so that nothing else is left to do. */
  const judged = (side: Side, level: string, plies = 2, game = newGame('fixed', randomStream(0))): Session => {
    let played = game;
    for (let ply = 0; ply < plies; ply++)
      played = { ...played, actions: [...played.actions, legalOf(positionAt(played))[0]] };
    const positions = Array.from({ length: plies + 1 }, (_, ply) => formatPosition(positionAt(played, ply)));
    const session = startSession(played, side, level);
    return { ...session, insights: new Map(positions.map((text) => [text, INSIGHT])) };
  };

  test.each([true, false])('on a person’s turn, when nothing else is, candidates shown: %s', (analysing) => {
    const session = judged('black', 'net-256'); // after black's first step
    expect(wantedJob(session, 'network', analysing, true)).toEqual({
      purpose: 'ponder',
      position: formatPosition(positionAt(session.game)),
      ply: 2,
      thinking: { type: 'ponder', simulations: 256 },
    });
    const unjudged = { ...session, insights: new Map() };
    expect(wantedJob(unjudged, 'network', analysing, true)?.purpose).toBe(analysing ? 'analysis' : 'curve');
  });

  test('not where it is switched off', () => {
    expect(wantedJob(judged('black', 'net-256'), 'network', false, false)).toBeNull();
    expect(wantedJob(judged('black', 'net-256'), 'network', false)).toBeNull();
  });

  const won = gameFrom('...../....../......./......../ZA.at.../......../za...../....../..... w 1 -');
  test.each<readonly [string, Session]>([
    ['plays at first sight', judged('black', 'policy')],
    ['is alpha-beta', judged('black', 'ab-3')],
    ['is nobody, where a person has both sides', judged('both', 'net-256')],
    ['has won, or lost', judged('black', 'net-256', 0, won)],
    [
      'was given the game, as a record says',
      { ...judged('black', 'net-256'), game: forfeited(judged('black', 'net-256')) },
    ],
    ['waits while one looks back', advance(judged('black', 'net-256'), { type: 'show', ply: 1 })],
  ])('not where the opponent %s', (_, session) => {
    expect(wantedJob(session, 'network', false, true)).toBeNull();
  });

  test('nor without the network, nor on the engine’s own turn', () => {
    expect(wantedJob(judged('black', 'net-256'), 'alphabeta', false, true)).toBeNull();
    expect(wantedJob(judged('black', 'net-256'), null, false, true)).toBeNull();
    expect(wantedJob(judged('white', 'net-256'), 'network', false, true)).toMatchObject({ purpose: 'move' });
  });

  function forfeited({ game }: Session): Session['game'] {
    return { ...game, forfeit: { winner: 'black', reason: 'forfeit' } };
  }
});

describe.skipIf(lackingBrowser())('a person whose time the engine uses', () => {
  let pages: PlayPages;
  beforeAll(async () => {
    pages = await PlayPages.start();
  });
  afterAll(() => pages?.stop());

  type Spied = { readonly sent: Request[]; hidden?: boolean };

  /** Keeps what the page tells its worker, and lets a test hide the tab. */
  const spy = (page: Page): Promise<unknown> =>
    page.addInitScript(() => {
      const spied = globalThis as unknown as { sent: unknown[]; hidden?: boolean };
      spied.sent = [];
      const post = Worker.prototype.postMessage as (message: unknown) => void;
      Worker.prototype.postMessage = function (this: Worker, message: unknown) {
        spied.sent.push(message);
        post.call(this, message);
      };
      Object.defineProperty(document, 'visibilityState', { get: () => (spied.hidden ? 'hidden' : 'visible') });
    });

  /** Until what the worker was told last is to ponder, or is not. */
  const untilPondering = (page: Page, isWanted: boolean): Promise<unknown> =>
    page.waitForFunction((wanted) => {
      const { sent } = globalThis as unknown as Spied;
      const last = sent.findLast((each) => each.type === 'think');
      const goesOn = last !== undefined && !sent.some(({ type, id }) => type === 'stop' && id === last.id);
      return wanted === (goesOn && last?.type === 'think' && last.thinking.type === 'ponder');
    }, isWanted);

  const turnTab = (page: Page, hidden: boolean): Promise<void> =>
    page.evaluate((away) => {
      (globalThis as unknown as Spied).hidden = away;
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);

  const pondered = (page: Page): Promise<number> =>
    page.evaluate(
      () =>
        (globalThis as unknown as Spied).sent.filter((each) => each.type === 'think' && each.thinking.type === 'ponder')
          .length,
    );

  test('switches it on for this visit and the next, and it stops where it must', async () => {
    const page = await pages.open('#start=fixed&you=white&level=net-16', {}, spy);
    await page.locator('.curve .chance', { hasText: '%' }).waitFor(); // by then it would ponder
    expect(await pondered(page)).toBe(0);
    const box = page.getByLabel('Let the engine think on your time');
    await box.check();
    await untilPondering(page, true);

    for (const [stop, resume] of [
      [() => turnTab(page, true), () => turnTab(page, false)],
      [() => box.uncheck(), () => box.check()],
      [
        () => page.getByLabel('You play').selectOption('Both sides'),
        () => page.getByLabel('You play').selectOption('White'),
      ],
      [
        () => page.getByLabel('Opponent').selectOption('Beginner'),
        () => page.getByLabel('Opponent').selectOption('Easy'),
      ],
    ] as const) {
      await stop();
      await untilPondering(page, false);
      await resume();
      await untilPondering(page, true);
    }

    await pointButton(page, 'D7').click();
    await pointButton(page, 'E7').click();
    await untilPersonActs(page);
    expect((await movesPlayed(page)).length).toBeGreaterThan(1);
    await untilPondering(page, true);
    await page.keyboard.press('[');
    await untilPondering(page, false);
    await page.keyboard.press(']');
    await untilPondering(page, true);

    await page.waitForURL(({ hash }) => !hash.includes('ply=')); // the address follows a little later
    await page.reload();
    await untilPondering(page, true);
    expect(await box.isChecked()).toBe(true);
    expect(pages.errors).toEqual([]);
    await page.close();
  });
});
