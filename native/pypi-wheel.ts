/**
 * Builds tfjs-node's addon against the C library and headers inside the official TensorFlow wheel. Linux x64 only. Wheels
 * before 2.13 keep the C library in a Python module that does not load outside Python; this one has it on its own, and
 * the addon of tfjs-node 4.22, made for 2.9, compiles and runs with it.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export const WHEEL = 'tensorflow-cpu==2.15.1';
const WHEEL_SHA256 = '54660c074d7241a503e81edfd9f5ef5af88f64051b72e2945f26318c790f2d26';
const WHEEL_FOR = ['--implementation', 'cp', '--python-version', '3.11', '--platform', 'manylinux2014_x86_64'];

const TOOLS = [
  ['python3', '-m', 'pip', '--version'],
  ['make', '--version'],
  ['g++', '--version'],
] as const;

/** What stands in the way of the build, or `null`. */
export const canBuild = (): string | null => {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return `it is for Linux x64, not ${process.platform} ${process.arch}`;
  const missing = TOOLS.filter(([tool, ...words]) => spawnSync(tool, words, { stdio: 'ignore' }).status !== 0);
  return missing.length === 0 ? null : `it needs ${missing.map(([tool, , word]) => word ?? tool).join(' and ')}`;
};

export const buildAgainstWheel = (copy: string, say: (line: string) => void): void => {
  const work = mkdtempSync(join(tmpdir(), 'tzaar-native-'));
  try {
    say(`  downloading ${WHEEL} with pip, about 200 MB, and checking its SHA-256`);
    const wheel = downloadWheel(work);
    say('  unpacking its C library and headers');
    unpack(wheel, work, join(copy, 'deps'));
    say('  compiling the addon');
    compile(copy);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
};

const downloadWheel = (work: string): string => {
  const wanted = join(work, 'wanted.txt');
  writeFileSync(wanted, `${WHEEL} --hash=sha256:${WHEEL_SHA256}\n`);
  const words = ['download', '--quiet', '--no-deps', '--only-binary=:all:', '--require-hashes', ...WHEEL_FOR];
  run('python3', ['-m', 'pip', ...words, '--dest', work, '--requirement', wanted]);
  const wheel = readdirSync(work).find((name) => name.endsWith('.whl'));
  if (wheel === undefined) throw new Error(`pip brought no wheel of ${WHEEL}`);
  return join(work, wheel);
};

/** A wheel is a zip file; of its two gigabytes we want two libraries and the headers. */
const UNPACK = `
import sys, zipfile
wheel = zipfile.ZipFile(sys.argv[1])
parts = ('tensorflow/libtensorflow', 'tensorflow/include/tensorflow/', 'tensorflow/include/tsl/')
wheel.extractall(sys.argv[2], [name for name in wheel.namelist() if name.startswith(parts)])
`;

const unpack = (wheel: string, work: string, deps: string): void => {
  run('python3', ['-c', UNPACK, wheel, work]);
  const tensorflow = join(work, 'tensorflow');
  mkdirSync(join(deps, 'lib'), { recursive: true });
  move(join(tensorflow, 'include'), join(deps, 'include'));
  // The addon asks the linker for these two names; which files they are it learns from the files.
  for (const [name, file] of [
    ['libtensorflow.so', 'libtensorflow_cc.so.2'],
    ['libtensorflow_framework.so', 'libtensorflow_framework.so.2'],
  ]) {
    move(join(tensorflow, file), join(deps, 'lib', file));
    symlinkSync(file, join(deps, 'lib', name));
  }
};

/** Across file systems too. */
const move = (from: string, to: string): void => {
  try {
    renameSync(from, to);
  } catch {
    run('cp', ['-r', from, to]);
  }
};

/** Where Node's headers lie beside it they are used; otherwise node-gyp downloads them. */
const compile = (copy: string): void => {
  const prefix = join(dirname(process.execPath), '..');
  const headers = existsSync(join(prefix, 'include', 'node', 'node_api.h')) ? { npm_config_nodedir: prefix } : {};
  run('npm', ['run', 'build-addon-from-source', '--silent'], { cwd: copy, env: { ...process.env, ...headers } });
};

const run = (
  program: string,
  words: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): void => {
  try {
    execFileSync(program, words, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (error) {
    const said = String((error as { stderr?: Buffer }).stderr ?? '')
      .trim()
      .split('\n');
    const problem = said.findLast((line) => /error/i.test(line)) ?? said.at(-1);
    throw new Error(`${program} ${words[0]} ${words[1] ?? ''} said: ${problem}`, { cause: error });
  }
};
