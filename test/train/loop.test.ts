import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseRecord, randomBelow, randomStream, replayRecord } from '../../env/index.ts';
import { readNetwork } from '../../models/node/index.ts';
import { createRun, decodeShard, flattenSettings, peekState } from '../../train/index.ts';
import { PROGRAM } from '../support/program.ts';
import { contents, EXPERIMENT, folder, SHORT, trainAll } from '../support/runs.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const whole = folder();
const reports = await trainAll(whole);

describe('a run', () => {
  test('reports every stage of every iteration in its order', () => {
    const stages = reports.map(({ type, iteration }) => `${iteration} ${type}`);
    expect(stages[0]).toBe('0 begun');
    for (const iteration of [1, 2, 3]) {
      const own = stages.filter((stage) => stage.startsWith(`${iteration} `)).map((stage) => stage.slice(2));
      expect(own.slice(0, 3)).toEqual(['played', 'played', 'played']);
      expect(own.slice(-2)).toEqual(['diagnosed', 'saved']);
      expect(own.slice(3, -2).every((stage) => stage === 'learnt')).toBe(true);
    }
  });

  test('leaves games that replay, shards that read, networks that open, and a state that counts them', async () => {
    const games = readdirSync(join(whole, 'games')).flatMap((name) =>
      readFileSync(join(whole, 'games', name), 'utf8')
        .trim()
        .split('\n'),
    );
    expect(games).toHaveLength(18);
    for (const line of games) expect(() => replayRecord(parseRecord(line))).not.toThrow();
    const state = peekState({ path: whole });
    const rows = state.shards.map(
      (name) => decodeShard(readFileSync(join(whole, 'shards', `${name}.npz`)), name, EXPERIMENT.heads).count,
    );
    expect(state).toMatchObject({ iteration: 3, games: 18, samples: rows.reduce((sum, count) => sum + count, 0) });
    for (const name of ['000000', '000003'])
      await expect(readNetwork(join(whole, 'checkpoints', `${name}.network`))).resolves.toBeDefined();
  });

  test('learns: weights change and losses are finite', async () => {
    const [first, last] = await Promise.all(
      ['000000', '000003'].map((name) => readNetwork(join(whole, 'checkpoints', `${name}.network`))),
    );
    expect(last.weights).not.toEqual(first.weights);
    for (const report of reports) if (report.type === 'learnt') expect(Number.isFinite(report.losses.total)).toBe(true);
  });

  test('is diagnosed: how sure the policies are, whether chances come true, how old the samples are', () => {
    const found = reports.flatMap((report) => (report.type === 'diagnosed' ? [report.diagnostics] : []));
    expect(found.map(({ age }) => age.most)).toEqual([0, 1, 2]);
    for (const { positions, policyEntropy, targetEntropy, calibration, age } of found) {
      expect(age.mean).toBeLessThanOrEqual(age.most);
      expect(policyEntropy).toBeGreaterThan(0);
      expect(policyEntropy).toBeLessThan(Math.log(541));
      expect(targetEntropy).toBeGreaterThanOrEqual(0);
      expect(targetEntropy).toBeLessThan(Math.log(541));
      expect(calibration.bins.reduce((sum, { count }) => sum + count, 0)).toBe(positions);
      expect(calibration.brier).toBeGreaterThan(0);
      expect(calibration.brier).toBeLessThan(1);
    }
  });

  test('reports the means of an iteration beside each step, and the norm of its gradients', () => {
    const steps = reports.flatMap((report) => (report.type === 'learnt' && report.iteration === 2 ? [report] : []));
    expect(steps.length).toBeGreaterThan(1);
    const mean = steps.reduce((sum, { losses }) => sum + losses.total, 0) / steps.length;
    const { losses, gradientNorm, gradientNormMost } = steps.at(-1)!.means;
    expect(losses.total).toBeCloseTo(mean, 10);
    expect(gradientNorm).toBeGreaterThan(0);
    expect(gradientNormMost).toBeGreaterThanOrEqual(gradientNorm);
  });

  test('with the same seed is the same bit for bit, on two threads too', async () => {
    const again = folder();
    await trainAll(again, undefined, undefined, 2);
    expect(contents(again)).toEqual(contents(whole));
  });

  test('that was left anywhere goes on to the same end', async () => {
    const stopped = folder();
    let seen = 0;
    for (const stopAfter of [2, 3, 9, 4, 12]) {
      await trainAll(stopped, () => ++seen % stopAfter === 0);
    }
    await trainAll(stopped);
    expect(contents(stopped)).toEqual(contents(whole));
  });

  test('that is finished does nothing more when it is resumed', async () => {
    expect((await trainAll(whole)).map(({ type }) => type)).toEqual(['begun']);
  });
});

describe('SIGKILL at ten random moments', () => {
  test('loses nothing and doubles nothing: the run ends as one that was never killed', async () => {
    const killed = folder();
    rmSync(killed, { recursive: true });
    const rng = randomStream('kills');
    const settings = Object.entries(flattenSettings(SHORT)).flatMap(([key, value]) => ['--set', `${key}=${value}`]);
    const start = (args: readonly string[]) =>
      spawn(process.execPath, [...PROGRAM, 'train', '--threads', '1', ...args], {
        cwd: ROOT,
        stdio: 'ignore',
      });
    const fileCount = (): number =>
      ['games', 'shards', 'checkpoints'].reduce((sum, part) => {
        const path = join(killed, part);
        return sum + (existsSync(path) ? readdirSync(path).length : 0);
      }, 0);
    for (let kills = 0; kills < 10; kills++) {
      const child = start(
        existsSync(join(killed, 'config.json'))
          ? ['--resume', killed]
          : ['--preset', 'smoke', '--out', killed, ...settings],
      );
      const signal = new Promise((done) => child.once('exit', (_, how) => done(how)));
      // As soon as one or two more files appear, half-written ones included, and a moment later.
      const enough = fileCount() + 1 + randomBelow(rng, 2);
      while (child.exitCode === null && fileCount() < enough) await new Promise((done) => setTimeout(done, 1));
      await new Promise((done) => setTimeout(done, randomBelow(rng, 20)));
      child.kill('SIGKILL');
      expect(await signal).toBe('SIGKILL');
    }
    await trainAll(killed); // the rest without being disturbed
    expect(contents(killed)).toEqual(contents(whole));
  });
});

test('a new run does not overwrite an old one', () => {
  expect(() => createRun(whole, EXPERIMENT)).toThrow('there is one already; go on with --resume');
});
