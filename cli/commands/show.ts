import type { Command } from 'commander';
import { formatPosition, renderSvg, renderText } from '../../env/index.ts';
import { writeTextFile } from '../../fleet/index.ts';
import { type PositionOptions, readPosition, withPositionOptions } from '../input.ts';
import { print, printColoured, wantsColour } from '../output.ts';

type Options = PositionOptions & { readonly svg?: string };

export const addShow = (program: Command): void => {
  withPositionOptions(program.command('show'))
    .description('draw a position in the terminal, or as an SVG file')
    .option('--svg <file>', 'write an SVG picture to this file')
    .action((options: Options) => {
      const position = readPosition(options);
      if (options.svg !== undefined) {
        writeTextFile(options.svg, renderSvg(position));
        print(`wrote ${options.svg}`);
        return;
      }
      printColoured(renderText(position, { colour: wantsColour() }));
      print(formatPosition(position));
    });
};
