/** The search rules by name. A module of the user's adds more, as `searchRules` of its `parts`. */
import { Registry } from '../../../env/index.ts';
import type { SearchRule } from '../rule.ts';
import { type GumbelOptions, gumbel } from './gumbel.ts';
import { type PuctOptions, puct } from './puct.ts';

/** The search rules that options can name. */
export const SEARCH_RULES: Registry<SearchRule> = new Registry('search rule', [gumbel, puct]);

/** The rule of searches that do not name one. */
export const DEFAULT_RULE = 'gumbel';

/**
 * The options of each rule by its name. A module that adds a rule and builds searches in code tells the compiler of it:
 * `declare module 'tzaar-zero/agents' { interface RuleOptionsByName { mine: MyOptions } }`. Whatever comes from settings or specs is
 * checked by what the rule itself says of its options.
 */
export interface RuleOptionsByName {
  readonly gumbel: GumbelOptions;
  readonly puct: PuctOptions;
}

/** The options of a rule, as a search has them: `rule` says which. */
export type RuleOptions = {
  [Name in keyof RuleOptionsByName]: { readonly rule: Name } & RuleOptionsByName[Name];
}[keyof RuleOptionsByName];

/** The same as they may be given: without a rule they are the default rule's, with one by any name only what all rules share. */
export type RuleChanges =
  | ({ readonly rule?: undefined } & Partial<RuleOptionsByName[typeof DEFAULT_RULE]>)
  | {
      [Name in keyof RuleOptionsByName]: { readonly rule: Name } & Partial<RuleOptionsByName[Name]>;
    }[keyof RuleOptionsByName]
  | ({ readonly rule: string } & { readonly [Option in OptionOfSomeRule]?: never });

type OptionOfSomeRule = RuleOptionsByName[keyof RuleOptionsByName] extends infer Options
  ? Options extends unknown
    ? keyof Options
    : never
  : never;
