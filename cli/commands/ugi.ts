import type { Command } from 'commander';
import { parseAgentSpec } from '../../agents/index.ts';
import { openAgent, UgiEngine } from '../../arena/index.ts';
import { linesOf } from '../input.ts';
import { print } from '../output.ts';

export const addUgi = (program: Command): void => {
  program
    .command('ugi')
    .description('answer as an engine over the universal game interface (docs/ugi.md)')
    .argument('[agent]', 'who plays', 'alphabeta:ms=1000')
    .action(async (spec: string) => {
      const agent = await openAgent(parseAgentSpec(spec));
      const engine = new UgiEngine(agent, program.version() ?? '');
      for await (const line of linesOf(process.stdin)) {
        const answer = await engine.answer(line);
        if (answer === null) break;
        for (const text of answer) print(text);
      }
      await agent.close();
      process.stdin.destroy();
    });
};
