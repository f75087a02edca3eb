import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { emptyProject, packPackage } from '../support/built-package.ts';
import { type Install, installedIn, proveInstall, tzaarOf } from '../support/installed.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** A port where nobody listens: what onnxruntime-node and tfjs-node would fetch cannot be reached. */
const NOWHERE = 'http://127.0.0.1:9';
const UNREACHABLE = {
  GLOBAL_AGENT_HTTP_PROXY: NOWHERE,
  GLOBAL_AGENT_HTTPS_PROXY: NOWHERE,
  TFJS_NODE_CDN_STORAGE: `${NOWHERE}/`,
  TFJS_NODE_BASE_URI: `${NOWHERE}/`,
};

type Row = {
  readonly name: string;
  readonly words: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly engine: 'onnx' | 'tfjs';
};

const PACKED: readonly Row[] = [
  { name: 'packed, without scripts', words: ['--ignore-scripts'], engine: 'onnx' },
  {
    name: 'packed, with scripts, and the host of the engine unreachable',
    words: ['--ignore-scripts=false'],
    env: UNREACHABLE,
    engine: 'tfjs',
  },
  { name: 'packed, without any native package', words: ['--omit=optional'], engine: 'tfjs' },
];

const install = (packed: string, { words, env }: Row): Install => {
  const project = emptyProject();
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline'];
  const { status, stderr } = spawnSync('npm', ['install', packed, ...words, ...quiet], {
    cwd: project,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  return installedIn(project);
};

// Hundreds of megabytes each, from the registry or npm's cache: more than a test of every day should take.
const isAsked = process.env.TZAAR_INSTALLS !== undefined;
if (!isAsked) process.stderr.write('skipped: installs are tried with TZAAR_INSTALLS=1\n');

describe.skipIf(!isAsked)('every install trains, plays a match and analyses', () => {
  const installs = new Map<Row['engine'], Install>();

  test('the clone', () => {
    const folder = emptyProject();
    const command = ['--import', import.meta.resolve('tsx'), join(ROOT, 'cli/main.ts')];
    proveInstall({ folder, command, own: ROOT }, 'onnx', 'run');
  });

  test.each(PACKED)('$name', (row) => {
    const made = install(packPackage(), row);
    installs.set(row.engine, made);
    proveInstall(made, row.engine, 'run');
  });

  test('a run goes on in another install only with its engine, or with another one by name', () => {
    const [from, to] = [installs.get('onnx')!, installs.get('tfjs')!];
    cpSync(join(from.folder, 'run'), join(to.folder, 'moved'), { recursive: true });
    const resume = ['train', '--resume', 'moved', '--set', 'iterations=3'];
    const refused = tzaarOf(to, ...resume);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toMatch(
      /^error: invalid evaluator \{"engine":"onnx","device":"cpu"\}: .*npm install onnxruntime-node\S* --ignore-scripts.*--set evaluator\.engine=tfjs --set learner\.engine=tfjs/,
    );
    const changed = tzaarOf(to, ...resume, '--set', 'evaluator.engine=tfjs', '--set', 'learner.engine=tfjs');
    expect(changed.code).toBe(0);
    expect(changed.out).toContain('iteration 3 of 3: 8 games');
  });
});
