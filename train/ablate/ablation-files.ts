/** Every file of an ablation's folder by its name. */
import { join, resolve } from 'node:path';
import { networkFile } from '../run/run-files.ts';

/** A run within an ablation. */
export type RunName = { readonly arm: string; readonly seed: number };

/** `ARM-SEED`; the last dash divides, so arms may have dashes. */
export const nameOfRun = ({ arm, seed }: RunName): string => `${arm}-${seed}`;

export const planFile = (out: string): string => join(out, 'plan.json');
/** Where the result of an ablation is, for programs. */
export const ablationFile = (out: string): string => join(out, 'ablation.json');
/** Where the result of an ablation is, for people. */
export const ablationPage = (out: string): string => join(out, 'ablation.html');
/** Where a run of an ablation lies. */
export const ablationRunFolder = (out: string, run: RunName): string => join(out, 'runs', nameOfRun(run));
/** What a run has spent lies with the run, so that both are moved or removed together. */
export const spentFile = (run: string): string => join(run, 'spent.json');
/** Where the held-out games of one network lie. */
export const heldOutFolder = (out: string, run: RunName): string => join(out, 'held-out', nameOfRun(run));
/** Where two arms have played; a plus sign is in no arm's name. */
export const matchFolder = (out: string, first: string, second: string, seed: number): string =>
  join(out, 'matches', `${first}+${second}-${seed}`);

/** Absolute: it becomes a part of what the arena compares when it goes on, and must not depend on where one stands. */
export const finalNetwork = (out: string, run: RunName, iteration: number): string =>
  networkFile(resolve(ablationRunFolder(out, run)), iteration);
