/** The command of an install, from wherever it lies, and what every install must be able to do. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { CliResult } from './cli.ts';

export type Install = {
  /** Where its commands are run. */
  readonly folder: string;
  /** What Node is started with. */
  readonly command: readonly string[];
  /** Where `models/released` of the package lies. */
  readonly own: string;
};

export const installedIn = (project: string): Install => {
  const own = join(project, 'node_modules/tzaar-zero');
  return { folder: project, command: [join(own, 'dist/cli/main.js')], own };
};

export const tzaarOf = ({ folder, command }: Install, ...words: readonly string[]): CliResult => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...command, ...words], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { code: status, out: stdout, err: stderr };
};

const SMOKE = ['train', '--preset', 'smoke', '--set', 'evaluation.every=0', '--threads', '2'];

/** What is printed on stderr where onnxruntime is missing: one line, however many threads there are. */
export const FALLBACK: RegExp =
  /^onnxruntime-node is not installed; to have it: npm install onnxruntime-node@\S+ --ignore-scripts\. Until then networks run on tfjs wasm, many times slower\.\n$/;

/** Trains `smoke`, plays a match and analyses with the shipped network; on the engine that this install has. */
export const proveInstall = (install: Install, engine: 'onnx' | 'tfjs', run: string): void => {
  const told = engine === 'onnx' ? /^$/ : FALLBACK;
  const called = engine === 'onnx' ? 'onnxruntime' : 'tfjs wasm';
  expect(tzaarOf(install, ...SMOKE, '--out', run)).toEqual({
    code: 0,
    out: expect.stringContaining(`, ${called} (asked for`),
    err: expect.stringMatching(told),
  });
  const { settings } = JSON.parse(readFileSync(join(install.folder, run, 'config.json'), 'utf8'));
  expect([settings.evaluator.engine, settings.learner.engine]).toEqual([engine, engine]);
  const [begun] = readFileSync(join(install.folder, run, 'metrics.jsonl'), 'utf8').split('\n');
  expect(JSON.parse(begun)).toMatchObject({
    stage: 'begun',
    reason: engine === 'onnx' ? 'asked for' : expect.stringMatching(/^asked for; onnxruntime-node is not installed; /),
  });

  const agent = `zero:model=${join(run, 'checkpoints/000002.network')},sims=4`;
  const match = tzaarOf(install, 'match', agent, 'random', '--games', '4', '--threads', '2', '--json');
  expect(match).toEqual({ code: 0, out: expect.any(String), err: expect.stringMatching(told) });
  expect(JSON.parse(match.out)).toMatchObject({ games: 4, forfeits: 0 });

  const model = join(install.own, 'models/released/small-3');
  const analysis = tzaarOf(install, 'analyse', '--setup', 'fixed', '--sims', '16', '--model', model, '--json');
  expect(analysis).toEqual({ code: 0, out: expect.any(String), err: expect.stringMatching(told) });
  expect(JSON.parse(analysis.out)).toMatchObject({ model: `ray 32 × 8, ${called}`, simulations: 16 });
};
