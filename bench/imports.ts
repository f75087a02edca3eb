/**
 * What it buys that hot files take over what they import as constants of their own (see `env/rules.ts`): the same searches with
 * this code and with copies of it in which the constants are plain imports, by turns in one process.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as search from '../agents/search/index.ts';
import { type Position, randomStream, startPosition } from '../env/index.ts';
import { allocateBatch } from '../models/index.ts';
import { FreeEvaluator } from './search.ts';
import { median } from './statistics.ts';

type SearchModule = typeof search;

const ROUNDS = 9;
const SIMULATIONS = 20_000;
const LEAVES = 16;
const HERE = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['env', 'models', 'agents'];

export const benchImports = async (): Promise<void> => {
  for (const plain of [['env'], ['agents'], ['env', 'agents']]) {
    const folder = mkdtempSync(join(tmpdir(), 'tzaar-imports-'));
    try {
      const copy = await copyWith(folder, plain);
      for (const rule of search.SEARCH_RULES.names) {
        const ratio = await compare(search, copy, rule);
        print(`${rule}, constants instead of imports in ${plain.join(' and ')}: ${ratio.toFixed(2)} times as fast`);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
};

/** A copy of this code in which the files of some folders import what they use in the plain way. */
const copyWith = async (folder: string, plain: readonly string[]): Promise<SearchModule> => {
  for (const name of [...FOLDERS, 'package.json', 'tsconfig.json'])
    cpSync(join(HERE, name), join(folder, name), { recursive: true });
  symlinkSync(join(HERE, 'node_modules'), join(folder, 'node_modules'));
  for (const name of plain) {
    for (const file of readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' })) {
      const path = join(folder, name, file);
      if (file.endsWith('.ts')) writeFileSync(path, importPlainly(readFileSync(path, 'utf8')));
    }
  }
  return import(pathToFileURL(join(folder, 'agents/search/index.ts')).href);
};

/** `import * as x from 'y'; const { a } = x;` as `import { a } from 'y';`. */
const importPlainly = (source: string): string => {
  let text = source;
  for (const [whole, name, from] of source.matchAll(/^import \* as (\w+) from '(\.[^']+)';$/gm)) {
    const constants = new RegExp(`^const \\{([^}]*)\\} = ${name};$`, 'm').exec(text);
    if (constants === null) continue;
    text = text.replace(constants[0], '').replace(whole, `import {${constants[1]}} from '${from}';`);
  }
  return text;
};

/** How many times as fast the first is as the second: the middle of rounds in which each searches the same. */
const compare = async (one: SearchModule, other: SearchModule, rule: string): Promise<number> => {
  const runners = [one, other].map((module) => runnerOf(module, rule));
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS + 2; round++) {
    const position = startPosition('random', randomStream('bench imports', round));
    const seconds = [0, 0];
    for (const which of round % 2 === 0 ? [0, 1] : [1, 0]) seconds[which] = await runners[which](position);
    if (round >= 2) ratios.push(seconds[1] / seconds[0]); // the compiler sees all of it first
  }
  return median(ratios);
};

const runnerOf = (module: SearchModule, rule: string): ((position: Position) => Promise<number>) => {
  const tree = module.createSearch({ rule, leaves: LEAVES, reuse: false });
  const batch = allocateBatch(LEAVES);
  const evaluator = new FreeEvaluator();
  return async (position) => {
    const start = process.cpuUsage().user;
    module.beginSearch(tree, position, { simulations: SIMULATIONS });
    await module.runSearches([tree], evaluator, batch);
    return (process.cpuUsage().user - start) / 1e6;
  };
};

const print = (line: string): void => void process.stdout.write(`${line}\n`);
