/** How long proofs reach, in words and as a picture. */
import { type ProofReach, REACH_SHARES } from '../../arena/index.ts';
import { barChart } from '../report/bar-chart.ts';
import { type Section, shown, standalone } from './section.ts';
import { counted, plain, table } from './words.ts';

/** `sims` is what each search of these games had. */
export const proofsSection = ({ games, median, quantiles, counts, letGo }: ProofReach, sims: number): Section => ({
  title: 'How long before the end the result is proven',
  paragraphs: [
    `${sayMedian(median)} ${sayLetGo(letGo, games)}`,
    table(
      ['share of games', 'proven at most so many actions before the end'],
      REACH_SHARES.map((share, index) => [`${Math.round(100 * share)} %`, plain(quantiles[index])]),
    ),
    `From ${counted(games, 'game')} of all set-ups. A result counts from the first search that had proved it, of either player, with ${counted(sims, 'simulation')}; the action that was chosen then is the first of those counted.`,
    shown('proofs', 'Games by how many actions before the end their result was proven'),
  ],
  pictures: [
    {
      name: 'proofs',
      svg: standalone(
        barChart(
          counts.map((count, reach) => ({ label: String(reach), value: count })),
          {
            title: 'From the proof to the end',
            xLabel: 'actions before the end',
            yLabel: 'games',
            width: 640,
            height: 300,
          },
        ),
      ),
    },
  ],
});

const sayMedian = (median: ProofReach['median']): string =>
  median === null
    ? 'There are too few games to say when a result is proven.'
    : `In half of the games the result was proven ${plain(median.value)} actions before the end or earlier (95 %: ${plain(median.low)} to ${plain(median.high)}).`;

const sayLetGo = (letGo: number, games: number): string =>
  letGo === 0
    ? 'No proven win was let go.'
    : `In ${letGo} of ${counted(games, 'game')} the winner had been proven lost before, which the opponent did not see.`;
