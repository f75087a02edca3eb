/** The second step of a turn in words, tables and pictures. */
import { type Estimate, SECOND_STEPS, type SecondStep, type SecondSteps } from '../../arena/index.ts';
import { type Section, shown, standalone } from './section.ts';
import { stageChart } from './stage-chart.ts';
import {
  bullets,
  gamesOf,
  listed,
  number,
  percent,
  points,
  range,
  STAGE_NAMES,
  STAGE_WORDS,
  share,
  table,
  times,
} from './words.ts';

const DOES: Readonly<Record<SecondStep, string>> = { stack: 'stacks', capture: 'captures again', pass: 'passes' };
const BEST: Readonly<Record<SecondStep, string>> = {
  stack: 'the best stacking',
  capture: 'the best capture',
  pass: 'a pass',
};

/** What is played, and what the alternatives cost. */
export const secondStepSection = ({ shares, costs }: SecondSteps): Section => ({
  title: 'The second step of a turn',
  paragraphs: [
    'How often it was what, in turns in which nobody had proved who wins:',
    bullets(STAGE_WORDS.flatMap((words, stage) => sayShares(words, shares, stage))),
    table(
      ['stacks left', ...SECOND_STEPS.map((sort) => `${DOES[sort]} (95 %)`), 'turns', 'games'],
      STAGE_NAMES.map((name, stage) => {
        const own = SECOND_STEPS.map((sort) => shares[sort][stage]);
        return [
          name,
          ...own.map((each) => (each === null ? '–' : share(each))),
          String(own[0]?.count ?? 0),
          String(own[0]?.games ?? 0),
        ];
      }),
    ),
    shown('second-step', 'How often the second step stacks, captures or passes, by stage of the game'),
    'What the best step of each sort loses against the best of all, in percentage points of winning chance, on one such position of each stage of each game. The network chooses the best of each sort by one look at each position after it, and judges it by the mean of the eleven other images of that position.',
    bullets(STAGE_WORDS.flatMap((words, stage) => sayCosts(words, costs, stage))),
    table(
      ['stacks left', ...SECOND_STEPS.map((sort) => `${BEST[sort]} loses (95 %)`), 'positions'],
      STAGE_NAMES.map((name, stage) => [
        name,
        ...SECOND_STEPS.map((sort) => points(costs[sort][stage])),
        String(costs.pass[stage]?.count ?? 0),
      ]),
    ),
    shown('second-step-cost', 'What the best stacking, capture and pass lose against the best of all, by stage'),
  ],
  pictures: [
    {
      name: 'second-step',
      svg: standalone(
        stageChart(
          SECOND_STEPS.map((sort) => ({ name: DOES[sort], stages: shares[sort] })),
          {
            title: 'The second step',
            yLabel: '% of turns, 95 % interval',
            yRange: [0, 100],
          },
        ),
      ),
    },
    {
      name: 'second-step-cost',
      svg: standalone(
        stageChart(
          SECOND_STEPS.map((sort) => ({ name: BEST[sort], stages: costs[sort] })),
          {
            title: 'What it loses against the best of all',
            yLabel: 'points of winning chance',
          },
        ),
      ),
    },
  ],
});

/** What is known of each sort at a stage, the smallest first. */
const knownAt = (
  found: SecondSteps['shares'],
  stage: number,
): { readonly sort: SecondStep; readonly estimate: Estimate }[] =>
  SECOND_STEPS.flatMap((sort) => {
    const estimate = found[sort][stage];
    return estimate === null ? [] : [{ sort, estimate }];
  }).toSorted((one, other) => one.estimate.value - other.estimate.value);

const sayShares = (words: string, shares: SecondSteps['shares'], stage: number): string[] => {
  const known = knownAt(shares, stage).toReversed();
  if (known.length === 0) return [];
  const said = known.map(
    ({ sort, estimate }) => `${DOES[sort]} in ${percent(estimate.value)} of turns (${range(times(100, estimate))})`,
  );
  return [`With ${words} it ${listed(said)}; ${gamesOf(known[0].estimate)}.`];
};

const sayCosts = (words: string, costs: SecondSteps['costs'], stage: number): string[] => {
  const known = knownAt(costs, stage);
  if (known.length === 0) return [];
  const said = known.map(
    ({ sort, estimate }) =>
      `${BEST[sort]} loses ${number(100 * estimate.value)} points (${range(times(100, estimate))})`,
  );
  return [`With ${words} ${listed(said)}; ${gamesOf(known[0].estimate)}.`];
};
