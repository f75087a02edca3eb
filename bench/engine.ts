/** The rules engine beside an engine in C++, where that and a compiler are there: random playouts and perft, one thread. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
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
const PERFT_DEPTH = 5;

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

const benchPerft = (reference: string | null): void => {
  const position = parsePosition(FIXED_START_TEXT);
  for (let depth = 1; depth <= PERFT_DEPTH; depth++) {
    const start = performance.now();
    const count = perft(position, depth);
    const seconds = (performance.now() - start) / 1000;
    print(`perft ${depth}: ${count} in ${seconds.toFixed(2)} s, ${(count / seconds / 1e6).toFixed(1)} M/s`);
  }
  if (reference === null) return;
  const start = performance.now();
  const theirs = run(reference, ['perft', String(PERFT_DEPTH)], referenceInput(position));
  print(
    `C++ perft 1 to ${PERFT_DEPTH} in ${((performance.now() - start) / 1000).toFixed(2)} s: ${theirs.trim().replaceAll('\n', ', ')}`,
  );
};

const compileReference = (): string | null => {
  const program = join(mkdtempSync(join(tmpdir(), 'tzaar-bench-')), 'reference');
  if (!existsSync(REFERENCE)) return unavailable('its source is not beside the project');
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
