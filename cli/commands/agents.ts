import type { Command } from 'commander';
import { AGENT_TABLE, AGENT_TYPES } from '../../agents/index.ts';
import { print, printJson } from '../output.ts';

export const addAgents = (program: Command): void => {
  program
    .command('agents')
    .description('list the agents and their options')
    .option('--json', 'print one JSON object')
    .action(({ json }: { json?: true }) => {
      if (json) return printJson(AGENT_TABLE);
      print(
        'An agent is written TYPE or TYPE:option=value,option=value. Times are for a turn, the rest for an action.\n',
      );
      for (const type of AGENT_TYPES) print(describeType(type));
    });
};

const describeType = (type: (typeof AGENT_TYPES)[number]): string => {
  const { help, options, required = [], limit } = AGENT_TABLE[type];
  const rows = Object.entries(options).map(([name, option]) => {
    const words =
      option.kind === 'choice' ? ` (${option.words.join(' or ')}; ${option.default} unless said otherwise)` : '';
    const standard = limit?.default[name] === undefined ? '' : ` (${limit.default[name]} if no limit is given)`;
    return `    ${name.padEnd(9)}${option.help}${words}${standard}${required.includes(name) ? ' (needed)' : ''}`;
  });
  return [`${type.padEnd(11)}${help}`, ...rows].join('\n');
};
