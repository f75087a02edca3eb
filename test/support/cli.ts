/** Runs the command line as a user does, in a process of its own. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { runProgram } from '../../cli/program.ts';
import { PROGRAM, SOURCE_PROGRAM } from './program.ts';

export type CliResult = { readonly code: number | null; readonly out: string; readonly err: string };

const ROOT = resolve(import.meta.dirname, '../..');

export const tzaar = (args: readonly string[], input = '', env: NodeJS.ProcessEnv = process.env): CliResult =>
  runProcess([...PROGRAM, ...args], input, env);

/** The same from the sources, for parts of one's own that import them. */
export const tzaarFromSource = (args: readonly string[], env: NodeJS.ProcessEnv = process.env): CliResult =>
  runProcess([...SOURCE_PROGRAM, ...args], '', env);

const runProcess = (words: readonly string[], input: string, env: NodeJS.ProcessEnv): CliResult => {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: ROOT,
    env,
    input,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return { code: status, out: stdout, err: stderr };
};

/** The same without the cost of a process, for commands that read no input. */
export const tzaarHere = async (args: readonly string[]): Promise<CliResult> => {
  const written = { out: '', err: '' };
  const [writeOut, writeErr] = [process.stdout.write, process.stderr.write];
  process.stdout.write = ((text: string) => {
    written.out += text;
    return true;
  }) as typeof process.stdout.write;
  process.stderr.write = ((text: string) => {
    written.err += text;
    return true;
  }) as typeof process.stderr.write;
  try {
    const code = await runProgram(args);
    return { code, ...written };
  } finally {
    process.stdout.write = writeOut;
    process.stderr.write = writeErr;
  }
};

/** One JSON value a line. */
export const jsonLines = (text: string): unknown[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
