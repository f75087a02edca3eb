import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { InvalidInput } from '../../../env/index.ts';
import { checkReplaceable, writeFolder } from '../../../train/export/release-folder.ts';

/** Paths that the system refuses: root, who may run the tests, is allowed everything. */
const refused = vi.hoisted(() => ({ reading: '', removing: /^$/ }));

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const failure = (code: string): Error => Object.assign(new Error(code), { code });
  return {
    ...fs,
    readdirSync: (path: string) => {
      if (path === refused.reading) throw failure('EACCES');
      return fs.readdirSync(path);
    },
    rmSync: (path: string, options: object) => {
      if (refused.removing.test(path)) throw failure('EPERM');
      fs.rmSync(path, options);
    },
  };
});

afterEach(() => Object.assign(refused, { reading: '', removing: /^$/ }));

const scratch = (): string => mkdtempSync(join(tmpdir(), 'tzaar-folder-'));

/** As much of a released model as is needed to be replaced. */
const manifest = (...names: readonly string[]): string =>
  JSON.stringify({ format: 'tzaar-release', files: names.map((name) => ({ name })) });

const writeOld = (out: string): void => {
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'manifest.json'), manifest());
};

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const NEW = new Map([
  ['a.txt', encode('new')],
  ['manifest.json', encode(manifest('a.txt'))],
]);
const passes = async (): Promise<void> => {};

test('a folder that cannot be looked into is refused in a sentence, before and while writing', async () => {
  const out = join(scratch(), 'model');
  mkdirSync(out);
  refused.reading = out;
  const says = `invalid folder "${out}": it cannot be read: it is not allowed; give another --out`;
  expect(() => checkReplaceable(out)).toThrow(InvalidInput);
  expect(() => checkReplaceable(out)).toThrow(says);
  await expect(writeFolder(out, NEW, passes)).rejects.toThrow(says);
});

test.each(['a.partial-x', '.b.1.partial', 'c.replaced'])(
  'a release is replaced below a folder named %s',
  async (name) => {
    const out = join(scratch(), name, 'model');
    writeOld(out);
    await writeFolder(out, NEW, passes);
    expect(readdirSync(dirname(out))).toEqual(['model']);
    expect(readFileSync(join(out, 'a.txt'), 'utf8')).toBe('new');
  },
);

test('an export is finished even if the old release cannot be removed, and the next ones are not held up', async () => {
  const out = join(scratch(), 'model');
  const [own, others] = [process.pid, 999_999_999].map((pid) => join(dirname(out), `.model.${pid}.replaced`));
  writeOld(out);
  refused.removing = /\.replaced$/;
  await writeFolder(out, NEW, passes);
  expect(readFileSync(join(out, 'a.txt'), 'utf8')).toBe('new');
  renameSync(own, others); // as if that process had ended
  await writeFolder(out, NEW, passes);
  expect(readdirSync(dirname(out))).toHaveLength(3);
  refused.removing = /^$/;
  await writeFolder(out, NEW, passes);
  expect(readdirSync(dirname(out))).toEqual(['model']);
});
