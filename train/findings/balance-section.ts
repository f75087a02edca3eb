/** The balance of the set-ups in words, a table and a picture. */
import type { Interval, SetupBalance } from '../../arena/index.ts';
import { REASONS, type Reason } from '../../env/index.ts';
import { intervalChart } from '../report/interval-chart.ts';
import { type Section, shown, standalone } from './section.ts';
import { bullets, counted, number, percent, plain, range, share, table, times } from './words.ts';

const REASON_WORDS: Readonly<Record<Reason, string>> = {
  'kind-captured': 'last of a kind captured',
  'kind-buried': 'last of a kind buried',
  'no-capture': 'no capture possible',
};

const ENDED: Readonly<Record<Reason, string>> = {
  'kind-captured': "by the capture of the loser's last stack of a kind",
  'kind-buried': 'by the loser burying the last stack of a kind',
  'no-capture': 'because the loser could not capture',
};

/** Whether the players win equally often, set-up by set-up; `commands` play the same games again. */
export const balanceSection = (balance: readonly SetupBalance[], commands: readonly string[]): Section => ({
  title: 'Who wins, and how',
  paragraphs: [
    bullets(balance.flatMap((each) => [sayWinner(each), sayLength(each)])),
    table(
      ['set-up', 'games', 'won by White (95 %)', 'actions', '10 % up to', '10 % from', ...Object.values(REASON_WORDS)],
      balance.map(({ setup, games, white, length, lengths, endings }) => [
        setup,
        String(games),
        share(white),
        length === null ? '–' : `${number(length.value)} (${range(length)})`,
        plain(lengths[0]),
        plain(lengths[2]),
        ...REASONS.map((reason) => share(endings[reason])),
      ]),
    ),
    'Actions are captures, stackings and passes; placements are not counted.',
    shown('balance', 'Share of games won by White from each set-up, with 95 % intervals'),
    'The same games again, without the findings:',
    commands.map((command) => `    ${command}`).join('\n'),
  ],
  pictures: [
    {
      name: 'balance',
      svg: standalone(
        intervalChart(
          balance.map(({ setup, white }) => ({ label: setup, ...times(100, white) })),
          { title: 'Games won by White', xLabel: '% of games, 95 % interval', reference: 50, width: 640 },
        ),
      ),
    },
  ],
});

const sayWinner = ({ setup, games, white }: SetupBalance): string =>
  `From the ${setup} set-up White, who begins, won ${percent(white.value)} of ${counted(games, 'game')} (${range(times(100, white))}): ${sayAdvantage(white)}.`;

const sayAdvantage = ({ low, high }: Interval): string => {
  if (low > 0.5) return 'White has the better start';
  if (high < 0.5) return 'Black has the better start';
  return 'too close to even to say who has the better start';
};

const sayLength = ({ setup, length, endings }: SetupBalance): string => {
  const [often] = REASONS.toSorted((one, other) => endings[other].value - endings[one].value);
  const took = length === null ? '' : `took ${number(length.value)} actions on average (${range(length)}) and `;
  return `Games from the ${setup} set-up ${took}ended most often ${ENDED[often]}: ${share(endings[often])}.`;
};
