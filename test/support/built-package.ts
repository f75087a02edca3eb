/** The package as a front end gets it: built, packed, and unpacked into the node_modules of an empty project. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** What packing starts from. Built files are not among it: packing makes them. */
const SOURCES = [
  ...['env', 'models', 'agents', 'fleet', 'arena', 'train', 'cli', 'web'],
  ...['package.json', 'tsconfig.json', 'tsconfig.build.json', 'vite.config.ts'],
  ...['README.md', 'LICENSE', 'CHANGELOG.md'],
];

/** Makes the project and returns its folder. Packages that ours depends on are borrowed from this clone. */
export const installBuiltPackage = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'tzaar-package-'));
  const [clone, project] = [join(folder, 'clone'), join(folder, 'project')];
  for (const name of SOURCES) cpSync(join(ROOT, name), join(clone, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'), 'dir');
  const pack = ['pack', '--silent', '--ignore-scripts=false', '--pack-destination', folder]; // the script is ours
  execFileSync('npm', pack, { cwd: clone, stdio: 'ignore' });
  const { version, dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const modules = join(project, 'node_modules');
  mkdirSync(join(modules, 'tzaar-zero'), { recursive: true });
  const tarball = join(folder, `tzaar-zero-${version}.tgz`);
  execFileSync('tar', ['-xzf', tarball, '-C', join(modules, 'tzaar-zero'), '--strip-components=1']);
  for (const name of Object.keys(dependencies)) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name), 'dir');
  }
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  return project;
};
