/**
 * `npm run pack`: builds program and pages and packs them. Plain `npm pack` would leave both out: `.npmrc` forbids scripts, and with
 * them the one that builds; so it is made to refuse (`pack-destination` there). The package's own package.json lacks what only
 * a clone needs, and `private`, which keeps `npm publish` from publishing a clone.
 *
 *     npm run pack -- [--out FOLDER] [--check]
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** What it prints goes to stderr, if anywhere: stdout is for the path of the package. */
const run = (program: string, words: readonly string[], folder: string, shown: 'ignore' | 2 = 'ignore'): void => {
  execFileSync(program, words, { cwd: folder, stdio: ['ignore', shown, 2] });
};

/** Lays out what the package holds. Examples import the package where those of the clone import its sources. */
const stage = (folder: string): void => {
  const facts = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  for (const name of facts.files) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  const examples = join(folder, 'examples');
  for (const name of readdirSync(examples).filter((file) => file.endsWith('.ts'))) {
    const text = readFileSync(join(examples, name), 'utf8');
    writeFileSync(join(examples, name), text.replaceAll(/'\.\.\/(\w+)\/index\.ts'/g, `'${facts.name}/$1'`));
  }
  const { private: _private, scripts: _scripts, devDependencies: _development, overrides: _overrides, ...own } = facts;
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(own, null, 2)}\n`);
};

/** Returns the path of the package's file. */
const pack = (out: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'tzaar-pack-'));
  try {
    for (const script of ['build', 'build:web']) run('npm', ['run', '-s', script], ROOT);
    stage(folder);
    mkdirSync(out, { recursive: true });
    run('npm', ['pack', '--silent', '--pack-destination', out], folder);
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return join(out, `${name}-${version}.tgz`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const { values } = parseArgs({ options: { out: { type: 'string' }, check: { type: 'boolean' } } });
const file = pack(resolve(values.out ?? ROOT));
process.stdout.write(`${file}\n`);
if (values.check) {
  run('npx', ['publint', 'run', file, '--strict'], ROOT, 2);
  run('npx', ['attw', file, '--profile', 'esm-only'], ROOT, 2);
}
