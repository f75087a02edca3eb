/**
 * `npm run bench -- compare FOLDER [name …]`: the benches here and those of another checkout, one after the other and again, so
 * that what else the machine does falls on both. Rates are found by their labels in what each prints; those that only one
 * of them has are left out. A ratio above 1 says that this checkout is faster.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { median } from './statistics.ts';

const ROUNDS = 3;
const DEFAULT_BENCHES = ['search', 'selfplay', 'speed'];
const HERE = resolve(import.meta.dirname, '..');

export const benchCompare = (folder: string, names: readonly string[]): void => {
  const there = resolve(folder);
  if (!existsSync(join(there, 'bench', 'main.ts'))) {
    process.stderr.write(`error: ${folder} is not a checkout of this project with node_modules\n`);
    process.exitCode = 1;
    return;
  }
  for (const name of names.length > 0 ? names : DEFAULT_BENCHES) compareBench(name, there);
};

const compareBench = (name: string, there: string): void => {
  const rates = { here: new Map<string, number[]>(), there: new Map<string, number[]>() };
  for (let round = 0; round < ROUNDS; round++) {
    // They take turns at beginning: the first one may meet a warmer or a colder machine.
    const order = round % 2 === 0 ? (['there', 'here'] as const) : (['here', 'there'] as const);
    for (const side of order) {
      for (const [label, rate] of ratesOf(side === 'here' ? HERE : there, name)) {
        rates[side].set(label, [...(rates[side].get(label) ?? []), rate]);
      }
    }
  }
  print(`\n${name}: ${ROUNDS} rounds each; ratios of medians, of the best rounds, and medians`);
  const ratios: number[] = [];
  for (const [label, here] of rates.here) {
    const other = rates.there.get(label);
    if (other === undefined) continue;
    const ratio = median(here) / median(other);
    const atBest = Math.max(...here) / Math.max(...other); // other work on the machine can only slow a round down
    ratios.push(atBest);
    print(`${ratio.toFixed(3)} ${atBest.toFixed(3)}  ${label}: ${rounded(here)} here, ${rounded(other)} there`);
  }
  print(`${geometricMean(ratios).toFixed(3)} in the geometric mean of all rows, best rounds`);
};

const geometricMean = (ratios: readonly number[]): number =>
  Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);

/** `label: 123 thousand things/s` and `label: 123 things/h`, whatever follows. */
const RATE = /^(.+?): ([\d.]+)( thousand)? ([a-z ]+\/[sh])\b/;

const ratesOf = (folder: string, name: string): [label: string, rate: number][] => {
  const { stdout, status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'bench/main.ts', name], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new Error(`the bench ${name} of ${folder} ended with ${status}: ${stderr}`);
  return stdout.split('\n').flatMap((line): [string, number][] => {
    const [, label, number, thousand, unit] = RATE.exec(line) ?? [];
    return label === undefined ? [] : [[`${label}, ${unit}`, Number(number) * (thousand === undefined ? 1 : 1000)]];
  });
};

const rounded = (rates: readonly number[]): string => Math.round(median(rates)).toLocaleString('en');
const print = (line: string): void => void process.stdout.write(`${line}\n`);
