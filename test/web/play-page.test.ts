import { cpSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { FIXED_START_TEXT, formatRecord } from '../../env/index.ts';
import { SELFCHECK_FILE } from '../../models/index.ts';
import { parseLink } from '../../web/play/address.ts';
import { gameFrom, recordOf } from '../../web/play/game.ts';
import { lackingBrowser } from '../support/browser.ts';
import {
  keepScreenshot,
  middleGameLink,
  movesPlayed,
  PlayPages,
  pointButton,
  pressDuringSearch,
  untilPersonActs,
} from '../support/play-page.ts';
import { editJsonFile } from '../support/releases.ts';
import { openTrialModel } from '../support/trial-model.ts';

const DOWNLOAD_LIMIT = 1.5e6;

/** A line about something to press or fill in, of what a screen reader is told. */
const CONTROL = /^\s*- (button|checkbox|combobox|link|radio|slider|textbox)\b.*$/gm;

describe.skipIf(lackingBrowser())('the play page', () => {
  let pages: PlayPages;
  const broken = mkdtempSync(join(tmpdir(), 'tzaar-broken-'));
  beforeAll(async () => {
    const model = await openTrialModel();
    for (const name of ['cut', 'muddled', 'wrong', 'good'])
      cpSync(model.folder, join(broken, name), { recursive: true });
    truncateSync(join(broken, 'cut/weights.bin'), 1000);
    writeFileSync(join(broken, 'muddled/manifest.json'), '<html>not here</html>');
    await editJsonFile(join(broken, 'wrong'), SELFCHECK_FILE, ({ positions }) => {
      for (const position of positions as { value: number }[]) position.value = -position.value;
    });
    model.remove();
    pages = await PlayPages.start({ folders: { '/broken/': broken } });
  });
  afterAll(async () => {
    await pages?.stop();
    rmSync(broken, { recursive: true, force: true });
  });

  describe('within its budget', () => {
    afterEach(() => expect(pages.errors.splice(0)).toEqual([]));

    test('downloads little, network and all, from any folder of a static host', async () => {
      pages.server.sent.clear();
      const page = await pages.open('#start=fixed&you=black&level=net-16');
      await untilPersonActs(page);
      const bytes = [...pages.server.sent.values()].reduce((sum, each) => sum + each, 0);
      process.stderr.write(`play page: ${Math.round(bytes / 1000)} kB compressed, ${pages.server.sent.size} files\n`);
      expect([...pages.server.sent.keys()].filter((path) => path.endsWith('.wasm'))).toHaveLength(1);
      expect(bytes).toBeLessThan(DOWNLOAD_LIMIT);
      await page.close();
    });

    test('takes input while the engine thinks', async () => {
      const page = await pages.open('#start=fixed&moves=D7xE7&you=both');
      await page.locator('.candidates tbody tr').first().waitFor();
      const { longestTaskMs, searchMs } = await pressDuringSearch(page);
      expect(longestTaskMs).toBeLessThan(searchMs / 2); // both take longer on a busy machine
      await page.close();
    });
  });

  describe('given something broken', () => {
    test.each([
      ['a cut file', '/broken/cut', /weights\.bin has 1000 bytes/],
      ['a web page instead of a manifest', '/broken/muddled/', /manifest\.json is a web page/],
      ['one that fails its own selfcheck', '/broken/wrong/', /off what its selfcheck says: .* value by/],
      ['a folder that is not there', './nothing', /manifest\.json is not there \(404\)/],
      ['no address at all', 'http://', /./],
    ])('as a model, %s, says so and plays on with alpha-beta', async (_, model, sentence) => {
      const page = await pages.open(`?model=${encodeURIComponent(model)}#start=fixed&you=black&level=net-64`);
      await page.locator('.network', { hasText: 'Alpha-beta plays' }).waitFor();
      expect(await page.locator('.network').textContent()).toMatch(sentence);
      await page.getByRole('alert').filter({ hasText: 'network' }).waitFor();
      await untilPersonActs(page);
      expect(await movesPlayed(page)).toHaveLength(1);
      expect(await page.locator('.stock').textContent()).toContain('Alpha-beta');
      await page.close();
    });

    test.each([
      ['#position=nonsense', /four fields/],
      ['#start=fixed&moves=E7xD7', /invalid move/],
    ])('as a link, %s, says so and begins a new game', async (link, sentence) => {
      const page = await pages.open(link);
      expect(await page.getByRole('alert').first().textContent()).toMatch(sentence);
      await page.locator('.point.choice').first().click();
      expect(await page.locator('.point[aria-pressed=true]').count()).toBe(1);
      await page.close();
    });

    test('as a model that is there on the second try, the level that was wished for plays', async () => {
      const page = await pages.open(`?model=${encodeURIComponent('/broken/late/')}#start=fixed&you=black&level=net-16`);
      await page.getByRole('alert').filter({ hasText: 'is not there (404)' }).waitFor();
      expect(await page.getByLabel('Opponent').inputValue()).toBe('ab-2');
      expect(page.url()).toContain('level=net-16');
      cpSync(join(broken, 'good'), join(broken, 'late'), { recursive: true });
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.locator('.network', { hasText: 'Network: ' }).waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
      expect(await page.getByLabel('Opponent').inputValue()).toBe('net-16');
      await page.close();
      pages.errors.splice(0);
    });

    test('as an engine that does not start, says so, lets two people play, and can be tried again', async () => {
      const script = /engine-worker/;
      const page = await pages.open('#start=fixed&moves=D7xE7&you=white&level=ab-1', {}, (each) =>
        each.route(script, (route) => route.abort()),
      );
      await page.getByRole('alert').filter({ hasText: 'The engine has stopped' }).waitFor();
      expect(await page.locator('.network').textContent()).not.toContain('loading');
      await page.unroute(script);
      await page.getByRole('button', { name: 'Try again' }).click();
      await untilPersonActs(page);
      expect((await movesPlayed(page)).length).toBeGreaterThan(1);
      await page.close();
      pages.errors.splice(0);
    });

    test('as a link in an open page, says so and keeps the game and its address', async () => {
      const page = await pages.open('#start=fixed&moves=D7xE7&you=both');
      for (const attempt of [1, 2]) {
        await page.evaluate((hash) => {
          location.hash = hash;
        }, `#moves=nonsense`);
        const alert = page.getByRole('alert').filter({ hasText: 'This link cannot be opened' });
        await alert.waitFor();
        expect(await movesPlayed(page), `attempt ${attempt}`).toEqual(['D7xE7']);
        expect(parseLink(new URL(page.url()).hash)!.game.actions).toHaveLength(1);
        await alert.getByRole('button', { name: 'Dismiss' }).click();
      }
      await page.close();
    });

    test('as a text, says so and keeps the game', async () => {
      const page = await pages.open('#start=fixed&moves=D7xE7&you=both');
      await page.getByRole('button', { name: 'Import/export' }).click();
      await page.getByLabel('A position, or game records').fill('{"format":"chess"}');
      await page.getByRole('button', { name: 'Load' }).click();
      expect(await page.locator('#import-problem').textContent()).toMatch(/expected "format": "tzaar-game"/);
      await page.keyboard.press('Escape');
      expect(await movesPlayed(page)).toEqual(['D7xE7']);
      await page.close();
      pages.errors.splice(0);
    });
  });

  describe('opens and replays', () => {
    afterEach(() => expect(pages.errors.splice(0)).toEqual([]));

    test('a link to a position, lets one take it over, and writes the game into its address', async () => {
      const text = 'Z.T../A...../t.z..../......../......../......../..a..../....../..... w 1 -';
      const page = await pages.open(`#position=${text.replaceAll(' ', '_')}`);
      expect(await pointButton(page, 'A1').getAttribute('aria-label')).toBe('A1, white tzaar, height 1');
      expect(parseLink(new URL(page.url()).hash)!.game.start).toBe(text);
      await page.getByLabel('You play').selectOption('Black');
      await page.getByLabel('Opponent').selectOption('Easy');
      await page.locator('.moves li').first().waitFor();
      const other = `${pages.server.url}#start=fixed&moves=D7xE7&you=both`;
      await page.evaluate((hash) => {
        location.hash = hash;
      }, new URL(other).hash);
      await page.locator('.moves li', { hasText: 'D7xE7' }).waitFor();
      expect(await movesPlayed(page)).toEqual(['D7xE7']);
      await page.reload();
      await page.locator('.moves li').first().waitFor();
      expect(await movesPlayed(page)).toEqual(['D7xE7']);
      await page.close();
    });

    test('a recorded game, with the engine’s curve and candidates', async () => {
      const linked = parseLink('#start=fixed&moves=D7xE7,E8xE7,pass')!;
      const record = formatRecord(recordOf(linked.game, { white: 'Ann', black: 'Bob' }));
      const other = formatRecord(recordOf(gameFrom(FIXED_START_TEXT), { white: 'Cid', black: 'Dan' }));
      const page = await pages.open();
      await page.getByRole('button', { name: 'Import/export' }).click();
      await page.getByLabel('A position, or game records').fill(`${record}\n${other}`);
      await page.getByRole('button', { name: 'Load' }).click();
      await page.getByRole('button', { name: /Ann – Bob/ }).click();
      expect(await page.locator('.stock').textContent()).toContain('Ann');
      expect(await movesPlayed(page)).toEqual(['D7xE7', 'E8xE7', 'pass']);
      await page.getByRole('button', { name: 'Forward' }).click();
      expect(await page.locator('[aria-live=polite]').textContent()).toMatch(/^White captures/);
      await page.locator('.point.choice').first().click();
      await page
        .getByRole('button', { name: /^capture / })
        .last()
        .click();
      expect(await movesPlayed(page)).toHaveLength(2); // a variation of its own
      await page.getByRole('button', { name: 'Back to the game' }).click();
      expect(await movesPlayed(page)).toEqual(['D7xE7', 'E8xE7', 'pass']);
      await page.getByRole('button', { name: 'Replay from here' }).click();
      await page.locator('.replay', { hasText: '3 / 3' }).waitFor();
      await page.locator('.ranks .rank').first().waitFor();
      await page.locator('.curve .chance', { hasText: '%' }).waitFor();
      await keepScreenshot(page, 'replay');
      await page.close();
    });
  });

  describe('fits', () => {
    const middleGame = middleGameLink(17);

    test.each([
      ['desktop', { viewport: { width: 1280, height: 900 } }],
      ['dark', { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' }],
      ['phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
      ['narrow', { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }],
    ] as const)('a %s screen', async (name, options) => {
      const page = await pages.open(await middleGame, options);
      await page.locator('.candidates caption', { hasText: /[1-9]\d\d+ simulations/ }).waitFor();
      await keepScreenshot(page, name);
      const { scrolls, smallest } = await page.evaluate(() => ({
        scrolls: document.documentElement.scrollWidth > innerWidth,
        smallest: Math.min(
          ...[...document.querySelectorAll('button')]
            .map((button) => button.getBoundingClientRect())
            .map(({ width, height }) => Math.min(width, height)),
        ),
      }));
      expect(scrolls).toBe(false);
      expect(smallest).toBeGreaterThanOrEqual(24);
      await page.close();
    });

    test('people who see no colours or no screen: every control has a name', async () => {
      const page = await pages.open('#start=fixed&moves=D7xE7&you=both');
      for (const dialog of [null, 'New game', 'Import/export']) {
        if (dialog !== null) await page.getByRole('button', { name: dialog }).click();
        const controls = (await page.locator('body').ariaSnapshot()).match(CONTROL) ?? [];
        expect(controls.length).toBeGreaterThan(5);
        expect(controls.filter((line) => !line.includes('"'))).toEqual([]);
        if (dialog !== null) await page.keyboard.press('Escape');
      }
      await page.close();
    });

    test('people who use the keyboard: the focus stays where they are', async () => {
      const page = await pages.open('#start=fixed&moves=D7xE7&you=both');
      const focused = (): Promise<string> =>
        page.evaluate(
          () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
        );
      for (const name of ['Undo', 'Redo', 'First position', 'Last position']) {
        await page.getByRole('button', { name }).press('Enter');
        expect(await focused()).toContain(name);
      }
      await page.getByRole('button', { name: 'New game' }).press('Enter');
      await page.getByRole('button', { name: 'Begin' }).press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await focused()).toContain('New game');
      await page.close();
    });

    test('people whose speech or tremor would press them: single keys can be switched off, and stay off', async () => {
      const page = await pages.open('#start=fixed&moves=D7xE7&you=both');
      const undo = async (): Promise<number> => {
        const before = await movesPlayed(page);
        await page.keyboard.press('u');
        await page.keyboard.press('Escape'); // heard by the same listener, after it
        return before.length - (await movesPlayed(page)).length;
      };
      const setKeys = async (on: boolean): Promise<void> => {
        await page.getByRole('button', { name: 'Rules' }).click();
        await page.getByLabel('Single keys work').setChecked(on);
        await page.getByRole('dialog').press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      };
      await setKeys(false);
      expect(await undo()).toBe(0);
      await page.reload();
      await page.getByRole('group', { name: 'Board' }).waitFor();
      expect(await undo()).toBe(0);
      await setKeys(true);
      expect(await undo()).toBe(1);
      await page.close();
    });
  });
});

describe.skipIf(lackingBrowser())('a page that was built without a model', () => {
  test('says so and plays alpha-beta', async () => {
    const pages = await PlayPages.start({ withModel: false });
    const page = await pages.open('#start=fixed&you=black&level=net-64');
    await untilPersonActs(page);
    expect(await movesPlayed(page)).toHaveLength(1);
    expect(await page.locator('.network').textContent()).toMatch(
      /Alpha-beta plays and judges.*comes without a network/,
    );
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.getByRole('button', { name: 'New game' }).click();
    expect(await page.getByLabel('Strength').locator('option:enabled').count()).toBe(3);
    expect(pages.errors).toEqual([]);
    await pages.stop();
  });
});
