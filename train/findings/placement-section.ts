/** Placement in words, a table and as maps. */
import { type Estimate, type Interval, type KindPlacement, type Placement, RING_COUNT } from '../../arena/index.ts';
import { KINDS } from '../../env/index.ts';
import { densityMaps } from './density-maps.ts';
import { type Section, shown } from './section.ts';
import { bullets, gamesOf, number, percent, range, share, table, times } from './words.ts';

/** `hasLearnt` is null where nobody knows whether the network learnt from games with placement. */
export const placementSection = ({ kinds, chance }: Placement, hasLearnt: boolean | null): Section => ({
  title: 'Where pieces are placed',
  paragraphs: [
    ...(hasLearnt === false
      ? [
          'This network never learnt from games with placement: what follows shows how its search places, and is no advice.',
        ]
      : []),
    `Distances are from the centre: 1 beside it, ${RING_COUNT} at the edge. Chance is every arrangement of the pieces being equally likely.`,
    bullets(kinds.flatMap((kind, index) => sayKind(`${KINDS[index]}s`, kind, chance))),
    table(
      ['', 'mean distance (95 %)', ...rings.map((ring) => `ring ${ring}`), "beside them the same player's"],
      [
        ...kinds.map(({ distance, rings: onRings, ownNeighbours }, index) => [
          `${KINDS[index]}s`,
          distance === null ? '–' : `${number(distance.value, 2)} (${range(distance, 2)})`,
          ...onRings.map(shareOrDash),
          shareOrDash(ownNeighbours),
        ]),
        ['chance', number(chance.distance, 2), ...chance.rings.map(percent), percent(chance.ownNeighbours)],
      ],
    ),
    shown('placement', 'Where tzaars, tzarras and totts were put, against chance'),
  ],
  pictures: [
    {
      name: 'placement',
      svg: densityMaps(kinds.map(({ density }, index) => ({ title: `${KINDS[index]}s`, density }))),
    },
  ],
});

const rings: readonly number[] = Array.from({ length: RING_COUNT }, (_, index) => index + 1);

const shareOrDash = (estimate: Estimate | null): string => (estimate === null ? '–' : share(estimate));

/** Where an interval lies: below a number, above it, or around it. */
const compared = (
  { low, high }: Interval,
  than: number,
  words: readonly [below: string, around: string, above: string],
): string => (high < than ? words[0] : low > than ? words[2] : words[1]);

const sayKind = (name: string, kind: KindPlacement, chance: Placement['chance']): string[] => {
  const { distance, ownNeighbours, winnerFarther } = kind;
  if (distance === null || ownNeighbours === null || winnerFarther === null) return [];
  const where = compared(distance, chance.distance, [
    'nearer to the centre than chance puts them',
    'about as far out as chance puts them',
    'farther out than chance puts them',
  ]);
  const beside = compared(ownNeighbours, chance.ownNeighbours, ['fewer', 'about as many', 'more']);
  const won = compared(winnerFarther, 0, ['nearer to the centre than', 'about as far out as', 'farther out than']);
  return [
    `The ${name} stand ${where}: at ${number(distance.value, 2)} (${range(distance, 2)}, ${gamesOf(distance)}), chance ${number(chance.distance, 2)}. ` +
      `Beside them stand ${beside} pieces of the same player ${beside === 'about as many' ? 'as' : 'than'} by chance: ${percent(ownNeighbours.value)} (${range(times(100, ownNeighbours))}), chance ${percent(chance.ownNeighbours)}. ` +
      `The winner's stood ${won} the loser's: ${number(winnerFarther.value, 2)} farther out (${range(winnerFarther, 2)}).`,
  ];
};
