/** Boards whose points are coloured by how often something stood there, side by side as one picture. */
import { POINT_COUNT, POINT_NAMES, POINT_Q, POINT_R } from '../../env/index.ts';

/** A board; `density` is by point, 1 being as often as by chance. */
export type DensityMap = { readonly title: string; readonly density: readonly number[] };

const STEP = 24; // units between neighbours
const COLUMN_STEP = (STEP * Math.sqrt(3)) / 2;
const RADIUS = 11.5;
const MAP = 232; // a board with its room
const TOP = 44;
const HEIGHT = TOP + 9 * STEP + 52;

/** Below and above chance: colours that all people tell apart, equally strong at half and at twice as often. */
const [BELOW, EVEN, ABOVE] = [
  [47, 127, 193],
  [246, 243, 234],
  [217, 112, 10],
] as const;
const STRONGEST = 2;

/** The maps from left to right, with a key below. */
export const densityMaps = (maps: readonly DensityMap[]): string => {
  const width = MAP * maps.length;
  const told = maps.map(
    ({ title, density }) => `${title}: ${Math.min(...density).toFixed(2)} to ${Math.max(...density).toFixed(2)}`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" font-family="system-ui, sans-serif" font-size="12" fill="#222">`,
    `<title>How often pieces were put where, times chance</title><desc>${told.join('; ')}.</desc>`,
    `<rect width="${width}" height="${HEIGHT}" rx="8" fill="#fff"/>`,
    ...maps.map((map, index) => drawMap(map, MAP * (index + 0.5))),
    drawKey(width / 2, HEIGHT - 26),
    '</svg>\n',
  ].join('');
};

const drawMap = ({ title, density }: DensityMap, centre: number): string => {
  const middle = TOP + 4.5 * STEP;
  const discs = Array.from({ length: POINT_COUNT }, (_, point) => {
    const x = centre + POINT_Q[point] * COLUMN_STEP;
    const y = middle - (POINT_R[point] + POINT_Q[point] / 2) * STEP;
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${RADIUS}" fill="${colourOf(density[point])}" stroke="#8c8064" stroke-width=".6"><title>${POINT_NAMES[point]}: ${density[point].toFixed(2)}</title></circle>`;
  });
  return `<text x="${centre}" y="22" text-anchor="middle" font-size="14" font-weight="600">${title}</text>${discs.join('')}`;
};

/** By the logarithm: half as often is as far from chance as twice as often. */
const colourOf = (density: number): string => {
  const strength = Math.max(-1, Math.min(1, Math.log2(Math.max(density, 1e-6)) / Math.log2(STRONGEST)));
  const end = strength < 0 ? BELOW : ABOVE;
  const mixed = EVEN.map((from, index) => Math.round(from + Math.abs(strength) * (end[index] - from)));
  return `rgb(${mixed.join(',')})`;
};

const KEY = [0.5, 0.71, 1, 1.41, 2];

const drawKey = (centre: number, y: number): string =>
  KEY.map((density, index) => {
    const x = centre + (index - (KEY.length - 1) / 2) * 76;
    const label =
      index === 0 ? '≤ 0.5 ×' : index === KEY.length - 1 ? '≥ 2 ×' : density === 1 ? 'chance' : `${density} ×`;
    return `<rect x="${x - 30}" y="${y - 9}" width="12" height="12" rx="2" fill="${colourOf(density)}" stroke="#8c8064" stroke-width=".6"/><text x="${x - 13}" y="${y + 2}">${label}</text>`;
  }).join('');
