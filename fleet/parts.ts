/** What a user's module adds to the project: parts of five kinds, each by name, besides those that are built in. */
import {
  AGENT_KINDS,
  type AgentKind,
  DEFAULT_RULE,
  SEARCH_RULES,
  SEARCH_SCHEMA,
  type SearchRule,
} from '../agents/index.ts';
import { choicesOf, defaultOf, entriesOf, type Named, problemsOf, type Registry, record } from '../env/index.ts';
import { HEADS, type Head, TARGETS, type Target, TRUNKS } from '../models/index.ts';
import type { Trunk } from '../models/network/trunks/trunk.ts';

/** What a module exports as `parts`. */
export type Parts = {
  readonly trunks?: readonly Trunk[];
  readonly heads?: readonly Head[];
  readonly targets?: readonly Target[];
  readonly searchRules?: readonly SearchRule[];
  readonly agents?: readonly AgentKind[];
};

/** One of `PART_KINDS`. */
export type PartKind = keyof Parts;

/** The kinds of parts that a module can have. */
export const PART_KINDS: readonly PartKind[] = ['trunks', 'heads', 'targets', 'searchRules', 'agents'];

type PartTable = {
  /** As in "search rule". */
  readonly one: string;
  readonly isOther: (part: Named) => boolean;
  readonly add: (part: Named) => () => void;
};

const tableOf = <Part extends Named>(one: string, registry: Registry<Part>): PartTable => ({
  one,
  isOther: (part) => registry.has(part.name) && registry.get(part.name) !== part,
  add: (part) => registry.add(part as Part),
});

export const PART_TABLES: Readonly<Record<PartKind, PartTable>> = {
  trunks: tableOf('trunk', TRUNKS),
  heads: tableOf('head', HEADS),
  targets: tableOf('target', TARGETS),
  searchRules: tableOf('search rule', SEARCH_RULES),
  agents: tableOf('agent', AGENT_KINDS),
};

/** Adds all parts or none; returns how to take them out again. */
export const registerParts = (parts: Parts): (() => void) => {
  const undo: (() => void)[] = [];
  const takeOut = (): void => {
    for (const each of undo.splice(0).reverse()) each();
  };
  try {
    for (const kind of PART_KINDS)
      for (const part of (parts[kind] ?? []) as readonly Named[]) undo.push(PART_TABLES[kind].add(part));
  } catch (error) {
    takeOut();
    throw error;
  }
  return takeOut;
};

/** What is wrong with parts whose shapes are right: names used twice or taken, impossible options, heads that nothing writes. */
export const clashesOf = (parts: Parts): string[] => [
  ...PART_KINDS.flatMap((kind) => nameClashes(kind, (parts[kind] ?? []) as readonly Named[])),
  ...(parts.searchRules ?? []).flatMap(ruleProblems),
  ...(parts.agents ?? []).flatMap(agentProblems),
  ...(parts.heads ?? []).flatMap((head) => (isWritten(head, parts.targets ?? []) ? [] : [missingTarget(head)])),
  ...(parts.targets ?? []).flatMap((target) =>
    HEADS.has(target.head) || (parts.heads ?? []).some(({ name }) => name === target.head)
      ? []
      : [`the target ${target.name} writes the head ${target.head}, which does not exist`],
  ),
];

const nameClashes = (kind: PartKind, parts: readonly Named[]): string[] => {
  const { one, isOther } = PART_TABLES[kind];
  const names = parts.map(({ name }) => name);
  const twice = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  return [
    ...Array.from(twice, (name) => `there are two ${kind === 'searchRules' ? 'search rules' : kind} called ${name}`),
    ...parts.filter(isOther).map(({ name }) => `the name ${name} is taken by another ${one}`),
  ];
};

/** What specs of agents and training settings say besides the options of a rule. */
const RESERVED = ['root', 'model', 'sims', 'ms', 'name', 'simulations', 'startShare', 'growIterations'];

const ruleProblems = ({ name, options, calm }: SearchRule): string[] => {
  const every = Object.keys(entriesOf(choicesOf(SEARCH_SCHEMA)?.[DEFAULT_RULE] ?? record({})) ?? {});
  const shared = every.filter((option) => !Object.hasOwn(SEARCH_RULES.get(DEFAULT_RULE).options, option));
  const taken = [...shared, ...RESERVED];
  return [
    ...taken
      .filter((option) => Object.hasOwn(options, option))
      .map((option) => `the rule ${name} has an option ${option}, which means something else wherever rules are named`),
    ...Object.keys(options)
      .filter((option) => defaultOf(options[option]) === undefined)
      .map((option) => `the option ${option} of the rule ${name} has no default`),
    ...problemsOf(record(options), calm, `calm of the rule ${name}`),
  ];
};

const agentProblems = ({ name, options, network, limit }: AgentKind): string[] => {
  const lacking = [...(network === undefined ? [] : [network]), ...(limit?.names ?? [])];
  return [
    ...Object.keys(options)
      .filter((option) => option === 'name' || !/^[A-Za-z]+$/.test(option))
      .map(
        (option) => `the agent ${name} has an option ${option}: expected letters, and not name, which all agents have`,
      ),
    ...lacking
      .filter((option) => !Object.hasOwn(options, option))
      .map((option) => `the agent ${name} has no option ${option}, which its network or limit names`),
  ];
};

const isWritten = (head: Head, targets: readonly Target[]): boolean =>
  targets.some(({ name, head: written }) => name === head.target && written === head.name) ||
  (TARGETS.has(head.target) && TARGETS.get(head.target).head === head.name);

const missingTarget = ({ name, target }: Head): string =>
  `nothing writes the head ${name}: there is no target ${target} for it`;
