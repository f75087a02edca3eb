/** The package as others get it: built, packed, and unpacked into the node_modules of an empty project. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** What packing starts from. Built files are not among it: packing makes them. */
const SOURCES = [
  ...['env', 'models', 'agents', 'fleet', 'arena', 'train', 'cli', 'web', 'docs', 'examples', 'packaging'],
  ...['package.json', 'tsconfig.json', 'tsconfig.build.json', 'vite.config.ts', '.npmrc'],
  ...['README.md', 'LICENSE', 'CHANGELOG.md'],
];

/** A copy of this clone without anything built, whose packages are those of this clone; and a folder beside it. */
export const copyClone = (): { readonly clone: string; readonly beside: string } => {
  const beside = mkdtempSync(join(tmpdir(), 'tzaar-package-'));
  const clone = join(beside, 'clone');
  for (const name of SOURCES) cpSync(join(ROOT, name), join(clone, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'), 'dir');
  return { clone, beside };
};

/** The path of the packed package: the one that TZAAR_PACKAGE names, so that CI packs once, or a new one. */
export const packPackage = (): string => {
  const { TZAAR_PACKAGE: packed } = process.env;
  if (packed !== undefined) {
    if (!existsSync(packed)) throw new Error(`TZAAR_PACKAGE names ${packed}, which is not there`);
    return resolve(packed);
  }
  const { clone, beside } = copyClone();
  const words = ['--import', 'tsx', 'packaging/main.ts', '--out', beside];
  return execFileSync(process.execPath, words, { cwd: clone, encoding: 'utf8' }).trim();
};

/** An empty folder for a project that uses the package. */
export const emptyProject = (): string => {
  const project = mkdtempSync(join(tmpdir(), 'tzaar-project-'));
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  return project;
};

/**
 * Makes the project and returns its folder. Packages that ours depends on are borrowed from this clone, the optional ones
 * are not: neither onnxruntime nor native tfjs is there.
 */
export const installBuiltPackage = (): string => {
  const project = emptyProject();
  const own = join(project, 'node_modules', 'tzaar-zero');
  mkdirSync(own, { recursive: true });
  execFileSync('tar', ['-xzf', packPackage(), '-C', own, '--strip-components=1']);
  const { dependencies } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) borrow(project, name);
  return project;
};

/** Makes a package of this clone known to a project. */
export const borrow = (project: string, name: string): void => {
  const place = join(project, 'node_modules', name);
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules', name), place, 'dir');
};
