import type { Command } from 'commander';
import { formatScore, type PlayedSchedule, type Schedule, type ScheduleOptions, summarise } from '../../arena/index.ts';
import { print, printJson } from '../output.ts';
import { type PlayOptions, readSchedule, showSchedule, withPlayOptions } from '../play-schedule.ts';

type Options = PlayOptions & ScheduleOptions;

export const addMatch = (program: Command): void => {
  withPlayOptions(program.command('match'), 200)
    .description('let two agents play, in pairs from the same start with colours swapped')
    .argument(
      '<first>',
      'an agent, such as alphabeta:ms=200 (tzaar agents lists them), or a module with one, such as ./my-agent.ts',
    )
    .argument('<second>', 'its opponent')
    .option('--sprt <elo0,elo1>', 'stop as soon as it is clear which difference is true, as in 0,30')
    .action(async (first: string, second: string, options: Options) => {
      const schedule = await readSchedule([first, second], 'match', options);
      const standing = await showSchedule(schedule, options);
      if (options.json) printJson(matchJson(schedule, standing));
      else printMatch(standing);
    });
};

const printMatch = ({ names, counts, sprt, forfeits, timeMs, records }: PlayedSchedule): void => {
  const summary = summarise(counts[0]);
  print(`${names[0]} against ${names[1]}: ${summary.games} games`);
  print(`score ${formatScore(summary)}`);
  print(`pairs with 0, 1, 2 points: ${counts[0][0]}, ${counts[0][2]}, ${counts[0][4]}`);
  const actions = records.reduce((sum, { moves }) => sum + moves.length, 0) / 2;
  if (timeMs[0] + timeMs[1] > 0)
    print(`time: ${timeMs.map((ms) => `${(ms / actions).toFixed(1)} ms`).join(' and ')} an action`);
  if (forfeits > 0) print(`${forfeits} games were lost by forfeit; the records say why`);
  if (sprt !== null)
    print(`SPRT: ${sprt.verdict}, LLR ${sprt.llr.toFixed(2)} (${sprt.lower.toFixed(2)} to ${sprt.upper.toFixed(2)})`);
};

const matchJson = (
  { setup, seed }: Schedule,
  { names, counts, sprt, forfeits, timeMs, nodes, networks, modules }: PlayedSchedule,
): object => ({
  first: names[0],
  second: names[1],
  setup,
  seed,
  ...summarise(counts[0]),
  pairScores: counts[0],
  forfeits,
  timeMs,
  nodes,
  sprt,
  networks,
  modules,
});
