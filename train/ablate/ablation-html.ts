/** The result of an ablation as one HTML file: pictures of all intervals, the table, scores by seed, and what each arm changed. */
import { escapeHtml, formatElo, htmlTable, type Interval } from '../../arena/index.ts';
import { type IntervalRow, intervalChart } from '../report/interval-chart.ts';
import { chartGrid, renderPage } from '../report/page.ts';
import type { AblationResult, ArmResult } from './ablation-result.ts';
import { ABLATION_TITLES, ablationCells, describeAblation, describeChanges } from './format-ablation.ts';

/** The result as a page that stands alone. */
export const renderAblation = (result: AblationResult): string => {
  const { plan, arms } = result;
  const others = arms.slice(1);
  const body = [
    `<h1>${escapeHtml(plan.name)}</h1><p class="soft">${escapeHtml(describeAblation(result))}</p>`,
    chartGrid(chartsOf(arms)),
    section('All arms', htmlTable(ABLATION_TITLES, arms.map(ablationCells))),
    section(
      'Log-losses beside those of the base, on the same games',
      htmlTable(
        ['arm', 'value', 'policy'],
        others.map(({ arm, valueMore, policyMore }) => [arm, formatMore(valueMore), formatMore(policyMore)]),
      ),
    ),
    section('Scores against the base, by seed', seedTable(others, plan.seeds)),
    section('Every match', duelTable(result)),
    section(
      'What each arm changes',
      `<ul>${others.map(({ arm }) => `<li>${escapeHtml(describeChanges(arm, plan).replaceAll('`', ''))}</li>`).join('')}</ul>`,
    ),
  ];
  return renderPage(`${plan.name}: an ablation`, body.join('\n'));
};

const section = (title: string, content: string): string => `<section><h2>${title}</h2>${content}</section>`;

const chartsOf = (arms: readonly ArmResult[]): string[] => {
  const scores = arms.flatMap(({ arm, score }): IntervalRow[] =>
    score === null
      ? []
      : [{ label: arm, value: 100 * score.score, low: 100 * score.scoreLow, high: 100 * score.scoreHigh }],
  );
  const rowsOf = (take: (result: ArmResult) => Interval): IntervalRow[] =>
    arms.map((result) => ({ label: result.arm, ...take(result) }));
  const ratings = rowsOf(({ rating: { elo, low, high } }) => ({ value: elo, low, high }));
  const [base] = arms;
  return [
    intervalChart(scores, { title: 'Score against the base', xLabel: 'percent', reference: 50 }),
    intervalChart(ratings, { title: 'Rating', xLabel: 'Elo, relative to the average', reference: 0 }),
    intervalChart(
      rowsOf(({ valueLoss }) => valueLoss),
      { title: 'Value on held-out games', xLabel: 'log-loss, nats', reference: base.valueLoss.value },
    ),
    intervalChart(
      rowsOf(({ policyLoss }) => policyLoss),
      { title: 'Policy on held-out games', xLabel: 'log-loss, nats', reference: base.policyLoss.value },
    ),
  ];
};

/** `+0.012 (−0.003 to +0.027)`. */
const formatMore = (more: Interval | null): string => {
  const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
  return more === null ? '' : `${signed(more.value)} (${signed(more.low)} to ${signed(more.high)})`;
};

const seedTable = (arms: readonly ArmResult[], seeds: readonly number[]): string =>
  htmlTable(
    ['arm', ...seeds.map((seed) => `seed ${seed}`)],
    arms.map(({ arm, scoreBySeed }) => [arm, ...scoreBySeed.map(({ score }) => `${(100 * score).toFixed(1)} %`)]),
  );

const duelTable = ({ duels }: AblationResult): string =>
  htmlTable(
    ['first', 'second', 'score of the first', '95 % interval', 'Elo', 'games'],
    duels.map(({ first, second, summary: { score, scoreLow, scoreHigh, elo, games } }) => [
      first,
      second,
      `${(100 * score).toFixed(1)} %`,
      `${(100 * scoreLow).toFixed(1)}–${(100 * scoreHigh).toFixed(1)}`,
      formatElo(elo),
      String(games),
    ]),
  );
