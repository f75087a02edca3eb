import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { FIXED_START_TEXT, formatRecord, type GameRecord } from '../../env/index.ts';
import { lackingBrowser, openBrowser } from '../support/browser.ts';
import { jsonLines, tzaar, tzaarHere } from '../support/cli.ts';
import { keepScreenshot } from '../support/play-page.ts';

/** White could take the last tzaar, and buries its own instead. */
const BURIAL: GameRecord = {
  setup: 'position',
  start: 'ZT.../A...../t.z..../......../......../......../..a..../....../....t w 2 -',
  moves: ['A2+A1'],
  result: { winner: 'black', reason: 'kind-buried' },
  players: { white: 'Ann <b>', black: 'Bob\u001b[2J' },
};

const UNFINISHED: GameRecord = {
  setup: 'fixed',
  start: FIXED_START_TEXT,
  moves: ['D7xE7', 'E8xE7', 'pass'],
  result: null,
  players: { white: 'Cid', black: 'Dan' },
};

const AGENT = ['--agent', 'alphabeta:nodes=300'];
const BOTH = `${formatRecord(BURIAL)}\n\n${formatRecord(UNFINISHED)}\n`;

const written = (text: string): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'tzaar-annotate-')), 'games.jsonl');
  writeFileSync(file, text);
  return file;
};

type Printed = {
  readonly game: number;
  readonly actions: readonly {
    readonly move: string;
    readonly verdict: { readonly loss: number; readonly mark: string };
  }[];
  readonly whiteChances: readonly number[];
  readonly summary: Readonly<Record<string, { readonly actions: number; readonly averageLoss: number | null }>>;
};

test('prints every action with chances, loss, mark and best line, and a summary for each player', async () => {
  const { code, out } = await tzaarHere(['annotate', written(BOTH), ...AGENT]);
  expect(code).toBe(0);
  expect(out).toContain('game 1: Ann <b> – Bob\\u{1b}[2J, black won (kind-buried), 1 actions');
  expect(out).toContain('judged by alphabeta:nodes=300');
  expect(out).toMatch(/^1 +white +A2\+A1 +win +loss +100 % +\?\? +A1xC3$/m);
  expect(out).toMatch(/^white +100\.0 % +0 +0 +1 +Ann <b>$/m);
  expect(out).toContain('game 2: Cid – Dan, not finished, 3 actions');
  expect(out).toMatch(/^3 +black +pass +\d+ % +\d+ % +\d+ %/m);
});

test('--json gives one object a game, the same from a file, from - and from --stdin', async () => {
  const { out } = await tzaarHere(['annotate', written(BOTH), ...AGENT, '--json']);
  const games = jsonLines(out) as Printed[];
  expect(games.map(({ game }) => game)).toEqual([1, 2]);
  expect(games[0].actions[0]).toMatchObject({ move: 'A2+A1', verdict: { loss: 1, mark: 'blunder' } });
  expect(games[0].whiteChances).toEqual([1, 0]);
  expect(games[1].summary).toMatchObject({ white: { actions: 1 }, black: { actions: 2 } });
  for (const source of ['-', '--stdin'])
    expect(tzaar(['annotate', source, ...AGENT, '--json'], BOTH)).toEqual({ code: 0, out, err: '' });
});

test('the shipped network judges where nobody else is named', async () => {
  const { out } = await tzaarHere(['annotate', written(formatRecord(UNFINISHED))]);
  expect(out).toMatch(/judged by zero:model=\S*models[\\/]released[\\/]\S+,sims=256\n/);
  expect(out).toMatch(/^1 +white +D7xE7 .* \| /m); // with what it expects to follow
});

describe.skipIf(lackingBrowser())('--html', () => {
  test('is a page with curve, board and marked moves that follow each other, and nothing from elsewhere', async () => {
    const html = join(mkdtempSync(join(tmpdir(), 'tzaar-annotate-')), 'games.html');
    const { out } = await tzaarHere(['annotate', written(BOTH), ...AGENT, '--html', html]);
    expect(out).toContain(`wrote ${html}`);
    expect(readFileSync(html, 'utf8')).not.toMatch(/src=|href=|@import|<b>/);
    const browser = await openBrowser();
    try {
      const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
      const errors: string[] = [];
      page.on('pageerror', ({ message }) => errors.push(message));
      await page.goto(pathToFileURL(html).href);
      const moves = page.getByRole('list', { name: 'Moves' });
      await moves.getByRole('button', { name: 'white A2+A1, blunder, lost 100 %' }).click();
      expect(await page.locator('#verdict').textContent()).toBe(
        '?? blunder, lost 100 %: white’s winning chance 100 % (proven) before, 0 % (proven) after; best was A1xC3.',
      );
      expect(await page.locator('#move').textContent()).toContain('1 of 1: white played A2+A1; black wins');
      await page.getByLabel('Game').selectOption({ index: 1 });
      expect(await moves.getByRole('button').allTextContents()).toEqual(['D7xE7', 'E8xE7', 'pass??']);
      await page.locator('#curve').click({ position: { x: 2, y: 20 } });
      for (const ply of [1, 2]) {
        await page.keyboard.press('ArrowRight');
        expect(await page.locator('#move').textContent()).toMatch(new RegExp(`^${ply} of 3`));
        expect(await moves.locator('[aria-current]').textContent()).toMatch(ply === 1 ? /^D7xE7/ : /^E8xE7/);
      }
      expect(await page.locator('#curve polyline').count()).toBe(1);
      await keepScreenshot(page, 'annotated-page');
      expect(errors).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});

test.each([
  { what: 'no file', text: null, args: [], sentence: /missing games: give a file of game records, or --stdin/ },
  { what: 'a file that is not there', text: null, args: ['/nowhere.jsonl'], sentence: /cannot be read \(ENOENT\)/ },
  { what: 'an empty file', text: '\n', args: [], sentence: /there is no game record in them/ },
  { what: 'a line that is no record', text: `${BOTH}{}\n`, args: AGENT, sentence: /invalid line 4: .*"format"/ },
  {
    what: 'an illegal move',
    text: formatRecord({ ...UNFINISHED, moves: ['D7xD8'] }),
    args: AGENT,
    sentence: /invalid line 1: .*move 1/,
  },
  {
    what: 'an agent without values',
    text: BOTH,
    args: ['--agent', 'greedy'],
    sentence: /invalid agent "greedy": it does not say what it expects, so it cannot judge/,
  },
  { what: 'an unknown agent', text: BOTH, args: ['--agent', 'nobody'], sentence: /invalid agent "nobody"/ },
])('$what is refused in a sentence', async ({ text, args, sentence }) => {
  const { code, err, out } = await tzaarHere(['annotate', ...(text === null ? [] : [written(text)]), ...args]);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(sentence);
});
