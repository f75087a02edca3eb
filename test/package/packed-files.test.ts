import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { borrow, copyClone, installBuiltPackage } from '../support/built-package.ts';

const ROOT = resolve(import.meta.dirname, '../..');

let project: string;
let own: string;
beforeAll(() => {
  project = installBuiltPackage();
  own = join(project, 'node_modules/tzaar-zero');
});

test('npm pack in a clone refuses, and names the command that packs', () => {
  const { clone } = copyClone();
  const { status, stderr } = spawnSync('npm', ['pack'], { cwd: clone, encoding: 'utf8' });
  expect(status).not.toBe(0);
  expect(stderr).toContain('use npm run pack');
  expect(readdirSync(clone).filter((name) => name.endsWith('.tgz'))).toEqual([]);
});

test('a clone cannot be published, the package can, and runs no script when it is installed', () => {
  const facts = (folder: string): Record<string, unknown> =>
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  expect(facts(ROOT).private).toBe(true);
  expect(Object.keys(facts(own)).filter((key) => ['private', 'scripts', 'devDependencies'].includes(key))).toEqual([]);
  expect(facts(own).version).toBe(facts(ROOT).version);
});

const pages = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

test.each(pages)('every link of %s leads to a file of the package', (page) => {
  const text = readFileSync(join(own, page), 'utf8');
  const links = Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, link]) => link.split('#')[0]);
  const missing = links.filter(
    (link) => link !== '' && !/^https?:/.test(link) && !existsSync(join(own, dirname(page), link)),
  );
  expect(missing).toEqual([]);
});

describe('for whoever compiles against it, strictly', () => {
  const OPTIONS = {
    target: 'es2023',
    lib: ['es2023', 'dom'],
    module: 'nodenext',
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noEmit: true,
  };

  /** What the compiler says of these files. */
  const complaints = (folder: string, files: Readonly<Record<string, string>>, changed: object = {}): string => {
    const place = join(project, folder);
    mkdirSync(place);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(place, name), text);
    writeFileSync(
      join(place, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...OPTIONS, ...changed }, include: ['*.ts'] }),
    );
    const tsc = [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', place];
    return spawnSync(process.execPath, tsc, { cwd: project, encoding: 'utf8' }).stdout;
  };

  const snippetsOf = (page: string): Record<string, string> => {
    const blocks = Array.from(
      readFileSync(join(own, page), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms),
      ([, text]) => text,
    );
    expect(blocks.length).toBeGreaterThan(0);
    return Object.fromEntries(blocks.map((text, index) => [`${index}.ts`, text]));
  };

  beforeAll(() => borrow(project, '@types/node'));

  test('the types of every entry are whole', () => {
    const { exports } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as { exports: object };
    const entries = Object.keys(exports).filter((entry) => entry !== './package.json');
    const text = entries.map((entry, index) => `export * as e${index} from 'tzaar-zero/${entry.slice(2)}';\n`).join('');
    expect(complaints('entries', { 'all.ts': text })).toBe('');
  });

  test.each(['README.md', 'docs/own-parts.md'])('the programs of %s are right', (page) => {
    expect(complaints(page.replaceAll(/\W/g, '-'), snippetsOf(page))).toBe('');
  });

  test('the examples are right, where an element of an array is taken to be there', () => {
    const folder = join(own, 'examples');
    const names = readdirSync(folder).filter((name) => name.endsWith('.ts'));
    expect(names.length).toBeGreaterThan(5);
    const texts = names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
    expect(complaints('examples', Object.fromEntries(texts), { noUncheckedIndexedAccess: false })).toBe('');
  });
});
