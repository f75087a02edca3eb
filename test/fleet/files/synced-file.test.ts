import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { writeAtomic } from '../../../fleet/files/atomic-file.ts';
import { syncFolder, writeSynced } from '../../../fleet/files/synced-file.ts';

/** How the system refuses to force a folder, or a file, to the disk. */
const refused = vi.hoisted(() => ({ folders: null as string | null, files: null as string | null }));

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return {
    ...fs,
    fsyncSync: (handle: number) => {
      const code = fs.fstatSync(handle).isDirectory() ? refused.folders : refused.files;
      if (code !== null) throw Object.assign(new Error(code), { code });
      fs.fsyncSync(handle);
    },
  };
});

const here = process.platform;
const pretend = (platform: string): void => void Object.defineProperty(process, 'platform', { value: platform });

afterEach(() => {
  pretend(here);
  Object.assign(refused, { folders: null, files: null });
});

const scratch = (): string => mkdtempSync(join(tmpdir(), 'tzaar-synced-'));

describe.each(['EPERM', 'EISDIR', 'EINVAL', 'EACCES'])('where a folder cannot be forced to the disk (%s)', (code) => {
  test('files are written on Windows, which offers no way to', () => {
    const at = scratch();
    pretend('win32');
    refused.folders = code;
    writeAtomic(join(at, 'a.txt'), 'whole');
    expect(readFileSync(join(at, 'a.txt'), 'utf8')).toBe('whole');
    expect(readdirSync(at)).toEqual(['a.txt']);
  });

  test('that is an error anywhere else', () => {
    refused.folders = code;
    pretend('linux');
    expect(() => syncFolder(scratch())).toThrow(code);
  });
});

test('a disk that fails is an error on Windows too, and so is a file that cannot be forced to it', () => {
  const at = scratch();
  pretend('win32');
  refused.folders = 'EIO';
  expect(() => syncFolder(at)).toThrow('EIO');
  refused.files = 'EPERM';
  expect(() => writeSynced(join(at, 'a.txt'), 'x')).toThrow('EPERM');
});
