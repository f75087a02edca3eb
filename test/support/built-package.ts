/** The package as a front end gets it: built, packed, and unpacked into the node_modules of an empty project. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** Makes the project and returns its folder. Packages that ours depends on are borrowed from this clone. */
export const installBuiltPackage = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'tzaar-package-'));
  const [built, project] = [join(folder, 'built'), join(folder, 'project')];
  mkdirSync(built);
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--outDir', join(built, 'dist')], { cwd: ROOT });
  for (const name of ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md'])
    cpSync(join(ROOT, name), join(built, name));
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: built, stdio: 'ignore' });
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
