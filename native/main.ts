/**
 * `npm run native`: gives tfjs its native backend, TensorFlow's own kernels. The package tfjs-node downloads TensorFlow
 * from a bucket of Google's when it is installed; where that cannot be reached, its addon is built here against the C
 * library of the official PyPI wheel. Everything happens in a copy, which takes the package's place only when it has
 * trained a network; an install that worked keeps working. `-- --check` only reports.
 */
import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isReachable, runOwnInstall } from './own-download.ts';
import { prove } from './prove.ts';
import { buildAgainstWheel, canBuild, WHEEL } from './pypi-wheel.ts';

const PACKAGE = fileURLToPath(new URL('../node_modules/@tensorflow/tfjs-node', import.meta.url));
const COPY = join(dirname(PACKAGE), '.tfjs-node-in-the-making');
const BEFORE = join(dirname(PACKAGE), '.tfjs-node-before');

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const main = async (): Promise<number> => {
  if (!existsSync(PACKAGE)) {
    say('native: no; @tensorflow/tfjs-node is not installed: run npm ci without --omit=optional');
    return 1;
  }
  const now = prove();
  say(now.works ? `native: yes; ${now.says}` : `native: no; ${now.says}`);
  if (now.works) return 0;
  if (process.argv.includes('--check')) return 1;
  return install();
};

const install = async (): Promise<number> => {
  const { binary } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
  const ways = [
    { name: 'its own download', obstacle: await isReachable(binary.host), run: runOwnInstall },
    { name: `a build against ${WHEEL}`, obstacle: canBuild(), run: buildAgainstWheel },
  ];
  for (const { name, obstacle, run } of ways) {
    if (obstacle !== null) {
      say(`${name}: not possible, ${obstacle}`);
      continue;
    }
    say(`${name}: trying`);
    try {
      freshCopy();
      run(COPY, say);
      const result = exchange();
      say(`${name}: ${result.works ? 'works' : 'does not work'}, ${result.says}`);
      if (result.works) return 0;
    } catch (error) {
      say(`${name}: failed, ${(error as Error).message.split('\n')[0]}`);
    } finally {
      rmSync(COPY, { recursive: true, force: true });
    }
  }
  say('native: no; everything else works as before, tfjs on wasm');
  return 1;
};

const freshCopy = (): void => {
  rmSync(COPY, { recursive: true, force: true });
  cpSync(PACKAGE, COPY, { recursive: true });
  for (const made of ['deps', 'lib', 'build']) rmSync(join(COPY, made), { recursive: true, force: true });
};

/** Puts the copy in the package's place; if it cannot train there, the package comes back. */
const exchange = (): ReturnType<typeof prove> => {
  rmSync(BEFORE, { recursive: true, force: true });
  renameSync(PACKAGE, BEFORE);
  renameSync(COPY, PACKAGE);
  const result = prove();
  if (!result.works) {
    rmSync(PACKAGE, { recursive: true, force: true });
    renameSync(BEFORE, PACKAGE);
  }
  rmSync(BEFORE, { recursive: true, force: true });
  return result;
};

process.exitCode = await main();
