import type { Command } from 'commander';
import { openAgent, parseSuite, runSuite, type SuiteResult, summariseSuite } from '../../arena/index.ts';
import { readTextFile } from '../../fleet/index.ts';
import { print, printJson } from '../output.ts';
import { loadPartsOption, type PartsOption, withPartsOption } from '../parts-option.ts';
import { createProgress } from '../progress.ts';

type Options = PartsOption & { readonly json?: true };

export const addSuite = (program: Command): void => {
  withPartsOption(program.command('suite'))
    .description('try an agent on positions with known answers')
    .argument('<file>', 'lines { position, best, winner }')
    .argument('<agent>', 'an agent (tzaar agents lists them)')
    .option('--json', 'print one JSON object with every position')
    .action(async (file: string, spec: string, { json, ...options }: Options) => {
      await loadPartsOption(options);
      const items = parseSuite(readTextFile(file));
      const agent = await openAgent(spec);
      const progress = createProgress(json === true);
      const results: SuiteResult[] = [];
      try {
        for await (const result of runSuite(items, agent)) {
          results.push(result);
          progress.show(`${results.length} of ${items.length} positions, ${summariseSuite(results).solved} solved`);
        }
      } finally {
        progress.end();
        await agent.close();
      }
      const summary = summariseSuite(results);
      if (json) return printJson({ agent: agent.name, ...summary, results });
      const { positions, winnable, solved, proven, wrong, nodes, timeMs } = summary;
      print(
        `${agent.name} on ${positions} positions: solved ${solved} of ${winnable} with a winning move, proved ${proven}`,
      );
      print(`${Math.round(nodes / positions)} nodes and ${(timeMs / positions).toFixed(0)} ms a position`);
      for (const { id, move } of results.filter((result) => result.solved === false))
        print(`missed ${id} with ${move}`);
      if (wrong > 0) print(`${wrong} results were claimed as certain and are wrong`);
    });
};
