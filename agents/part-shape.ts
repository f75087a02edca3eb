/** Whether what a user's module exports is a search rule or a kind of agent, before it is registered. */
import { defaultOf, isRecord, type Schema } from '../env/index.ts';
import { COMMON_OPTIONS } from './search/options.ts';

const RULE_FUNCTIONS = ['allocate', 'prepare', 'choose', 'follow', 'best', 'policy'];

/** What is wrong with a search rule, in sentences. */
export const problemsOfRule = (given: unknown): string[] => {
  const problems = problemsOfPart(given, RULE_FUNCTIONS);
  if (!isRecord(given) || !isRecord(given.options)) return problems;
  const { calm, options, takeBack } = given;
  if (!isRecord(calm)) problems.push('calm must be an object with options, possibly none');
  if (takeBack !== undefined && typeof takeBack !== 'function') problems.push('takeBack must be a function');
  const taken = Object.keys(options).filter((name) => [...COMMON_OPTIONS, ...ZERO_OPTIONS].includes(name));
  if (taken.length > 0) problems.push(`options may not be called ${taken.join(', ')}`);
  const bare = Object.entries(options).filter(([, schema]) => defaultOf(schema as Schema) === undefined);
  if (bare.length > 0) problems.push(`options must have a default: ${bare.map(([name]) => name).join(', ')}`);
  return problems;
};

/** Options that specs of agents have besides those of the rule. */
const ZERO_OPTIONS = ['rule', 'root', 'model', 'sims', 'ms', 'name'];

/** What is wrong with a kind of agent, in sentences. */
export const problemsOfKind = (given: unknown): string[] => {
  const problems = problemsOfPart(given, ['open']);
  if (isRecord(given) && isRecord(given.options) && Object.hasOwn(given.options, 'name'))
    problems.push('options may not be called name');
  return problems;
};

const problemsOfPart = (given: unknown, functions: readonly string[]): string[] => {
  if (!isRecord(given)) return ['it must be an object'];
  return [
    ...['name', 'help'].filter((key) => typeof given[key] !== 'string').map((key) => `${key} must be a text`),
    ...(isRecord(given.options) ? [] : ['options must be an object with descriptions, possibly none']),
    ...functions.filter((key) => typeof given[key] !== 'function').map((key) => `${key} must be a function`),
  ];
};
