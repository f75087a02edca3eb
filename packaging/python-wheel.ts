/**
 * `npm run python:wheel`: a wheel of the Python package that carries the built program with what it needs from npm, so that Node is
 * all that must be there besides. Without onnxruntime-node, which alone is 288 MB: networks then run on TensorFlow.js.
 *
 *     npm run python:wheel -- [--out FOLDER]
 *
 * `TZAAR_PACKAGE` names a package that `npm run pack` has made; without it one is made.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PYTHON = join(ROOT, 'python');

const run = (program: string, words: readonly string[], folder: string): string =>
  execFileSync(program, words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 2] }).trim();

/** The package as npm installs it, its dependencies inside it, where Python's package has its program. */
const carryProgram = (folder: string): void => {
  const file = process.env.TZAAR_PACKAGE ?? run('npm', ['run', '-s', 'pack', '--', '--out', folder], ROOT);
  run(
    'npm',
    ['install', '--silent', '--no-save', '--ignore-scripts', '--omit=optional', '--prefix', folder, file],
    folder,
  );
  const modules = join(folder, 'node_modules');
  const program = join(folder, 'python', 'src', 'tzaar_zero', 'program');
  cpSync(join(modules, 'tzaar-zero'), program, { recursive: true });
  for (const name of readdirSync(modules).filter((each) => each !== 'tzaar-zero' && !each.startsWith('.')))
    cpSync(join(modules, name), join(program, 'node_modules', name), { recursive: true });
};

const { values } = parseArgs({ options: { out: { type: 'string', default: join(PYTHON, 'dist') } } });
const out = resolve(values.out);
const folder = mkdtempSync(join(tmpdir(), 'tzaar-wheel-'));
try {
  for (const name of ['pyproject.toml', 'src'])
    cpSync(join(PYTHON, name), join(folder, 'python', name), { recursive: true });
  carryProgram(folder);
  const pip = ['-m', 'pip', 'wheel', '--quiet', '--no-deps', '--no-build-isolation', '--wheel-dir', out, '.'];
  run(join(PYTHON, '.venv', 'bin', 'python'), pip, join(folder, 'python'));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const name of readdirSync(out).filter((each) => each.endsWith('.whl')))
  process.stdout.write(`${join(out, name)}\n`);
