import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { parseRecord, replayRecord } from '../../env/index.ts';
import { lackingBrowser } from '../support/browser.ts';
import { isOver, keepScreenshot, movesPlayed, PlayPages, pointButton, untilPersonActs } from '../support/play-page.ts';

describe.skipIf(lackingBrowser())('a person at the play page', () => {
  let pages: PlayPages;
  beforeAll(async () => {
    pages = await PlayPages.start();
  });
  afterAll(() => pages?.stop());
  afterEach(() => expect(pages.errors.splice(0)).toEqual([]));

  test('plays a whole game against the network by clicking, and takes the record away', async () => {
    const page = await pages.open('#start=fixed&you=white&level=net-16');
    for (let clicks = 0; clicks < 200 && !(await isOver(page)); clicks++) {
      await untilPersonActs(page);
      if (await isOver(page)) break;
      if (clicks === 12) await keepScreenshot(page, 'game');
      const selected = page.locator('.point[aria-pressed=true]');
      if ((await selected.count()) === 0) await page.locator('.point.choice').first().click();
      else
        await page
          .getByRole('button', { name: /^(capture|stack on) / })
          .first()
          .click();
    }
    expect(await page.locator('.turn.over .who').textContent()).toMatch(/^(White|Black) has won: (white|black)/);
    await page.getByRole('button', { name: 'Import/export' }).click();
    const record = parseRecord(await page.getByLabel('Game record (JSON)').inputValue());
    expect(replayRecord(record).actions.length).toBeGreaterThan(5);
    expect(record).toMatchObject({ setup: 'fixed', players: { white: 'person', black: 'web net-16' } });
    expect(record.result).not.toBeNull();
    await page.close();
  });

  test.each(['random', 'fixed'])('begins a game from the %s set-up as black', async (setup) => {
    const page = await pages.open();
    await page.getByRole('button', { name: 'New game' }).click();
    await page.getByRole('radio', { name: new RegExp(setup, 'i') }).check();
    await page.getByRole('radio', { name: 'Black, the engine begins' }).check();
    await page.getByLabel('Strength').selectOption('Easy');
    await page.getByRole('button', { name: 'Begin' }).click();
    await untilPersonActs(page);
    expect(await movesPlayed(page)).toHaveLength(1);
    expect(await page.locator('.who').textContent()).toBe('You (black) to move');
    await page.close();
  });

  test('places the pieces of the tournament set-up, some by hand and the rest by lot', async () => {
    const page = await pages.open();
    await page.getByRole('button', { name: 'New game' }).click();
    await page.getByRole('radio', { name: /Tournament/ }).check();
    await page.getByLabel('Strength').selectOption('Alpha-beta, shallow');
    await page.getByRole('button', { name: 'Begin' }).click();
    await pointButton(page, 'E5').click();
    await untilPersonActs(page);
    await page.getByRole('radio', { name: /Tott/ }).check();
    await page.locator('.point.choice').first().click();
    await untilPersonActs(page);
    const placed = await movesPlayed(page);
    expect([placed[0], placed[2]]).toEqual(['Z@E5', expect.stringMatching(/^T@/)]);
    await page.getByRole('button', { name: 'Place the rest by lot' }).click();
    await page.locator('.who', { hasText: 'to move' }).waitFor({ timeout: 60_000 });
    expect(await movesPlayed(page)).toHaveLength(60);
    await page.close();
  });

  test('sees both steps of a turn: a capture, then a pass that is offered only there', async () => {
    const page = await pages.open('#start=fixed&moves=D7xE7&you=both');
    const pass = page.getByRole('button', { name: /^Pass/ });
    const step = page.locator('[aria-current=step]');
    expect(await step.textContent()).toContain('Capture');
    expect(await pass.isEnabled()).toBe(false);
    await page.locator('.point.choice').first().click();
    await page
      .getByRole('button', { name: /^capture / })
      .first()
      .click();
    expect(await step.textContent()).toContain('Capture, stack or pass');
    await pass.click();
    expect((await movesPlayed(page)).at(-1)).toBe('pass');
    expect(await page.locator('.who').textContent()).toBe('White to move');
    await page.close();
  });

  test('undoes a move together with the engine’s answer, and redoes it', async () => {
    const page = await pages.open('#start=fixed&you=white&level=policy');
    await pointButton(page, 'D7').click();
    await pointButton(page, 'E7').click();
    await page.locator('.moves li').nth(1).waitFor();
    await untilPersonActs(page);
    const played = await movesPlayed(page);
    expect(played[0]).toBe('D7xE7');
    await page.keyboard.press('u');
    expect(await movesPlayed(page)).toEqual([]);
    await page.keyboard.press('r');
    expect(await movesPlayed(page)).toEqual(played);
    await page.close();
  });

  test('plays with the keyboard alone, and hears what happens', async () => {
    const page = await pages.open('#start=fixed&you=both');
    await page.getByRole('button', { name: 'Rules' }).focus();
    await page.keyboard.press('Tab');
    const focused = (): Promise<string | null> =>
      page.evaluate(() => document.activeElement!.getAttribute('aria-label'));
    expect(await focused()).toMatch(/^[A-I]\d, (white|black) (tzaar|tzarra|tott), height 1$/);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('n');
    expect(await focused()).toMatch(/white/);
    await page.keyboard.press('Enter');
    expect(await page.locator('.point[aria-pressed=true]').count()).toBe(1);
    await page.keyboard.press('Escape');
    expect(await page.locator('.point[aria-pressed=true]').count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.keyboard.press('n');
    expect(await focused()).toMatch(/^capture /);
    await page.keyboard.press('Enter');
    expect(await movesPlayed(page)).toHaveLength(1);
    const heard = await page.locator('[aria-live=polite]').textContent();
    expect(heard).toMatch(
      /^White captures the \w+ on \w\d with the \w+ from \w\d\. Black to move, step 1 of 2: capture\.$/,
    );
    await page.close();
  });
});
