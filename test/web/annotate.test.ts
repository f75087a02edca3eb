/** Annotating a game on the play page: what the engine is asked, and what people see of it. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { formatRecord, type GameRecord, type Position, parsePosition } from '../../env/index.ts';
import { parseLink } from '../../web/play/address.ts';
import { annotationOf, canAnnotate, isAnnotating } from '../../web/play/annotation.ts';
import { type Game, legalOf } from '../../web/play/game.ts';
import { wantedJob } from '../../web/play/jobs.ts';
import type { Insight } from '../../web/play/protocol.ts';
import { advance, type Session, startSession } from '../../web/play/session.ts';
import { lackingBrowser } from '../support/browser.ts';
import { keepScreenshot, middleGameLink, movesPlayed, PlayPages } from '../support/play-page.ts';

const SHORT = '#start=fixed&moves=D7xE7,E8xE7,pass';
const loaded = (link = SHORT): Game => parseLink(link)!.game;

/** White could take the last tzaar, and buries its own instead. */
const BURIAL: GameRecord = {
  setup: 'position',
  start: 'ZT.../A...../t.z..../......../......../......../..a..../....../....t w 2 -',
  moves: ['A2+A1'],
  result: { winner: 'black', reason: 'kind-buried' },
  players: { white: 'Ann', black: 'Bob' },
};

/** What an engine would say that likes the first legal action. */
const insightOn = (position: Position, value: number, effort: number, by: Insight['by'] = 'network'): Insight => {
  const [action] = legalOf(position);
  return { value, by, effort, candidates: [{ action, share: 1, visits: effort, value, line: [action] }] };
};

/** Answers whatever the session wants for its annotation; returns how many positions that took. */
const answerAll = (session: Session, by: Insight['by'] = 'network'): { session: Session; asked: string[] } => {
  const asked: string[] = [];
  let next = session;
  for (let job = wantedJob(next, by, false); job?.purpose === 'annotation'; job = wantedJob(next, by, false)) {
    asked.push(job.position);
    const insight = insightOn(parsePosition(job.position), 0.2, by === 'network' ? 256 : 300, by);
    next = advance(next, { type: 'learn', position: job.position, insight });
  }
  return { session: next, asked };
};

describe('what the engine is asked', () => {
  test('nothing until somebody wants an annotation, then one position after another, then the rest of its work', () => {
    const session = startSession(loaded(), 'both', 'net-64');
    expect(wantedJob(session, 'network', false)).toMatchObject({ purpose: 'curve' });
    const { session: done, asked } = answerAll(advance(session, { type: 'annotate' }));
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.length).toBeGreaterThan(4);
    const annotation = annotationOf(done)!;
    expect(annotation.wanted).toBeNull();
    expect(annotation.actions.every(({ verdict }) => verdict !== null)).toBe(true);
    expect(isAnnotating(done)).toBe(false);
    expect(wantedJob(done, 'network', false)).toBeNull(); // the curve has all it needs
  });

  test('a glance at the curve is too little for a verdict, and a deeper look is taken over', () => {
    const session = advance(startSession(loaded(), 'both', 'net-64'), { type: 'annotate' });
    const start = parsePosition(session.game.start);
    const learn = (effort: number): Session =>
      advance(session, { type: 'learn', position: session.game.start, insight: insightOn(start, 0, effort) });
    expect(wantedJob(learn(32), 'network', false)).toMatchObject({ position: session.game.start });
    expect(wantedJob(learn(4000), 'network', false)!.position).not.toBe(session.game.start);
  });

  test('it can be stopped, and goes on where it was', () => {
    const begun = advance(startSession(loaded(), 'both', 'net-64'), { type: 'annotate' });
    const stopped = advance(begun, { type: 'stop-annotating' });
    expect(wantedJob(stopped, 'network', false)).toMatchObject({ purpose: 'curve' });
    expect(annotationOf(stopped)).not.toBeNull();
    const again = advance(stopped, { type: 'annotate' });
    expect(wantedJob(again, 'network', false)).toEqual(wantedJob(begun, 'network', false));
  });

  test('a variation is another game: it waits, and the verdicts are there again on the way back', () => {
    const { session } = answerAll(advance(startSession(loaded(), 'both', 'net-64'), { type: 'annotate' }));
    const text = session.game.start;
    const [, other] = legalOf(parsePosition(text));
    const varied = [
      { type: 'show', ply: 0 } as const,
      { type: 'play-on' } as const,
      { type: 'play', action: other, position: text, by: 'person' } as const,
    ].reduce<Session>(advance, session);
    expect(annotationOf(varied)).toBeNull();
    expect(wantedJob(varied, 'network', false)?.purpose).not.toBe('annotation');
    expect(annotationOf(advance(varied, { type: 'return' }))?.wanted).toBeNull();
  });

  test('alpha-beta judges where there is no network, and has no opinion on placements', () => {
    const game = loaded('#start=tournament&moves=Z@E5,T@A1');
    const { session, asked } = answerAll(
      advance(startSession(game, 'both', 'ab-2'), { type: 'annotate' }),
      'alphabeta',
    );
    expect(asked).toHaveLength(2);
    expect(annotationOf(session)).toMatchObject({ wanted: null, settled: 2 });
    expect(annotationOf(session)!.actions.map(({ verdict }) => verdict)).toEqual([null, null]);
  });

  test.each([
    { what: 'a game against the engine that goes on', side: 'white', can: false },
    { what: 'a loaded game', side: 'both', can: true },
  ] as const)('$what: $can', ({ side, can }) => {
    expect(canAnnotate(startSession(loaded(), side, 'net-64'))).toBe(can);
  });
});

describe.skipIf(lackingBrowser())('the play page', () => {
  let pages: PlayPages;
  beforeAll(async () => {
    pages = await PlayPages.start();
  });
  afterEach(() => expect(pages.errors.splice(0)).toEqual([]));
  afterAll(() => pages?.stop());

  test('annotates an imported game: marks, a summary, and the best move of the one on view', async () => {
    const page = await pages.open();
    await page.getByRole('button', { name: 'Import/export' }).click();
    await page.getByLabel('A position, or game records').fill(formatRecord(BURIAL));
    await page.getByRole('button', { name: 'Load' }).click();
    const panel = page.getByRole('region', { name: 'Annotation' });
    await panel.getByRole('button', { name: 'Annotate', disabled: false }).waitFor(); // once there is a network to ask
    await panel.getByRole('button', { name: 'Annotate' }).press('Enter');
    await panel.getByRole('button', { name: 'Annotated' }).waitFor();
    const moves = page.getByRole('region', { name: 'Moves' });
    await moves.getByRole('button', { name: 'white A2+A1, blunder, lost 100%' }).click();
    expect(await panel.locator('.verdict').textContent()).toContain(
      'White A2+A1 ?? blunder, certain win → certain loss, lost 100%. Best: A1xC3',
    );
    expect(await panel.getByRole('row').allTextContents()).toEqual([
      'PlayerAverage loss?! inaccuracy? mistake?? blunder',
      'White100.0%001',
      'Black–000',
    ]);
    await panel.getByRole('button', { name: 'Show the best move A1xC3' }).click();
    await page.locator('.replay', { hasText: '0 / 1' }).waitFor();
    expect(await movesPlayed(page)).toEqual(['A2+A1??']);
    await page.close();
  });

  test('stops when it is told to, with what is known by then, and takes input meanwhile', async () => {
    const page = await pages.open(await middleGameLink(25));
    const panel = page.getByRole('region', { name: 'Annotation' });
    await page.locator('.network', { hasText: 'Network: ' }).waitFor();
    await panel.getByRole('button', { name: 'Annotate' }).click();
    await panel.getByText(/^[1-9]\d* of 25 actions$/).waitFor();
    await page.getByRole('button', { name: 'First position' }).click();
    await page.locator('.replay', { hasText: '0 / 25' }).waitFor();
    await panel.getByRole('button', { name: 'Stop annotating' }).click();
    await panel.getByRole('button', { name: 'Annotate', exact: true }).waitFor();
    expect(await panel.getByRole('progressbar').count()).toBe(0);
    const [settled] = (await panel.getByRole('status').textContent())!.split(' ').map(Number);
    expect(settled).toBeLessThan(25);
    await page.close();
  });

  test('fits laptops and phones, by day and by night', async () => {
    const page = await pages.open(await middleGameLink(5));
    const panel = page.getByRole('region', { name: 'Annotation' });
    await panel.getByRole('button', { name: 'Annotate' }).click();
    await panel.getByRole('button', { name: 'Annotated' }).waitFor({ timeout: 200_000 }); // on busy machines too
    await page.getByRole('region', { name: 'Moves' }).locator('li button').last().click();
    await panel.locator('.verdict').waitFor();
    for (const [name, width, height, colorScheme] of [
      ['laptop', 1280, 720, 'light'],
      ['dark', 1366, 768, 'dark'],
      ['phone', 360, 640, 'light'],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      await panel.scrollIntoViewIfNeeded();
      await keepScreenshot(page, `annotated-${name}`);
      const scrolls = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      expect({ name, scrolls }).toEqual({ name, scrolls: false });
    }
    await page.close();
  });
});
