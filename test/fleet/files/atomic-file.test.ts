import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { InvalidInput } from '../../../env/index.ts';
import { removePartialFiles, writeAtomic } from '../../../fleet/files/atomic-file.ts';

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
