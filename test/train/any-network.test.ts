import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomBelow, randomStream } from '../../env/index.ts';
import { HEADS } from '../../models/index.ts';
import { flattenSettings } from '../../train/index.ts';
import { lackingBrowser } from '../support/browser.ts';
import { tzaar } from '../support/cli.ts';
import { isOver, PlayPages, untilPersonActs } from '../support/play-page.ts';
import { PROGRAM } from '../support/program.ts';
import { contents, folder, smokeExperiment, trainAll } from '../support/runs.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** A size that no preset has, along rays, with every head there is, and PUCT with noise in self-play: all of it by settings. */
const LAYER = {
  iterations: 2,
  network: {
    architecture: 'ray',
    channels: 48,
    layers: 8,
    auxiliaryHeads: HEADS.names.filter((name) => name !== 'policy' && name !== 'value'),
  },
  selfPlay: { gamesPerIteration: 4, gamesPerJob: 2, search: { rule: 'puct', noiseShare: 0.25 } },
  evaluation: { every: 0 },
};
const SET = [
  ...Object.entries(flattenSettings({ ...LAYER, network: { ...LAYER.network, auxiliaryHeads: 'all' } })),
].flatMap(([key, value]) => ['--set', `${key}=${value}`]);

describe('a network of any size with all heads', () => {
  const whole = folder();
  const released = join(folder(), 'released');

  test('trains with PUCT and noise, and every head learns', async () => {
    const reports = await trainAll(whole, undefined, undefined, 2, smokeExperiment(LAYER));
    const losses = reports.flatMap((report) => (report.type === 'learnt' ? [report.losses] : []));
    expect(Object.keys(losses[0]).toSorted()).toEqual(['total', ...HEADS.names].toSorted());
    for (const loss of losses) for (const value of Object.values(loss)) expect(Number.isFinite(value)).toBe(true);
  });

  test('goes on after SIGKILL, and ends as one that was never killed, bit for bit', async () => {
    const killed = join(folder(), 'run');
    const rng = randomStream('kills of any network');
    const fileCount = (): number =>
      ['games', 'shards', 'checkpoints'].reduce((sum, part) => {
        const path = join(killed, part);
        return sum + (existsSync(path) ? readdirSync(path).length : 0);
      }, 0);
    for (let kills = 0; kills < 4; kills++) {
      const args = existsSync(join(killed, 'config.json'))
        ? ['--resume', killed]
        : ['--preset', 'smoke', '--out', killed, ...SET];
      const child = spawn(process.execPath, [...PROGRAM, 'train', '--threads', '1', ...args], {
        cwd: ROOT,
        stdio: 'ignore',
      });
      const ended = new Promise((done) => child.once('exit', (_, signal) => done(signal)));
      const enough = fileCount() + 1 + randomBelow(rng, 3);
      while (child.exitCode === null && fileCount() < enough) await new Promise((done) => setTimeout(done, 1));
      child.kill('SIGKILL');
      await ended;
    }
    await trainAll(killed);
    expect(contents(killed)).toEqual(contents(whole));
  });

  test('is exported without the auxiliary heads, and plays a match', () => {
    const exported = tzaar(['export', whole, '--out', released, '--json']);
    expect([exported.err, exported.code]).toEqual(['', 0]);
    const { network } = JSON.parse(readFileSync(join(released, 'manifest.json'), 'utf8'));
    expect(network).toEqual({ architecture: 'ray', channels: 48, layers: 8, auxiliaryHeads: [] });
    const match = tzaar(['match', `zero:model=${released},sims=4`, 'random', '--games', '2', '--json']);
    expect(JSON.parse(match.out)).toMatchObject({ games: 2, forfeits: 0 });
  });

  describe.skipIf(lackingBrowser())('in the browser', () => {
    let pages: PlayPages;
    beforeAll(async () => {
      pages = await PlayPages.start({ model: released });
    });
    afterAll(() => pages?.stop());

    test('answers a move on the play page', async () => {
      const page = await pages.open('#start=fixed&you=black&level=net-16');
      await page.locator('.network', { hasText: 'ray 48 × 8' }).waitFor();
      await untilPersonActs(page);
      expect(await isOver(page)).toBe(false);
      expect(pages.errors).toEqual([]);
      await page.close();
    });
  });
});
