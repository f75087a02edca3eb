/** The AlphaZero search as an agent that a spec names: a network, a limit, a search rule and the options of that rule. */
import { type Entries, flag, matching, maybe, real, type Schema, whole, withDefault, word } from '../env/index.ts';
import { EVALUATOR_PRECISIONS, FASTEST, SHIPPED } from '../models/index.ts';
import { type AgentKind, agentKind } from './agent-kind.ts';
import { TURN_MS } from './limits.ts';
import type { SearchChanges } from './search/options.ts';
import { AUTO_RULE } from './search/play-settings.ts';
import type { SearchRule } from './search/rule.ts';
import { SEARCH_RULES } from './search/rules/index.ts';
import { TimedAgent } from './timed-agent.ts';
import { ZERO_PLACING, ZeroAgent } from './zero-agent.ts';

export const zeroKind: AgentKind = agentKind({
  name: 'zero',
  help: 'AlphaZero search on a network',
  options: {
    model: withDefault(
      matching(
        /./s,
        'the path of a network: a released model folder or a weight file; shipped: the one that comes along',
      ),
      SHIPPED,
    ),
    sims: maybe(whole(1, 1e9, 'simulations for an action')),
    ms: maybe(TURN_MS),
    precision: maybe(
      word(
        [...EVALUATOR_PRECISIONS, FASTEST] as const,
        'in what numbers the network is evaluated; int8 is sooner done, and rounds. By default float32, by the clock the faster',
      ),
    ),
    firstShare: maybe(real(0.05, 1, "what a turn's first step may take of its milliseconds")),
    prove: maybe(real(0, 1, "share of an action's budget that proofs may take, where few stacks are left")),
    placing: maybe(word(ZERO_PLACING, 'how pieces are placed: by searching, or by chance')),
    skipLost: maybe(flag('whether actions that are proven lost stay out of mean values')),
    leaves: maybe(whole(1, 4096, 'leaves that are evaluated at once; by default more for larger budgets')),
  },
  optionsBy: {
    option: 'rule',
    help: 'how simulations are shared out',
    standard: AUTO_RULE,
    choices: () => ({
      [AUTO_RULE]: {
        help: 'the rule and the settings that were measured to be the strongest for the budget',
        options: {},
      },
      ...Object.fromEntries(
        SEARCH_RULES.all.map((rule) => [rule.name, { help: rule.help, options: calmOptions(rule) }]),
      ),
    }),
  },
  limit: { names: ['sims', 'ms'], standard: { sims: 64 } },
  olderNames: { root: 'rule' },
  network: 'model',
  open: async ({ model, sims, ms, firstShare, prove, placing, precision, ...given }, { name, openNetwork }) => {
    const { rule, ...rest } = given as { readonly rule: string };
    const search = (rule === AUTO_RULE ? rest : given) as SearchChanges;
    // Simulations are the same on every machine, which the clock is not.
    const numbers = precision ?? (ms === undefined ? undefined : FASTEST);
    const evaluator = await openNetwork(model, numbers === undefined ? {} : { precision: numbers });
    const agent = new ZeroAgent(evaluator, {
      ...search,
      name,
      firstShare,
      prove,
      placing,
      ...(sims !== undefined && { sims }),
    });
    return ms === undefined ? agent : new TimedAgent(agent, ms);
  },
});

/** A rule's options with the defaults of play to win. */
const calmOptions = ({ options, calm }: SearchRule): Entries => ({
  ...options,
  ...Object.fromEntries(
    Object.entries(calm).map(([name, standard]): [string, Schema] => [name, withDefault(options[name], standard)]),
  ),
});
