import type { Command } from 'commander';
import { openAgent, UgiEngine } from '../../arena/index.ts';
import { linesOf, TOO_LONG } from '../input.ts';
import { print } from '../output.ts';
import { loadPartsOption, type PartsOption, withPartsOption } from '../parts-option.ts';

export const addUgi = (program: Command): void => {
  withPartsOption(program.command('ugi'))
    .description('answer as an engine over the universal game interface (docs/ugi.md)')
    .argument('[agent]', 'who plays', 'alphabeta:ms=1000')
    .action(async (spec: string, options: PartsOption) => {
      await loadPartsOption(options);
      const agent = await openAgent(spec);
      const engine = new UgiEngine(agent, program.version() ?? '');
      for await (const line of linesOf(process.stdin)) {
        const answer = line === null ? [`info string error ${TOO_LONG}`] : await engine.answer(line);
        if (answer === null) break;
        for (const text of answer) print(text);
      }
      await agent.close();
      process.stdin.destroy();
    });
};
