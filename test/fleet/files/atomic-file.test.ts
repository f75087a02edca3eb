import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { InvalidInput } from '../../../env/index.ts';
import { removePartialFiles, writeAtomic } from '../../../fleet/files/atomic-file.ts';
import { lockRun } from '../../../fleet/files/run-lock.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'tzaar-files-'));

describe('an atomic file', () => {
  test('is replaced whole, and leaves nothing else behind', () => {
    const at = folder();
    writeAtomic(join(at, 'a.txt'), 'old');
    writeAtomic(
      join(at, 'a.txt'),
      Uint8Array.from({ length: 300_000 }, (_, index) => index),
    );
    expect(readFileSync(join(at, 'a.txt')).length).toBe(300_000);
    expect(readdirSync(at)).toEqual(['a.txt']);
  });

  test('that cannot be written says so, and the old one stays', () => {
    const at = folder();
    mkdirSync(join(at, 'taken'));
    writeFileSync(join(at, 'taken', 'inside'), '');
    expect(() => writeAtomic(join(at, 'taken'), 'x')).toThrow(InvalidInput);
    expect(() => writeAtomic(join(at, 'none', 'x'), 'x')).toThrow('cannot be written: its folder is gone');
    expect(readdirSync(at)).toEqual(['taken']);
  });

  test('what a killed run was writing is removed, nothing else', () => {
    const at = folder();
    for (const name of ['.a.txt.123.partial', 'a.txt', 'b.partial']) writeFileSync(join(at, name), '');
    expect(removePartialFiles(at)).toEqual(['.a.txt.123.partial']);
    expect(readdirSync(at)).toEqual(['a.txt', 'b.partial']);
  });
});

describe('a lock', () => {
  test('keeps a second trainer out until it is released', () => {
    const at = folder();
    const lock = lockRun(at);
    expect(() => lockRun(at)).toThrow(`process ${process.pid} on `);
    lock.release();
    lockRun(at).release();
    expect(readdirSync(at)).toEqual([]);
  });

  test('of a process that is gone, or half written, does not count', () => {
    const at = folder();
    for (const left of [JSON.stringify({ pid: 2 ** 22 + 1, host: hostname() }), '{"pid":']) {
      writeFileSync(join(at, 'lock.json'), left);
      lockRun(at).release();
    }
  });

  test('of another machine counts', () => {
    const at = folder();
    writeFileSync(join(at, 'lock.json'), JSON.stringify({ pid: 1, host: 'elsewhere' }));
    expect(() => lockRun(at)).toThrow('process 1 on elsewhere is training it');
  });
});
