/**
 * How users name agents, on the command line and in records: a kind, then its options, as in `alphabeta:ms=200` or
 * `ugi:cmd="./engine --fast",ms=500`. The kinds say what there is; all problems of a spec are reported at once.
 */
import {
  check,
  defaultOf,
  type Entries,
  InvalidInput,
  matching,
  maybe,
  problemsOf,
  type RecordSchema,
  record,
  withDefault,
  word,
} from '../env/index.ts';
import type { AgentKind } from './agent-kind.ts';
import { agentKindOf } from './kinds.ts';

/** An agent as a user names it. */
export type AgentSpec = {
  /** The name of a kind, or the path of a module. */
  readonly kind: string;
  /** Checked, with defaults filled in. */
  readonly options: Readonly<Record<string, unknown>>;
  /** What tables call it instead of the spec: `name=` of the text. */
  readonly label?: string;
};

type Given = Readonly<Record<string, unknown>>;

const LABEL = matching(/^\S(.{0,58}\S)?$/u, 'a text of 1 to 60 characters', 'what tables and reports call the agent');

/** Every option that a kind has when these are given, in the order in which they are written. */
export const optionEntries = (kind: AgentKind, given: Given = {}): Entries => {
  const { options, optionsBy } = kind;
  if (optionsBy === undefined) return { ...options, name: maybe(LABEL) };
  const { option, help, standard, choices } = optionsBy;
  const all = choices();
  const chosen = String(given[option] ?? standard);
  return {
    ...options,
    [option]: withDefault(word(Object.keys(all), help), standard),
    ...(Object.hasOwn(all, chosen) ? all[chosen].options : {}),
    name: maybe(LABEL),
  };
};

const schemaFor = (kind: AgentKind, given: Given): RecordSchema<Entries> =>
  record(optionEntries(kind, given), undefined, (key) => explainOption(kind, given, key));

/** Which other choice has the option, if any. */
const explainOption = ({ optionsBy }: AgentKind, given: Given, key: string): string | undefined => {
  if (optionsBy === undefined) return undefined;
  const { option, standard, choices } = optionsBy;
  const owners = Object.entries(choices()).filter(([, { options }]) => Object.hasOwn(options, key));
  if (owners.length === 0) return undefined;
  const names = owners.map(([name]) => `${option}=${name}`).join(' and ');
  return `is an option of ${names}, not of ${option}=${given[option] ?? standard}`;
};

const LONGEST_SPEC = 1 << 16;

/** Reads a spec; all that is wrong with it is told in one error. */
export const parseAgentSpec = (text: string): AgentSpec => {
  if (text.length > LONGEST_SPEC)
    throw new InvalidInput('agent', text, `it has ${text.length} characters, expected up to ${LONGEST_SPEC}`);
  const [, name, rest] = /^([^:]*)(?::(.*))?$/s.exec(text)!;
  const kind = agentKindOf(name);
  const problems: string[] = [];
  const texts: Record<string, string> = {};
  for (const [written, value] of splitOptions(rest ?? '', problems)) {
    const option = kind.olderNames?.[written] ?? written;
    if (Object.hasOwn(texts, option)) problems.push(`${option} is given twice`);
    texts[option] = value;
  }
  const entries = optionEntries(kind, texts);
  const given = Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, readValue(entries, key, value)]));
  problems.push(...problemsOf(schemaFor(kind, given), given));
  if (problems.length > 0) throw new InvalidInput('agent', text, problems.join('; '));
  return completed(name, kind, given);
};

/** A spec made in code, checked and completed like one that is written. */
export const completeAgentSpec = ({ kind, options = {}, label }: Partial<AgentSpec> & { kind: string }): AgentSpec =>
  completed(kind, agentKindOf(kind), { ...options, ...(label !== undefined && { name: label }) });

const completed = (name: string, kind: AgentKind, given: Given): AgentSpec => {
  const { limit } = kind;
  const unlimited = limit?.names.every((option) => given[option] === undefined);
  const all = unlimited ? { ...given, ...limit?.standard } : given;
  const { name: label, ...options } = check(schemaFor(kind, all), all, `options of ${name}`) as Given;
  return { kind: name, options, ...(label !== undefined && { label: label as string }) };
};

/** The shortest text that means this agent: options at their defaults are left out, except the limits. */
export const formatAgentSpec = ({ kind, options, label }: AgentSpec): string => {
  const all: Given = { ...options, ...(label !== undefined && { name: label }) };
  const parts = Object.entries(optionEntries(agentKindOf(kind), all)).flatMap(([name, schema]) => {
    const value = all[name];
    return value === undefined || value === defaultOf(schema) ? [] : [`${name}=${formatValue(value)}`];
  });
  return parts.length === 0 ? kind : `${kind}:${parts.join(',')}`;
};

/** What tables and records call the agent: its label, or the shortest spec. */
export const agentName = (spec: AgentSpec): string => spec.label ?? formatAgentSpec(spec);

/** The path of the agent's network, if it has one. */
export const networkOf = ({ kind, options }: AgentSpec): string | undefined => {
  const { network } = agentKindOf(kind);
  return network === undefined ? undefined : (options[network] as string | undefined);
};

/** The same agent with another network. */
export const withNetwork = (spec: AgentSpec, path: string): AgentSpec => {
  const { network } = agentKindOf(spec.kind);
  return network === undefined ? spec : { ...spec, options: { ...spec.options, [network]: path } };
};

const formatValue = (value: unknown): string =>
  typeof value === 'string' && /[",=\s]/.test(value) ? JSON.stringify(value) : String(value);

/** `a=1,b="x, y"` as pairs. A quoted value is JSON text. */
const splitOptions = (text: string, problems: string[]): [name: string, value: string][] => {
  if (text === '') return [];
  const pattern = /([A-Za-z]+)=("(?:[^"\\]|\\.)*"|[^",]*)(,|$)/gy;
  const pairs: [string, string][] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const [all, name, value] = match;
    pairs.push([name, value.startsWith('"') ? unquote(value, problems) : value]);
    end = match.index + all.length;
  }
  if (end !== text.length || text.endsWith(',')) {
    const rest = text.slice(end);
    problems.push(`expected options as name=value, separated by commas${rest === '' ? '' : `, but found ${rest}`}`);
  }
  return pairs;
};

const unquote = (value: string, problems: string[]): string => {
  try {
    return JSON.parse(value);
  } catch {
    problems.push(`${value} is not a quoted text`);
    return value;
  }
};

const NUMBER = /^-?\d+(\.\d+)?(e-?\d+)?$/;

/** A text as what its option takes it for: itself, a number, or true and false. */
const readValue = (entries: Entries, name: string, value: string): unknown => {
  if (!Object.hasOwn(entries, name) || problemsOf(entries[name], value).length === 0) return value;
  if (NUMBER.test(value)) return Number(value);
  return value === 'true' || value === 'false' ? value === 'true' : value;
};
