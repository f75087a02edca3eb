/** What pieces are worth in words, tables and pictures. */
import { type Estimate, PIECE_CHANGES, type PieceChange, type PieceWorth } from '../../arena/index.ts';
import { KINDS, type KindName } from '../../env/index.ts';
import { type Section, shown, standalone } from './section.ts';
import { stageChart } from './stage-chart.ts';
import { bullets, gamesOf, listed, number, points, range, STAGE_NAMES, STAGE_WORDS, table, times } from './words.ts';

type ChangeWords = {
  readonly heading: string;
  readonly say: (kind: KindName) => string;
  /** The same once it is clear what is spoken of. */
  readonly sayMore: (kind: KindName) => string;
  readonly chart: string;
};

const CHANGES: Readonly<Record<PieceChange, ChangeWords>> = {
  take: {
    heading: 'A single piece of the opponent off the board',
    say: (kind) => `a ${kind} of the opponent off the board`,
    sayMore: (kind) => `a ${kind}`,
    chart: 'What a single piece of the opponent is worth',
  },
  double: {
    heading: 'A second level on an own single piece',
    say: (kind) => `a second level on a ${kind}`,
    sayMore: (kind) => `on a ${kind}`,
    chart: 'What a second level is worth',
  },
  raise: {
    heading: 'One more level on an own stack of two or more',
    say: (kind) => `one more level on a higher ${kind}`,
    sayMore: (kind) => `on a ${kind}`,
    chart: 'What one more level on a higher stack is worth',
  },
};

/** Everything in percentage points of the mover's winning chance at the start of a turn. */
export const worthSection = (worth: PieceWorth): Section => ({
  title: 'What pieces are worth',
  paragraphs: [
    'Points are percentage points of winning chance of the player whose turn begins, as the network sees it: a position of a game, and the same one with a single stack changed. Each game gives one position of each stage in which nobody had proved who wins, and every stack in it is changed in turn.',
    ...PIECE_CHANGES.flatMap((change) => changeParagraphs(change, worth[change])),
  ],
  pictures: PIECE_CHANGES.map((change) => ({
    name: `worth-${change}`,
    svg: standalone(
      stageChart(
        KINDS.map((kind, index) => ({ name: kind, stages: worth[change][index] })),
        {
          title: CHANGES[change].chart,
          yLabel: 'points of winning chance',
        },
      ),
    ),
  })),
});

const changeParagraphs = (change: PieceChange, kinds: PieceWorth[PieceChange]): string[] => [
  `### ${CHANGES[change].heading}`,
  ...(change === 'take' ? [sayUnusual(kinds.flat())] : []),
  bullets(
    STAGE_WORDS.flatMap((words, stage) =>
      sayStage(
        change,
        words,
        kinds.map((stages) => stages[stage]),
      ),
    ),
  ),
  table(
    ['stacks left', ...KINDS.map((kind) => `${kind}, points (95 %)`), 'games'],
    STAGE_NAMES.map((name, stage) => [
      name,
      ...kinds.map((stages) => points(stages[stage])),
      String(Math.max(0, ...kinds.map((stages) => stages[stage]?.games ?? 0))),
    ]),
  ),
  shown(`worth-${change}`, `${CHANGES[change].chart}, by stage of the game`),
];

/** A rare sort of board is where a network is the least to be trusted, and a piece that seems to help its enemy is a sign of it. */
const sayUnusual = (estimates: readonly (Estimate | null)[]): string => {
  const isOdd = estimates.some((estimate) => estimate !== null && estimate.high < 0);
  const unusual =
    'A board with a stack less is of a sort that the network has hardly seen: at the start of a turn the number of stacks is odd, unless somebody has passed.';
  return isOdd
    ? `${unusual} Where a number is below zero, it would rather have the piece of the opponent on the board; there it is the least to be trusted.`
    : unusual;
};

const sayStage = (change: PieceChange, words: string, kinds: readonly (Estimate | null)[]): string[] => {
  const known = kinds.flatMap((estimate, kind) =>
    estimate === null
      ? []
      : [
          {
            kind: KINDS[kind],
            worth: `${number(100 * estimate.value)} points (${range(times(100, estimate))}, ${gamesOf(estimate)})`,
          },
        ],
  );
  if (known.length === 0) return [];
  const said = known.map(({ kind, worth }, index) =>
    index === 0 ? `${CHANGES[change].say(kind)} is worth ${worth}` : `${CHANGES[change].sayMore(kind)} ${worth}`,
  );
  return [`With ${words} ${listed(said)}.`];
};
