/** The play page in a real browser: how soon the engine moves, and whether the page stays at hand meanwhile. */
import { lackingBrowser } from '../test/support/browser.ts';
import { PlayPages, pressDuringSearch } from '../test/support/play-page.ts';
import { median } from './statistics.ts';

const TRIES = 5;

export const benchPage = async (): Promise<void> => {
  if (lackingBrowser()) return;
  const pages = await PlayPages.start();
  const firstMoves: number[] = [];
  const longestTasks: number[] = [];
  for (let tried = 0; tried < TRIES; tried++) {
    const page = await pages.open('#start=fixed&you=black&level=net-64');
    await page.locator('.moves li').first().waitFor();
    firstMoves.push(await page.evaluate(() => performance.now())); // since the address was opened
    await page.close();
    const thinking = await pages.open('#start=fixed&moves=D7xE7&you=both');
    await thinking.locator('.candidates tbody tr').first().waitFor();
    longestTasks.push((await pressDuringSearch(thinking)).longestTaskMs);
    await thinking.close();
  }
  await pages.stop();
  print(`first move after the address was opened, 64 simulations: ${inMs(firstMoves)}`);
  print(`longest task of the page during a search: ${inMs(longestTasks)} (0: below the 50 ms that browsers report)`);
};

const inMs = (times: readonly number[]): string =>
  `${Math.round(median(times))} ms (${Math.round(Math.min(...times))} to ${Math.round(Math.max(...times))})`;

const print = (line: string): void => void process.stdout.write(`${line}\n`);
