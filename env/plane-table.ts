/** The plane table as Markdown: what `tzaar planes` prints and `docs/environment.md` holds. */
import { DIRECTION_NAMES } from './board.ts';
import { PLANES } from './planes.ts';

/** The planes as a Markdown table. */
export const planeTable = (): string => {
  const rows = PLANES.map(({ name, extent, high, direction, meaning }, index) => {
    const turns = direction === undefined ? '' : DIRECTION_NAMES[direction];
    return `| ${index} | ${name} | ${extent} | 0–${high} | ${turns} | ${meaning} |`;
  });
  return ['| # | plane | extent | range | direction | meaning |', '|---|---|---|---|---|---|', ...rows].join('\n');
};
