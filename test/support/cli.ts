/** Runs the command line as a user does, in a process of its own. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

export type CliResult = { readonly code: number | null; readonly out: string; readonly err: string };

const ROOT = resolve(import.meta.dirname, '../..');

export const tzaar = (args: readonly string[], input = ''): CliResult => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'cli/main.ts', ...args], {
    cwd: ROOT,
    input,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return { code: status, out: stdout, err: stderr };
};

/** One JSON value a line. */
export const jsonLines = (text: string): unknown[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
