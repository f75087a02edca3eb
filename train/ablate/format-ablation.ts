/** The result of an ablation as a table: for terminals and for Markdown documents. */
import { formatColumns, formatElo, type Interval } from '../../arena/index.ts';
import { formatDuration } from '../report/format-duration.ts';
import type { AblationResult, ArmResult } from './ablation-result.ts';
import type { AblationPlan } from './plan.ts';

/** What the columns of the table hold. */
export const ABLATION_TITLES: readonly string[] = [
  'arm',
  'score against base',
  'rating',
  'value log-loss',
  'policy log-loss',
  'games',
  'samples',
  'simulations',
  'time',
];

/** The cells of an arm's row. */
export const ablationCells = (result: ArmResult): string[] => {
  const { arm, shardsOf, score, rating, valueLoss, policyLoss, spent } = result;
  return [
    shardsOf === null ? arm : `${arm} (games of ${shardsOf})`,
    score === null
      ? ''
      : `${(100 * score.score).toFixed(1)} % (${(100 * score.scoreLow).toFixed(1)}–${(100 * score.scoreHigh).toFixed(1)})`,
    `${formatElo(rating.elo)} (${formatElo(rating.low)} to ${formatElo(rating.high)})`,
    formatLoss(valueLoss),
    formatLoss(policyLoss),
    formatCount(spent.games),
    formatCount(spent.samples),
    formatCount(spent.simulations),
    formatDuration(spent.minutes * 60),
  ];
};

const formatLoss = ({ value, low, high }: Interval): string =>
  `${value.toFixed(3)} (${low.toFixed(3)}–${high.toFixed(3)})`;

/** `12 345 678`, with spaces that do not break. */
const formatCount = (count: number): string => String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, '\u00a0');

/** For terminals. */
export const formatAblation = (result: AblationResult): string =>
  `${formatColumns([ABLATION_TITLES, ...result.arms.map(ablationCells)])}\n\n${describeAblation(result)}`;

/** For Markdown, with the command that makes it. */
export const ablationMarkdown = (result: AblationResult, command: string): string =>
  [
    `### ${result.plan.name}`,
    '',
    `    ${command}`,
    '',
    row(ABLATION_TITLES),
    row(ABLATION_TITLES.map(() => '---')),
    ...result.arms.map((arm) => row(ablationCells(arm))),
    '',
    ...result.arms.slice(1).map((arm) => `- ${describeChanges(arm.arm, result.plan)}`),
    '',
    describeAblation(result),
  ].join('\n');

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** What was compared and how, in sentences. */
export const describeAblation = ({ plan, heldOut }: AblationResult): string => {
  const { budget, seeds, match } = plan;
  const count = (number: number, what: string): string =>
    `${formatCount(number)} ${number === 1 ? what.replace(/s$/, '') : what}`;
  const length = budget.type === 'minutes' ? `${budget.limit} minutes` : count(budget.limit, budget.type);
  return (
    `Each run had ${length}; ${seeds.length === 1 ? 'seed' : 'seeds'} ${seeds.join(', ')}. ` +
    `${plan.base.fork === undefined ? '' : `All went on from ${plan.base.fork}, and what they spent is counted from there. `}` +
    `Scores are of ${match.games} games for each ${match.against === 'all' ? 'two arms' : 'arm'} and seed at ${match.sims} simulations, ratings relative to the average of the arms; ` +
    `log-losses, in nats, are on ${heldOut.games} games (${formatCount(heldOut.positions)} positions) that nobody learnt from. Intervals are 95 %, over games.`
  );
};

/** `fast: learner.passes = 1, replay.surpriseShare = 0.5`. */
export const describeChanges = (arm: string, { arms }: AblationPlan): string => {
  const { changes, shardsOf } = arms[arm];
  const all = [
    ...leavesOf(changes).map(
      ([path, value]) => `\`${path}=${typeof value === 'string' ? value : JSON.stringify(value)}\``,
    ),
    ...(shardsOf === null ? [] : [`learns from the games of ${shardsOf}`]),
  ];
  return `${arm}: ${all.join(', ')}`;
};

const leavesOf = (tree: Readonly<Record<string, unknown>>, at = ''): [path: string, value: unknown][] =>
  Object.entries(tree).flatMap(([key, value]): [string, unknown][] =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? leavesOf(value as Readonly<Record<string, unknown>>, `${at}${key}.`)
      : [[`${at}${key}`, value]],
  );
