import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { describe, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'docs/front-ends.md'), 'utf8');

/** The size that the page states after these words, in bytes. */
const stated = (before: string): number => {
  const [, kilobytes] = new RegExp(`${before}about ([\\d.]+) kB`).exec(PAGE) ?? [];
  return Number(kilobytes) * 1000;
};

/** The scripts of a page with these imports, compressed. */
const bundled = async (imports: readonly string[]): Promise<number> => {
  const entry = join(mkdtempSync(join(tmpdir(), 'tzaar-size-')), 'entry.js');
  const names = imports.flatMap((line) => /\{(.*)\}/.exec(line)?.[1].split(',') ?? []);
  writeFileSync(entry, `${imports.join('\n')}\nglobalThis.used = [${names.join()}];`);
  const { output } = (await build({
    root: ROOT,
    configFile: false,
    logLevel: 'silent',
    resolve: { alias: [{ find: /^tzaar-zero\/(.*)$/, replacement: `${ROOT}/$1/index.ts` }] },
    build: { write: false, modulePreload: false, rolldownOptions: { input: entry } },
  })) as Rolldown.RolldownOutput;
  return gzipSync(output.flatMap((each) => (each.type === 'chunk' ? [each.code] : [])).join('\n')).length;
};

const expectAbout = (size: number, claimed: number): void => {
  expect(claimed).toBeGreaterThan(size * 0.9);
  expect(claimed).toBeLessThan(size * 1.1);
};

describe('sizes on the page are within a tenth of what a bundler gives:', () => {
  const imports = Array.from(PAGE.matchAll(/^import \{.*\} from '[^']*';/gm), ([line]) => line);
  const from = (entryPoint: string): string[] => imports.filter((line) => line.includes(`'tzaar-zero/${entryPoint}'`));

  test.each([
    { what: 'rules and notation', lines: from('env'), claimed: stated('rules and notation: ') },
    { what: 'loading and checking', lines: from('models'), claimed: stated('loading and checking: ') },
    { what: 'everything', lines: imports, claimed: stated('with all else ') },
  ])('$what', async ({ lines, claimed }) => {
    expect(lines.length).toBeGreaterThan(0);
    expectAbout(await bundled(lines), claimed);
  });

  test('wasm', () => {
    const file = 'node_modules/@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm';
    expectAbout(gzipSync(readFileSync(join(ROOT, file))).length, stated('and '));
  });

  test('the released model', () => {
    const files = ['manifest.json', 'model.json', 'weights.bin', 'selfcheck.json'];
    const sizes = files.map((name) => statSync(join(ROOT, 'models/released/small-3', name)).size);
    expectAbout(
      sizes.reduce((sum, size) => sum + size, 0),
      stated('`float32` \\| '),
    );
  });
});
