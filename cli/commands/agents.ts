import type { Command } from 'commander';
import { AGENT_KINDS, type AgentKind } from '../../agents/index.ts';
import '../../arena/open-agent.ts'; // registers the agents that need Node
import { defaultOf, described, type Entries, problemsOf, type Schema } from '../../env/index.ts';
import { print, printJson } from '../output.ts';
import { loadPartsOption, type PartsOption, withPartsOption } from '../parts-option.ts';

export const addAgents = (program: Command): void => {
  withPartsOption(program.command('agents'))
    .description('list the agents and their options')
    .option('--json', 'print one JSON object')
    .action(async ({ json, ...options }: PartsOption & { json?: true }) => {
      await loadPartsOption(options);
      if (json) return printJson(Object.fromEntries(AGENT_KINDS.all.map((kind) => [kind.name, tabulateKind(kind)])));
      print(
        'An agent is written KIND or KIND:option=value,option=value. Times are for a turn, the rest for an action.\n' +
          'Every agent takes name=…, which tables then show instead.\n',
      );
      for (const kind of AGENT_KINDS.all) print(describeKind(kind));
    });
};

const describeKind = (kind: AgentKind): string => {
  const { name, help, options, optionsBy, limit } = kind;
  const rows = describeOptions(options, limit?.standard);
  if (optionsBy !== undefined) {
    const choices = Object.entries(optionsBy.choices());
    const words = `${choices.map(([choice]) => choice).join(' or ')}; ${optionsBy.standard} by default`;
    rows.push(`    ${optionsBy.option.padEnd(9)}${optionsBy.help} (${words})`);
    for (const [choice, { help: about, options: more }] of choices) {
      rows.push(`    ${optionsBy.option}=${choice}: ${about}`, ...describeOptions(more).map((row) => `  ${row}`));
    }
  }
  return [`${name.padEnd(11)}${help}`, ...rows].join('\n');
};

const describeOptions = (options: Entries, limits: Readonly<Record<string, number>> = {}): string[] =>
  Object.entries(options).map(([name, schema], _, all) => {
    const width = Math.max(9, ...all.map(([each]) => each.length + 1));
    const { expected, why } = described(schema);
    const notes = [
      ...(why === undefined ? [] : [expected]),
      ...(defaultOf(schema) === undefined ? [] : [`${defaultOf(schema)} by default`]),
      ...(limits[name] === undefined ? [] : [`${limits[name]} if no limit is given`]),
      ...(isNeeded(schema) ? ['needed'] : []),
    ];
    return `    ${name.padEnd(width)}${why ?? expected}${notes.length > 0 ? ` (${notes.join('; ')})` : ''}`;
  });

const tabulateKind = ({ help, options, optionsBy, limit }: AgentKind): object => ({
  help,
  options: tabulateOptions(options),
  ...(optionsBy && {
    optionsBy: {
      option: optionsBy.option,
      default: optionsBy.standard,
      choices: Object.fromEntries(
        Object.entries(optionsBy.choices()).map(([choice, { help: about, options: more }]) => [
          choice,
          { help: about, options: tabulateOptions(more) },
        ]),
      ),
    },
  }),
  ...(limit && { limit }),
});

const tabulateOptions = (options: Entries): object =>
  Object.fromEntries(
    Object.entries(options).map(([name, schema]) => [
      name,
      { ...described(schema), default: defaultOf(schema), needed: isNeeded(schema) },
    ]),
  );

const isNeeded = (schema: Schema): boolean => problemsOf(schema, undefined).length > 0;
