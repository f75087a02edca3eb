/** `--parts MODULE`, on every command where agents or rules are named. */
import type { Command } from 'commander';
import { loadParts } from '../fleet/index.ts';
import { collect } from './input.ts';

export type PartsOption = { readonly parts?: readonly string[] };

export const withPartsOption = (command: Command): Command =>
  command.option(
    '--parts <module>',
    'load a module of your own whose parts can then be named; may be given several times',
    collect,
  );

export const loadPartsOption = async ({ parts = [] }: PartsOption): Promise<void> => {
  for (const path of parts) await loadParts(path);
};
