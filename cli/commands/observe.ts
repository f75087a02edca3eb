import type { Command } from 'commander';
import {
  drawPlanes,
  encodeObservation,
  formatPosition,
  InvalidInput,
  OBSERVATION_SIZE,
  PLANES,
  planeValues,
} from '../../env/index.ts';
import { type PositionOptions, readPosition, withPositionOptions } from '../input.ts';
import { print, printJson } from '../output.ts';

type Options = PositionOptions & { readonly plane?: string; readonly json?: true };

export const addObserve = (program: Command): void => {
  withPositionOptions(program.command('observe'))
    .description('draw what a network sees of a position, plane by plane')
    .option('--plane <name>', 'only planes whose name begins with this (tzaar planes lists them)')
    .option('--json', 'print the numbers: { position, planes: { name: [60] } }')
    .action((options: Options) => {
      const position = readPosition(options);
      const observation = new Float32Array(OBSERVATION_SIZE);
      encodeObservation(position, observation);
      const planes = choosePlanes(options.plane ?? '');
      if (!options.json) {
        print(`${formatPosition(position)}\n\n${drawPlanes(observation, planes)}`);
        return;
      }
      const named = planes.map((plane) => [PLANES[plane].name, planeValues(observation, plane)]);
      printJson({ position: formatPosition(position), planes: Object.fromEntries(named) });
    });
};

const choosePlanes = (prefix: string): number[] => {
  const chosen = PLANES.flatMap(({ name }, index) => (name.startsWith(prefix) ? [index] : []));
  if (chosen.length === 0)
    throw new InvalidInput('plane', prefix, 'no plane has a name that begins with it; tzaar planes lists them');
  return chosen;
};
