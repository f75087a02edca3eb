import type { Command } from 'commander';
import { openAgent, UgiEngine } from '../../arena/index.ts';
import { linesOf, TOO_LONG } from '../input.ts';
import { print } from '../output.ts';
import { loadPartsOption, type PartsOption, withPartsOption } from '../parts-option.ts';

export const addUgi = (program: Command): void => {
  withPartsOption(program.command('ugi'))
    .description('answer as an engine over the universal game interface (docs/ugi.md)')
    .argument('[agent]', 'who plays', 'zero:ms=1000')
    .option('--ponder', "think on the opponent's time too (agents that keep a tree: zero)")
    .action(async (spec: string, { ponder = false, ...options }: PartsOption & { readonly ponder?: boolean }) => {
      await loadPartsOption(options);
      const agent = await openAgent(spec);
      const engine = new UgiEngine(agent, program.version() ?? '', { ponder });
      for await (const line of linesOf(process.stdin)) {
        const answer = line === null ? [`info string error ${TOO_LONG}`] : await engine.answer(line);
        if (answer === null) break;
        for (const text of answer) print(text);
      }
      await engine.close();
      await agent.close();
      process.stdin.destroy();
    });
};
