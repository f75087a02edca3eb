/**
 * Better options for an agent, found by playing: each value of each option meets the best agent so far in a match, and takes its
 * place where it wins. One option at a time, since two that change together tell nothing of either. What was played
 * decides, so a tuning that was stopped goes on from the games that are kept.
 */
import { agentKindOf, formatAgentSpec, optionEntries, parseAgentSpec } from '../agents/index.ts';
import { InvalidInput } from '../env/index.ts';
import type { PlayedSchedule } from './play-schedule.ts';
import { makeSchedule, type Schedule, type ScheduleOptions } from './schedule.ts';

/** Values of one option, in the order in which they are tried. */
export type Variation = { readonly option: string; readonly values: readonly string[] };

/** One value that was tried. */
export type TunedValue = {
  readonly option: string;
  readonly value: string;
  /** The agent with this value, and the one that it met. */
  readonly candidate: string;
  readonly incumbent: string;
  readonly standing: PlayedSchedule;
  /** Whether the candidate is the better one from here on. */
  readonly isBetter: boolean;
};

/** Plays a match; `name` is a short one of its own within the tuning. */
export type PlayMatch = (schedule: Schedule, name: string) => Promise<PlayedSchedule>;

/** `exploration=0.6,1.2`: an option and its values. */
export const parseVariation = (text: string): Variation => {
  const [, option, list] = /^([A-Za-z]+)=(.+)$/s.exec(text) ?? [];
  const values = list?.split(',') ?? [];
  if (option === undefined || values.some((value) => value === ''))
    throw new InvalidInput('variation', text, 'expected an option and its values, as in exploration=0.6,1.2,2.5');
  return { option, values };
};

/** The same agent with another value of an option. */
export const withOption = (agent: string, option: string, value: string): string => {
  const { kind, options, label } = parseAgentSpec(agent);
  if (!Object.hasOwn(optionEntries(agentKindOf(kind), options), option))
    throw new InvalidInput('agent', agent, `it has no option ${option}`);
  const { [option]: _, ...others } = options;
  const rest = formatAgentSpec({ kind, options: others, ...(label !== undefined && { label }) });
  return formatAgentSpec(parseAgentSpec(`${rest}${rest.includes(':') ? ',' : ':'}${option}=${value}`));
};

/** Tries all values, yielding each as it is judged; the last yield's better agent is the result. */
export async function* tune(
  agent: string,
  variations: readonly Variation[],
  options: ScheduleOptions,
  play: PlayMatch,
): AsyncGenerator<TunedValue> {
  // All problems before the first game, not hours later.
  for (const { option, values } of variations) for (const value of values) withOption(agent, option, value);
  let incumbent = formatAgentSpec(parseAgentSpec(agent));
  let tried = 0;
  for (const { option, values } of variations) {
    for (const value of values) {
      const candidate = withOption(incumbent, option, value);
      if (candidate === incumbent) continue;
      const name = `${String(++tried).padStart(2, '0')}-${option}-${value.replace(/[^\w.-]/g, '_')}`;
      const standing = await play(makeSchedule([candidate, incumbent], 'match', options), name);
      const isBetter = standing.sprt !== null && judgedBetter(standing.sprt);
      yield { option, value, candidate, incumbent, standing, isBetter };
      if (isBetter) incumbent = candidate;
    }
  }
}

/** Decided by the test; where the games ran out before, by which of its two hypotheses they fit better. */
const judgedBetter = ({ verdict, llr }: NonNullable<PlayedSchedule['sprt']>): boolean =>
  verdict === 'undecided' ? llr > 0 : verdict === 'elo1';
