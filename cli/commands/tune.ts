/** `tzaar tune`: the options of an agent that play best at its budget. */
import { join } from 'node:path';
import type { Command } from 'commander';
import {
  formatColumns,
  formatScore,
  parseVariation,
  type ScheduleOptions,
  summarise,
  type TunedValue,
  tune,
  type Variation,
} from '../../arena/index.ts';
import { InvalidInput } from '../../env/index.ts';
import { collect } from '../input.ts';
import { print, printJson } from '../output.ts';
import { type PlayOptions, readSchedule, showSchedule, withPlayOptions } from '../play-schedule.ts';

type Options = PlayOptions & ScheduleOptions & { readonly vary?: readonly string[] };

export const addTune = (program: Command): void => {
  withPlayOptions(program.command('tune'), 400)
    .description(
      'find better options of an agent: each value plays against the best agent so far, in a sequential test',
    )
    .argument('<agent>', 'an agent with its budget, such as zero:model=models/released/small-3,sims=256,rule=puct')
    .option('--vary <option=values>', 'an option and the values to try, as in exploration=0.8,1.8; repeatable', collect)
    .option('--sprt <elo0,elo1>', 'what the test of each value tells apart', '0,20')
    .action(async (agent: string, { vary = [], ...options }: Options) => {
      const variations = vary.map(parseVariation);
      if (variations.length === 0) throw new InvalidInput('variations', vary, 'give at least one --vary OPTION=VALUES');
      await readSchedule([agent, agent], 'match', options); // checks it, and loads what it needs
      await showTuning(agent, variations, options);
    });
};

const showTuning = async (
  agent: string,
  variations: readonly Variation[],
  { out, ...options }: PlayOptions & ScheduleOptions,
): Promise<void> => {
  const tried: TunedValue[] = [];
  const tuning = tune(agent, variations, options, (schedule, name) =>
    showSchedule(schedule, { ...options, ...(out !== undefined && { out: join(out, name) }) }),
  );
  for await (const value of tuning) {
    tried.push(value);
    if (!options.json) print(describeValue(value));
  }
  const last = tried.at(-1);
  const best = last === undefined ? agent : last.isBetter ? last.candidate : last.incumbent;
  if (options.json) printJson({ best, tried: tried.map(valueJson) });
  else {
    print('');
    print(formatColumns([TITLES, ...tried.map(cells)]));
    print(`best: ${best}`);
  }
};

const TITLES = ['option', 'value', 'games', 'score against the best so far', 'kept'];

const cells = ({ option, value, standing, isBetter }: TunedValue): string[] => {
  const summary = summarise(standing.counts[0]);
  return [option, value, String(summary.games), formatScore(summary), isBetter ? 'yes' : ''];
};

const describeValue = ({ option, value, standing, isBetter }: TunedValue): string => {
  const summary = summarise(standing.counts[0]);
  return `${option}=${value}: ${formatScore(summary)} in ${summary.games} games${isBetter ? ', kept' : ''}`;
};

const valueJson = ({ standing: { counts, sprt, timeMs, nodes }, ...value }: TunedValue): object => ({
  ...value,
  ...summarise(counts[0]),
  sprt,
  timeMs,
  nodes,
});
