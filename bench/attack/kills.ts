/** A run that is killed at chosen moments must end in the same files as one that was left alone. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Rng, randomBelow } from '../../env/index.ts';
import { contents, folder, trainAll } from '../../test/support/runs.ts';

const ROOT = resolve(import.meta.dirname, '../..');

type Ended = { readonly signal: NodeJS.Signals | null; readonly calls: number };

/** Trains until it is killed: by itself at its `killAt`th dangerous call, or from outside after so long. */
const trainUntilKilled = async (path: string, killAt: number, afterMs?: number): Promise<Ended> => {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', join('bench', 'attack', 'killed-trainer.ts'), path, String(killAt)],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  const stop = new AbortController();
  if (afterMs !== undefined)
    sleep(afterMs, undefined, { signal: stop.signal }).then(
      () => child.kill('SIGKILL'),
      () => {}, // it was quicker
    );
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  stop.abort();
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`a run that was killed before ended with code ${code}`);
  return { signal, calls: Number(out) };
};

export type Killed = {
  readonly kills: number;
  readonly isSame: boolean;
  /** Files of no use that are still there at the end. */
  readonly leftovers: readonly string[];
};

const LEFTOVER = /\.partial$|^lock\.json/;

const finish = async (path: string, kills: number): Promise<Killed> => {
  const whole = folder();
  await trainAll(whole);
  await trainUntilKilled(path, 0);
  return {
    kills,
    isSame: JSON.stringify(contents(path)) === JSON.stringify(contents(whole)),
    leftovers: readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => LEFTOVER.test(name)),
  };
};

/** One run, killed at its first dangerous call, gone on with, killed at the second of what is left, and so on with a stride. */
export const killAtCalls = async (most: number, stride: number): Promise<Killed> => {
  const path = folder();
  let kills = 0;
  for (let killAt = 1; kills < most; killAt += stride) {
    const { signal } = await trainUntilKilled(path, killAt);
    if (signal === null) break;
    kills++;
  }
  return finish(path, kills);
};

/** One run, killed again and again at random moments within so long of its start. */
export const killAtRandom = async (most: number, withinMs: number, rng: Rng): Promise<Killed> => {
  const path = folder();
  let kills = 0;
  for (; kills < most; kills++)
    if ((await trainUntilKilled(path, 0, randomBelow(rng, withinMs))).signal === null) break;
  return finish(path, kills);
};
