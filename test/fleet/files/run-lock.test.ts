import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';
import { InvalidInput } from '../../../env/index.ts';
import { ownProcessId } from '../../../fleet/files/process-id.ts';
import { lockHolder, lockRun } from '../../../fleet/files/run-lock.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'tzaar-lock-'));
const own = ownProcessId();
const GONE = 2 ** 22 + 1; // above every number that Linux gives

/** A lock that somebody left, and how long ago it was touched. */
const leave = (at: string, lock: object | string, silentMs = 0): void => {
  const path = join(at, 'lock.json');
  writeFileSync(path, typeof lock === 'string' ? lock : JSON.stringify(lock));
  const time = new Date(Date.now() - silentMs);
  utimesSync(path, time, time);
};

test('a lock keeps a second process out until it is released', () => {
  const at = folder();
  const lock = lockRun(at);
  expect(() => lockRun(at)).toThrow(`process ${process.pid} on ${hostname()} is training it; stop that first`);
  expect(lockHolder(at)).toEqual({ pid: process.pid, host: hostname() });
  lock.release();
  expect(lockHolder(at)).toBeNull();
  lockRun(at).release();
  expect(readdirSync(at)).toEqual([]);
});

describe('a lock that does not count is taken over, and nothing of it stays', () => {
  test.each([
    { name: 'of a process that is gone', lock: { ...own, pid: GONE, token: 'a' } },
    { name: 'of an older program, gone', lock: { pid: GONE, host: hostname() } },
    { name: 'half written', lock: '{"pid":' },
    { name: 'empty', lock: '' },
    {
      name: 'of a container that was started anew: the same number and host',
      lock: { ...own, started: '1', token: 'a' },
    },
    { name: 'the same of an older program', lock: { pid: process.pid, host: hostname() } },
    { name: 'of a number that is used again', lock: { ...own, pid: process.ppid, started: '1', token: 'a' } },
    {
      name: 'of this machine under another name',
      lock: { ...own, host: 'before', pid: GONE, token: 'a' },
    },
    {
      name: 'of this machine before it was started anew',
      lock: { ...own, boot: 'before', token: 'a' },
      silentMs: 60_000,
    },
    {
      name: 'of another container of this name, silent',
      lock: { ...own, namespace: 'pid:[1]', token: 'a' },
      silentMs: 60_000,
    },
    { name: 'of another machine, silent', lock: { ...own, host: 'elsewhere', boot: 'b', token: 'a' }, silentMs: 1e6 },
  ])('$name', ({ lock, silentMs }) => {
    const at = folder();
    leave(at, lock, silentMs);
    expect(lockHolder(at)).toBeNull();
    const taken = lockRun(at);
    expect(readdirSync(at)).toEqual(['lock.json']);
    expect(lockHolder(at)).toEqual({ pid: process.pid, host: hostname() });
    taken.release();
    expect(readdirSync(at)).toEqual([]);
  });
});

describe('a lock that may count is not touched, and the sentence says which file to remove', () => {
  test.each([
    { name: 'of another machine', lock: { ...own, host: 'elsewhere', boot: 'b', token: 'a' }, silentMs: 60_000 },
    { name: 'of an older program on another machine', lock: { pid: 1, host: 'elsewhere' }, silentMs: 1e9 },
    { name: 'of another container', lock: { ...own, namespace: 'pid:[1]', token: 'a' } },
    { name: 'of a process that runs', lock: { ...own, pid: process.ppid, started: null, token: 'a' } },
  ])('$name', ({ lock, silentMs }) => {
    const at = folder();
    leave(at, lock, silentMs);
    const before = readFileSync(join(at, 'lock.json'), 'utf8');
    expect(() => lockRun(at)).toThrow(InvalidInput);
    expect(() => lockRun(at)).toThrow(`process ${lock.pid} on ${lock.host} is training it`);
    expect(() => lockRun(at)).toThrow(`remove ${join(at, 'lock.json')}`);
    expect(readdirSync(at)).toEqual(['lock.json']);
    expect(readFileSync(join(at, 'lock.json'), 'utf8')).toBe(before);
  });
});

test('whoever died while it took over a lock is taken over in turn', () => {
  const at = folder();
  leave(at, { ...own, pid: GONE, token: 'first' });
  writeFileSync(join(at, 'lock.json.after-first'), JSON.stringify({ ...own, pid: GONE, token: 'second' }));
  writeFileSync(join(at, 'lock.json.after-second'), JSON.stringify({ ...own, pid: GONE, token: 'third' }));
  writeFileSync(join(at, 'lock.json.third'), JSON.stringify({ ...own, pid: GONE, token: 'third' }));
  lockRun(at).release();
  expect(readdirSync(at)).toEqual([]);
});

describe('what goes wrong is told in a sentence', () => {
  test('a folder that takes no files', () => {
    const at = folder();
    expect(() => lockRun(join(at, 'gone'))).toThrow('its folder is gone');
    writeFileSync(join(at, 'file'), '');
    expect(() => lockRun(join(at, 'file'))).toThrow(InvalidInput);
    mkdirSync(join(at, 'lock.json'));
    expect(() => lockRun(at)).toThrow(InvalidInput);
    expect(readdirSync(at)).toEqual(['file', 'lock.json']);
  });

  test.skipIf(process.getuid?.() === 0)('a folder that may not be written to', () => {
    const at = folder();
    chmodSync(at, 0o500);
    expect(() => lockRun(at)).toThrow(`its lock ${join(at, 'lock.json')} cannot be written: it is not allowed`);
  });

  test.each([
    { name: 'vanishes', change: (at: string) => rmSync(join(at, 'lock.json')) },
    { name: 'vanishes with its folder', change: (at: string) => rmSync(at, { recursive: true }) },
    { name: 'is taken by another', change: (at: string) => leave(at, { ...own, pid: 1, token: 'theirs' }) },
  ])('a lock that $name is lost, which its holder hears', async ({ change }) => {
    const at = folder();
    const lock = lockRun(at, undefined, 5);
    change(at);
    if (!lock.lost.aborted) await once(lock.lost, 'abort');
    expect(lock.lost.reason).toBeInstanceOf(InvalidInput);
    expect(lock.lost.reason.message).toContain("is gone or another process's");
    const left = (): string[] => (existsSync(at) ? readdirSync(at) : []);
    const before = left();
    lock.release();
    expect(left()).toEqual(before); // another's lock is not released
  });
});

const ROOT = resolve(import.meta.dirname, '../../..');

/** A process that does as `locker.ts` says; `ask` gives its answer to a word. */
const startLocker = async (at: string): Promise<{ child: ChildProcess; ask(word: string): Promise<string> }> => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'test/fleet/files/locker.ts', at], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  await lines.next(); // ready
  const ask = async (word: string): Promise<string> => {
    child.stdin!.write(`${word}\n`);
    return (await lines.next()).value as string;
  };
  return { child, ask };
};

test('of four processes that meet a dead lock one takes it, round after round', async () => {
  const at = folder();
  const lockers = await Promise.all(Array.from({ length: 4 }, () => startLocker(at)));
  const takers: number[] = [];
  for (let round = 0; round < 300; round++) {
    leave(at, { ...own, pid: GONE, token: `dead-${round}` });
    const answers = await Promise.all(lockers.map(({ ask }) => ask('take')));
    takers.push(answers.filter((answer) => answer === 'taken').length);
    for (const answer of answers) expect(answer).toMatch(/^taken$|^refused InvalidInput .* is training it/);
    await Promise.all(lockers.map(({ ask }) => ask('release')));
  }
  expect(new Set(takers)).toEqual(new Set([1]));
  expect(readdirSync(at)).toEqual([]);
  for (const { child } of lockers) child.stdin!.write('end\n');
});
