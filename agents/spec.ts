/**
 * How users name agents, on the command line and in records: a kind, then its options, as in `alphabeta:ms=200` or
 * `ugi:cmd="./engine --fast",ms=500`. One table says what there is; parsing, errors and help read it.
 */
import { InvalidInput } from '../env/index.ts';
import { ROLLOUTS, type Rollout } from './mcts/rollout.ts';
import { DEFAULT_RULE, SEARCH_RULES } from './search/rules/index.ts';

/** An agent as a user names it. Times are milliseconds a turn; depth, nodes and sims are for one action. */
export type AgentSpec =
  | { readonly type: 'random' }
  | { readonly type: 'greedy' }
  | { readonly type: 'alphabeta'; readonly depth?: number; readonly nodes?: number; readonly ms?: number }
  | { readonly type: 'mcts'; readonly sims?: number; readonly ms?: number; readonly rollout: Rollout }
  | {
      readonly type: 'zero';
      readonly model: string;
      readonly sims?: number;
      readonly ms?: number;
      readonly root: string;
    }
  | {
      readonly type: 'ugi';
      readonly cmd: string;
      readonly ms?: number;
      readonly nodes?: number;
      readonly depth?: number;
    };

export type AgentType = AgentSpec['type'];

type Option =
  | { readonly kind: 'number'; readonly least: number; readonly most: number; readonly help: string }
  | { readonly kind: 'text'; readonly help: string }
  | { readonly kind: 'choice'; readonly words: readonly string[]; readonly default: string; readonly help: string };

type AgentEntry = {
  readonly help: string;
  readonly options: Readonly<Record<string, Option>>;
  readonly required?: readonly string[];
  /** Without any of these limits, this one holds. */
  readonly limit?: { readonly names: readonly string[]; readonly default: Readonly<Record<string, number>> };
};

const number = (help: string, least = 1, most = 1e9): Option => ({ kind: 'number', least, most, help });
const MS = number('milliseconds for a whole turn');

export const AGENT_TABLE: Readonly<Record<AgentType, AgentEntry>> = {
  random: { help: 'every legal action alike', options: {} },
  greedy: { help: 'most material after its own turn', options: {} },
  alphabeta: {
    help: 'alpha-beta with a fitted evaluation',
    options: { depth: number('actions to look ahead', 1, 100), nodes: number('positions for an action'), ms: MS },
    limit: { names: ['depth', 'nodes', 'ms'], default: { ms: 200 } },
  },
  mcts: {
    help: 'Monte-Carlo tree search with rollouts, no network',
    options: {
      sims: number('simulations for an action'),
      ms: MS,
      rollout: { kind: 'choice', words: ROLLOUTS, default: 'guarded', help: 'how games are played out' },
    },
    limit: { names: ['sims', 'ms'], default: { sims: 1000 } },
  },
  zero: {
    help: 'AlphaZero search on a network',
    options: {
      model: { kind: 'text', help: 'a released model folder' },
      sims: number('simulations for an action'),
      ms: MS,
      root: {
        kind: 'choice',
        words: SEARCH_RULES.names,
        default: DEFAULT_RULE,
        help: 'how the root shares out simulations',
      },
    },
    required: ['model'],
    limit: { names: ['sims', 'ms'], default: { sims: 64 } },
  },
  ugi: {
    help: 'another program that speaks UGI (docs/ugi.md)',
    options: {
      cmd: { kind: 'text', help: 'the command that starts it' },
      ms: MS,
      nodes: number('nodes for a turn'),
      depth: number('depth of the search', 1, 1000),
    },
    required: ['cmd'],
    limit: { names: ['ms', 'nodes', 'depth'], default: { ms: 1000 } },
  },
};

export const AGENT_TYPES = Object.keys(AGENT_TABLE) as readonly AgentType[];

export const parseAgentSpec = (text: string): AgentSpec => {
  const fail = (expected: string): never => {
    throw new InvalidInput('agent', text, expected);
  };
  const [, type, rest] = /^([^:]*)(?::(.*))?$/s.exec(text)!;
  if (!Object.hasOwn(AGENT_TABLE, type)) return fail(`expected ${AGENT_TYPES.join(', ')}; tzaar agents tells more`);
  const { options, required = [], limit } = AGENT_TABLE[type as AgentType];
  const spec: Record<string, string | number> = { type };
  for (const [name, value] of splitOptions(rest ?? '', fail)) {
    if (!Object.hasOwn(options, name)) {
      const names = Object.keys(options);
      fail(
        `${type} has no option ${JSON.stringify(name)}, ${names.length > 0 ? `only ${names.join(', ')}` : 'nor any other'}`,
      );
    }
    if (Object.hasOwn(spec, name)) fail(`${name} is given twice`);
    spec[name] = readValue(name, options[name], value, fail);
  }
  for (const name of required) if (!Object.hasOwn(spec, name)) fail(`${type} needs ${name}=…: ${options[name].help}`);
  for (const [name, option] of Object.entries(options)) {
    if (option.kind === 'choice' && !Object.hasOwn(spec, name)) spec[name] = option.default;
  }
  if (limit && !limit.names.some((name) => Object.hasOwn(spec, name))) Object.assign(spec, limit.default);
  return spec as unknown as AgentSpec;
};

/** The shortest text that means this agent: options at their defaults are left out, except the limits. */
export const formatAgentSpec = (spec: AgentSpec): string => {
  const { options } = AGENT_TABLE[spec.type];
  const given = spec as Readonly<Record<string, string | number | undefined>>;
  const parts = Object.entries(options).flatMap(([name, option]) => {
    const value = given[name];
    if (value === undefined || (option.kind === 'choice' && value === option.default)) return [];
    return [`${name}=${typeof value === 'string' && /[",=\s]/.test(value) ? JSON.stringify(value) : value}`];
  });
  return parts.length === 0 ? spec.type : `${spec.type}:${parts.join(',')}`;
};

/** `a=1,b="x, y"` as pairs. A quoted value is JSON text. */
const splitOptions = (text: string, fail: (expected: string) => never): [name: string, value: string][] => {
  if (text === '') return [];
  const pattern = /([A-Za-z]+)=("(?:[^"\\]|\\.)*"|[^",]*)(,|$)/gy;
  const pairs: [string, string][] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const [all, name, value] = match;
    pairs.push([name, value.startsWith('"') ? unquote(value, fail) : value]);
    end = match.index + all.length;
  }
  if (end !== text.length || text.endsWith(',')) fail('expected options as name=value, separated by commas');
  return pairs;
};

const unquote = (value: string, fail: (expected: string) => never): string => {
  try {
    return JSON.parse(value);
  } catch {
    return fail(`${value} is not a quoted text`);
  }
};

const readValue = (name: string, option: Option, value: string, fail: (expected: string) => never): string | number => {
  switch (option.kind) {
    case 'text':
      return value === '' ? fail(`${name} is empty`) : value;
    case 'choice':
      return option.words.includes(value) ? value : fail(`${name} is one of ${option.words.join(', ')}`);
    case 'number': {
      const whole = Number(value);
      const fits = /^\d+$/.test(value) && whole >= option.least && whole <= option.most;
      return fits ? whole : fail(`${name} is a whole number from ${option.least} to ${option.most}`);
    }
  }
};
