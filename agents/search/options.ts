/** The options of a search: those that all rules share, and those of its rule. */
import {
  check,
  type Entries,
  exactly,
  flag,
  real,
  record,
  type Schema,
  variant,
  whole,
  withDefault,
} from '../../env/index.ts';
import type { SearchRule } from './rule.ts';
import { DEFAULT_RULE, type RuleChanges, type RuleOptions, SEARCH_RULES } from './rules/index.ts';

/** What every search can be told, whatever its rule. */
export type CommonOptions = {
  readonly leaves: number;
  readonly temperature: number;
  readonly skipLost: boolean;
  readonly reuse: boolean;
  readonly memoryMb: number;
};

/** All options of a search: the common ones and those of its rule. */
export type SearchOptions = CommonOptions & RuleOptions;
/** Options as they may be given: what is left out has its default. */
export type SearchChanges = Partial<CommonOptions> & RuleChanges;

const COMMON: Entries = {
  leaves: withDefault(
    whole(1, 4096, 'leaves that one search sends to the evaluator at once, kept apart by virtual losses'),
    1,
  ),
  temperature: withDefault(
    real(0, 100, 'above 0 the action is drawn by policy^(1 / temperature); 0 plays the best one found'),
    0,
  ),
  skipLost: withDefault(
    flag('whether an action that is proven lost leaves the value of its position as the others make it'),
    false,
  ),
  reuse: withDefault(flag('whether what was searched below the new position is kept from the search before'), true),
  memoryMb: withDefault(
    real(1, 16_384, 'bound on the tree; while a root moves on, what is kept of the tree exists twice'),
    1024,
  ),
};

/** The names of the options that all rules share. */
export const COMMON_OPTIONS: readonly string[] = Object.keys(COMMON);

/** For an option that the rule does not have: which rules have it, if any. */
const foreignOption = (rule: SearchRule, option: string): string | undefined => {
  const owners = SEARCH_RULES.all.filter(({ options }) => Object.hasOwn(options, option)).map(({ name }) => name);
  return owners.length === 0 ? undefined : `is an option of the rule ${owners.join(' and ')}, not of ${rule.name}`;
};

/** What search options must be, and `more` besides them: which there are depends on `rule`. */
export const searchSchema = <More = unknown>(more: Entries = {}): Schema<SearchOptions & More, SearchChanges> =>
  variant('rule', DEFAULT_RULE, () =>
    Object.fromEntries(SEARCH_RULES.all.map((rule) => [rule.name, schemaOf(rule, more)])),
  );

/** What search options must be, with their defaults. */
export const SEARCH_SCHEMA: Schema<SearchOptions, SearchChanges> = searchSchema();

const schemaOf = (rule: SearchRule, more: Entries): Schema =>
  record({ rule: withDefault(exactly(rule.name), rule.name), ...more, ...COMMON, ...rule.options }, rule.help, (key) =>
    foreignOption(rule, key),
  );

/** The defaults with these changes; all problems are reported in one error. */
export const completeOptions = (changes: SearchChanges = {}): SearchOptions =>
  check(SEARCH_SCHEMA, changes, 'search options');

/** The same changes with the rule's noise off, unless they set it: for play to win. */
export const withoutNoise = (changes: SearchChanges = {}): SearchChanges => ({
  ...(SEARCH_RULES.get(changes.rule ?? DEFAULT_RULE).calm as object),
  ...changes,
});
