/** `--parts MODULE`, on every command where agents or rules are named. */
import type { Command } from 'commander';
import { loadParts } from '../fleet/index.ts';

export type PartsOption = { readonly parts?: readonly string[] };

export const withPartsOption = (command: Command): Command =>
  command.option(
    '--parts <module>',
    'load a module whose agents and search rules can be named; may be given several times',
    (path: string, before: readonly string[] = []) => [...before, path],
  );

export const loadPartsOption = async ({ parts = [] }: PartsOption): Promise<void> => {
  for (const path of parts) await loadParts(path);
};
