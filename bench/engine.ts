/** The rules engine beside an engine in C++, where that and a compiler are available: random playouts and perft, one thread. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FIXED_START_TEXT, parsePosition, perft } from '../env/index.ts';
import { playRandomGames } from './random-playouts.ts';
import { referenceInput } from './reference-input.ts';
import { median } from './statistics.ts';

const REFERENCE = fileURLToPath(new URL('../../shared/reference/tzaar_ref.cpp', import.meta.url));
const ROUNDS = 5;
const ROUND_SECONDS = 2;

export const benchEngine = (): void => {
  const reference = compileReference();
  playRandomGames(1, 0); // let the compiler see it first
  const own: number[] = [];
  const ratios: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const { games, plies, legal, whiteWins, reasons, seconds } = playRandomGames(ROUND_SECONDS, round);
    own.push(plies / seconds);
    const facts = [
      `${(plies / games).toFixed(1)} a game`,
      `${(legal / plies).toFixed(1)} legal`,
      `white wins ${percent(whiteWins / games)}`,
      `buried ${percent(reasons['kind-buried'] / games)}`,
      `stuck ${percent(reasons['no-capture'] / games)}`,
    ];
    let line = `playouts ${round}: ${(plies / seconds / 1e6).toFixed(2)} M actions/s (${facts.join(', ')})`;
    if (reference !== null) {
      const theirs = JSON.parse(run(reference, ['playouts', String(ROUND_SECONDS), String(round)], ''));
      ratios.push(plies / seconds / theirs.halfMovesPerSecond);
      line += `, C++ ${(theirs.halfMovesPerSecond / 1e6).toFixed(2)} M, ratio ${ratios.at(-1)!.toFixed(2)}`;
    }
    print(line);
  }
  print(`playouts, median: ${(median(own) / 1e6).toFixed(2)} M actions/s`);
  if (reference !== null) print(`playouts, median ratio to C++: ${median(ratios).toFixed(2)}`);
  benchPerft(reference);
};

/** Sequences from the fixed start at depths 1, 2, …: a fast engine that counts something else is worth nothing. */
const PERFT_COUNTS = [42, 1797, 260_556, 11_010_135, 1_557_472_755];

const benchPerft = (reference: string | null): void => {
  const position = parsePosition(FIXED_START_TEXT);
  let own = 0;
  for (const [index, expected] of PERFT_COUNTS.entries()) {
    const start = performance.now();
    const count = perft(position, index + 1);
    const seconds = (performance.now() - start) / 1000;
    own += seconds;
    if (count !== expected) throw new Error(`perft ${index + 1} gives ${count}, not ${expected}`);
    print(`perft ${index + 1}: ${count} in ${seconds.toFixed(2)} s, ${(count / seconds / 1e6).toFixed(1)} M/s`);
  }
  if (reference === null) return;
  const start = performance.now();
  const theirs = run(reference, ['perft', String(PERFT_COUNTS.length)], referenceInput(position));
  const seconds = (performance.now() - start) / 1000;
  const counts = theirs
    .trim()
    .split('\n')
    .map((line) => Number(line.split(' ')[1]));
  if (counts.join() !== PERFT_COUNTS.join()) throw new Error(`the C++ engine counts ${counts.join()}`);
  print(`C++ perft, the same counts in ${seconds.toFixed(2)} s: ratio ${(seconds / own).toFixed(2)}`);
};

const compileReference = (): string | null => {
  if (!existsSync(REFERENCE)) return unavailable('its source is not beside the project');
  const folder = mkdtempSync(join(tmpdir(), 'tzaar-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const program = join(folder, 'reference');
  try {
    execFileSync('g++', ['-O3', '-march=native', '-o', program, REFERENCE], { stdio: ['ignore', 'ignore', 'pipe'] });
    return program;
  } catch (error) {
    return unavailable((error as Error).message.split('\n')[0]);
  }
};

const unavailable = (why: string): null => {
  print(`no C++ engine to compare with: ${why}`);
  return null;
};

const run = (program: string, args: string[], input: string): string =>
  execFileSync(program, args, { input, encoding: 'utf8' });
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const print = (line: string): void => void process.stdout.write(`${line}\n`);
