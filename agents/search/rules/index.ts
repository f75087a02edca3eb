/** The search rules by name. A module of the user's adds more, as `searchRules` of its `parts`. */
import { Registry } from '../../../env/index.ts';
import type { SearchRule } from '../rule.ts';
import { type GumbelOptions, gumbel } from './gumbel.ts';
import { type PuctOptions, puct } from './puct.ts';

/** The search rules that options can name. */
export const SEARCH_RULES: Registry<SearchRule> = new Registry('search rule', [gumbel, puct]);

/** The rule of searches that do not name one. */
export const DEFAULT_RULE = 'gumbel';

/** The options of a rule, as a search has them … */
export type RuleOptions =
  | ({ readonly rule: 'gumbel' } & GumbelOptions)
  | ({ readonly rule: 'puct' } & PuctOptions)
  | OwnRuleOptions;
/** … and as they may be given. */
export type RuleChanges =
  | ({ readonly rule?: typeof DEFAULT_RULE } & Partial<GumbelOptions>)
  | ({ readonly rule: 'puct' } & Partial<PuctOptions>)
  | OwnRuleOptions;

/** Of a rule that a module adds; the rule says what they must be. */
export type OwnRuleOptions = { readonly rule: string; readonly [option: string]: unknown };
