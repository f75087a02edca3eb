/** Where things stand on the play page: marks on the board, and what must be seen without scrolling. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { lackingBrowser } from '../support/browser.ts';
import { keepScreenshot, middleGameLink, PlayPages } from '../support/play-page.ts';

const LAPTOPS = [
  [1366, 768],
  [1280, 720],
  [1440, 900],
  [1280, 900],
  [1024, 768],
] as const;

const SCREENS: readonly (readonly [string, BrowserContextOptions])[] = [
  ...LAPTOPS.map(([width, height]) => [`${width}x${height}`, { viewport: { width, height } }] as const),
  ['dark', { viewport: { width: 1366, height: 768 }, colorScheme: 'dark' }],
  ['phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ['narrow', { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }],
];

/** What a player needs at hand and cannot see, or what hides it. */
const unseen = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.documentElement;
    const page = root.scrollHeight > innerHeight || root.scrollWidth > innerWidth ? ['the page scrolls'] : [];
    const needed = [
      ...document.querySelectorAll('.board, .turn, .turn button, .stock, .replay button, .switch, .curve'),
    ];
    const hidden = needed.filter((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
      const corners = [
        [left + 12, top + 12],
        [right - 12, bottom - 12],
      ].map(([x, y]) => document.elementFromPoint(x, y));
      return !isInside || !corners.every((there) => element.contains(there));
    });
    return [
      ...page,
      ...hidden.map((element) => element.getAttribute('aria-label') ?? element.className ?? element.tagName),
    ];
  });

/** White's stack of three on C4 is next to six stacks of two. */
const SURROUNDED = 'Z..../..t2t2../..z2T3a2../...t2t2.../......../zat..ZAT/zat.TAZ/tatTAT/tatTA w 1 -';

type Mark = {
  readonly what: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

describe.skipIf(lackingBrowser())('the play page with hints', () => {
  const middleGame = middleGameLink(21);
  let pages: PlayPages;
  beforeAll(async () => {
    pages = await PlayPages.start();
  });
  afterEach(() => expect(pages.errors.splice(0)).toEqual([]));
  afterAll(() => pages?.stop());

  const openWithHints = async (options: BrowserContextOptions): Promise<Page> => {
    const page = await pages.open(await middleGame, options);
    await page.locator('.candidates caption', { hasText: /[1-9]\d\d+ simulations/ }).waitFor();
    return page;
  };

  /** Heights, ranks and signs of targets as they are on the screen. */
  const marksOn = (page: Page): Promise<Mark[]> =>
    page.evaluate(() =>
      [...document.querySelectorAll('.board :is(.height, .rank, .sign)')].map((mark) => {
        const { left, top, right, bottom } = mark.getBoundingClientRect();
        return { what: `${mark.getAttribute('class')} ${mark.textContent}`, left, top, right, bottom };
      }),
    );
  const collisions = (marks: readonly Mark[]): string[] =>
    marks.flatMap((one, index) =>
      marks
        .slice(index + 1)
        .filter(
          (other) =>
            one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom,
        )
        .map((other) => `${one.what} and ${other.what}`),
    );

  test.each(SCREENS)('shows heights and ranks apart on %s', async (name, options) => {
    const page = await openWithHints(options);
    const marks = await marksOn(page);
    const ranks = marks.filter(({ what }) => what.startsWith('rank'));
    expect([ranks.length >= 3, marks.length - ranks.length >= 3]).toEqual([true, true]);
    expect(collisions(marks)).toEqual([]);
    await keepScreenshot(page, `hints-${name}`);
    for (let index = 0; index < 4; index++) {
      await page.locator('.point.choice').nth(index).click();
      expect(collisions(await marksOn(page))).toEqual([]);
      await page.keyboard.press('Escape');
    }
    await page.close();
  });

  test('shows them apart where a high stack takes its neighbour in every direction', async () => {
    const page = await pages.open(`#position=${SURROUNDED.replaceAll(' ', '_')}`);
    await page.locator('.rank').nth(3).waitFor();
    for (const [width, height] of LAPTOPS) {
      await page.setViewportSize({ width, height });
      expect(collisions(await marksOn(page))).toEqual([]);
    }
    await keepScreenshot(page, 'hints-surrounded');
    await page.close();
  });

  test.each(LAPTOPS)('shows board, turn and controls on %d × %d at once, without scrolling', async (width, height) => {
    const page = await openWithHints({ viewport: { width, height } });
    expect(await unseen(page)).toEqual([]);
    await page.getByRole('button', { name: 'First position' }).click(); // browsing has one button more
    await page.getByRole('button', { name: 'Play on from here' }).waitFor();
    expect(await unseen(page)).toEqual([]);
    await page.close();
  });

  test('shows all that at once against an opponent too, who has a switch more', async () => {
    const page = await pages.open((await middleGame).replace('you=both', 'you=white'));
    await page.getByLabel('Show the engine’s candidate moves').check();
    await page.locator('.candidates caption', { hasText: /[1-9]\d\d+ simulations/ }).waitFor();
    expect(await page.locator('.switch').count()).toBe(2);
    for (const [width, height] of LAPTOPS) {
      await page.setViewportSize({ width, height });
      expect(await unseen(page)).toEqual([]);
    }
    await page.close();
  });

  test.each(SCREENS)('shows expected lines whole on %s', async (_, options) => {
    const page = await openWithHints(options);
    // All at once, since the list changes with every report of the search.
    const lines = await page.locator('.engine').evaluate((engine) =>
      [...engine.querySelectorAll('.candidates .line')].map((cell) => {
        cell.scrollIntoView({ block: 'nearest' });
        const contents = document.createRange();
        contents.selectNodeContents(cell);
        const text = contents.getBoundingClientRect();
        const panel = engine.getBoundingClientRect();
        return {
          isCut: cell.scrollWidth > cell.clientWidth || getComputedStyle(cell).textOverflow === 'ellipsis',
          fits: text.left >= panel.left && text.right <= panel.right,
          isSeen: text.top >= 0 && text.bottom <= innerHeight && text.bottom <= panel.bottom,
        };
      }),
    );
    expect(lines.length).toBeGreaterThan(2);
    expect(lines).toEqual(lines.map(() => ({ isCut: false, fits: true, isSeen: true })));
    await page.close();
  });

  test('? opens the rules, which explain the marks with the marks themselves', async () => {
    const page = await openWithHints({ viewport: { width: 1366, height: 768 } });
    const looks = (selector: string): Promise<string[]> =>
      page.locator(selector).evaluateAll((marks) => [
        ...new Set(
          marks.map((mark) => {
            const { fill, stroke } = getComputedStyle(mark.querySelector('circle, rect')!);
            return `${fill} ${stroke} ${mark.querySelector('text')!.textContent!.length}`;
          }),
        ),
      ]);
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('the height of a stack').waitFor();
    for (const mark of ['.height', '.rank.best', '.rank:not(.best)'])
      expect(await looks(`dialog ${mark}`)).toEqual(await looks(`.board ${mark}`));
    expect(await dialog.locator('.sign').allTextContents()).toEqual(['×', '+', '!']);
    await keepScreenshot(page, 'help');
    await page.close();
  });

  test('heights and ranks differ in shape and in colour', async () => {
    const page = await openWithHints({ viewport: { width: 1366, height: 768 } });
    const look = (selector: string): Promise<string[]> =>
      page
        .locator(selector)
        .first()
        .evaluate((mark) => {
          const shape = mark.querySelector(':not(text)')!;
          const { fill, stroke } = getComputedStyle(shape);
          return [shape.tagName, fill, stroke, getComputedStyle(mark.querySelector('text')!).fill];
        });
    const height = await look('.height');
    for (const rank of [await look('.rank.best'), await look('.rank:not(.best)')])
      for (const [index, part] of height.entries()) expect(rank[index]).not.toBe(part);
    await page.close();
  });
});
