/** A position as an SVG picture that stands alone: no fonts, scripts or files from elsewhere. */
import { type Action, isPlacement, originOf, PASS, placedPoint } from './action.ts';
import { type Box, boxAround, placeLabels, type Spot } from './arrow-labels.ts';
import {
  COLUMN_COUNT,
  COLUMN_NAMES,
  COLUMN_SIZES,
  NEIGHBOURS,
  OFF_BOARD,
  POINT_COUNT,
  POINT_Q,
  POINT_R,
  type Point,
} from './board.ts';
import type { Position } from './position.ts';
import { describeTurn } from './render-text.ts';
import { type Cell, EMPTY, heightOf, kindOf, ownerOf, WHITE } from './stack.ts';

/** An action to point at; `weight` from 0 to 1 is its width and strength. */
export type Arrow = { readonly action: Action; readonly weight: number; readonly label?: string };

/** What `renderSvg` may be told. */
export type SvgOptions = {
  readonly arrows?: readonly Arrow[];
  /** Pixels between two adjacent points. */
  readonly scale?: number;
};

/** A position as an SVG picture. */
export const renderSvg = (position: Position, { arrows = [], scale = 56 }: SvgOptions = {}): string => {
  const width = Math.round(scale * (8 * COLUMN_STEP + 2));
  const height = Math.round(scale * 10.5);
  const frame: Frame = { scale, left: width / 2, top: height / 2 - scale * 0.25 };
  const points = Array.from({ length: POINT_COUNT }, (_, point) => point);
  const layers = [
    `<rect width="${width}" height="${height}" rx="${scale / 4}" fill="#e9dfc7"/>`,
    `<g stroke="#a08e68" stroke-width="${fixed(scale * 0.035)}">${points.map((point) => drawLines(frame, point)).join('')}</g>`,
    columnLabels(frame),
    ...points.map((point) => drawStack(frame, point, position.cells[point])),
    ...arrows.map((arrow) => drawArrow(frame, position, arrow)),
    ...points.map((point) => drawHeight(frame, point, position.cells[point])),
    ...drawLabels(frame, position, arrows),
  ];
  const title = describeTurn(position);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`,
    ` role="img" aria-label="TZAAR: ${title}" font-family="system-ui, sans-serif"><title>${title}</title>`,
    ...layers,
    '</svg>\n',
  ].join('');
};

type Frame = { readonly scale: number; readonly left: number; readonly top: number };

const COLUMN_STEP = Math.sqrt(3) / 2; // columns are closer to each other than the points in a column

const xOf = (frame: Frame, q: number): number => frame.left + frame.scale * q * COLUMN_STEP;
const yOf = (frame: Frame, q: number, r: number): number => frame.top - frame.scale * (r + q / 2);
const centreOf = (frame: Frame, point: Point): readonly [x: number, y: number] => [
  xOf(frame, POINT_Q[point]),
  yOf(frame, POINT_Q[point], POINT_R[point]),
];

const fixed = (value: number): string => String(Math.round(value * 10) / 10);

const drawLines = (frame: Frame, point: Point): string => {
  const [x, y] = centreOf(frame, point);
  return [0, 1, 2]
    .map((direction) => NEIGHBOURS[point * 6 + direction])
    .filter((neighbour) => neighbour !== OFF_BOARD)
    .map((neighbour) => {
      const [toX, toY] = centreOf(frame, neighbour);
      return `<line x1="${fixed(x)}" y1="${fixed(y)}" x2="${fixed(toX)}" y2="${fixed(toY)}"/>`;
    })
    .join('');
};

const columnLabels = (frame: Frame): string => {
  const size = fixed(frame.scale * 0.28);
  const label = (q: number, y: number, text: string): string =>
    `<text x="${fixed(xOf(frame, q))}" y="${fixed(y)}">${text}</text>`;
  const labels = Array.from({ length: COLUMN_COUNT }, (_, column) => {
    const q = column - 4;
    const lowest = yOf(frame, q, -4 - Math.min(q, 0)) + frame.scale * 0.75;
    const highest = yOf(frame, q, 4 - Math.max(q, 0)) - frame.scale * 0.6;
    const name = COLUMN_NAMES[column];
    return label(q, lowest, `${name}1`) + label(q, highest, `${name}${COLUMN_SIZES[column]}`);
  });
  return `<g font-size="${size}" fill="#7a6a48" text-anchor="middle">${labels.join('')}</g>`;
};

const SLICES_SHOWN = 5;
const SLICE_HEIGHT = 0.06; // times the scale

/** Discs on top of each other; tzaars carry a ring and a dot, tzarras a dot, totts nothing, as the real pieces do. */
const drawStack = (frame: Frame, point: Point, cell: Cell): string => {
  if (cell === EMPTY) return '';
  const { scale } = frame;
  const [x, base] = centreOf(frame, point);
  const white = ownerOf(cell) === WHITE;
  const [fill, edge, mark] = white ? ['#fffdf6', '#8c8064', '#b3541e'] : ['#33363b', '#0d0e10', '#f0b429'];
  const radius = scale * 0.36;
  const height = heightOf(cell);
  const slices = Math.min(height, SLICES_SHOWN);
  const lift = scale * SLICE_HEIGHT;
  const discs = Array.from({ length: slices }, (_, slice) => disc(x, base - slice * lift, radius, fill, edge)).join('');
  const y = base - (slices - 1) * lift;
  const rings = [
    `<circle cx="${fixed(x)}" cy="${fixed(y)}" r="${fixed(radius * 0.62)}" fill="none" stroke="${mark}" stroke-width="${fixed(scale * 0.06)}"/>`,
    `<circle cx="${fixed(x)}" cy="${fixed(y)}" r="${fixed(radius * 0.28)}" fill="${mark}"/>`,
  ].slice(kindOf(cell));
  return discs + rings.join('');
};

const disc = (x: number, y: number, radius: number, fill: string, edge: string): string =>
  `<circle cx="${fixed(x)}" cy="${fixed(y)}" r="${fixed(radius)}" fill="${fill}" stroke="${edge}" stroke-width="1.2"/>`;

/** Beside the top of a stack, where the plates of no other point reach. */
const plateBox = (frame: Frame, point: Point, cell: Cell): Box => {
  const { scale } = frame;
  const [x, base] = centreOf(frame, point);
  const y = base - (Math.min(heightOf(cell), SLICES_SHOWN) - 1) * SLICE_HEIGHT * scale;
  return boxAround({ x: x + scale * 0.35, y: y - scale * 0.24 }, scale * 0.34, scale * 0.3);
};

/** A plate without colour, so that nobody takes it for the label of an arrow. */
const drawHeight = (frame: Frame, point: Point, cell: Cell): string => {
  if (heightOf(cell) < 2) return '';
  const { left, top, right, bottom } = plateBox(frame, point, cell);
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return (
    `<rect x="${fixed(left)}" y="${fixed(top)}" width="${fixed(right - left)}" height="${fixed(bottom - top)}" rx="3" fill="#fff6dc" stroke="#33270f" stroke-width="1.2"/>` +
    `<text x="${fixed(x)}" y="${fixed(y + frame.scale * 0.085)}" font-size="${fixed(frame.scale * 0.24)}" font-weight="700" fill="#33270f" text-anchor="middle">${heightOf(cell)}</text>`
  );
};

const ARROW_COLOUR = '#1d5fa8';

/** From stack to target; a placement is a ring, and pass has nowhere to be drawn. */
const drawArrow = (frame: Frame, position: Position, { action, weight }: Arrow): string => {
  if (action === PASS) return '';
  const { scale } = frame;
  const opacity = fixed(0.3 + 0.6 * weight);
  if (isPlacement(action)) {
    const [x, y] = centreOf(frame, placedPoint(action));
    return `<circle cx="${fixed(x)}" cy="${fixed(y)}" r="${fixed(scale * 0.42)}" fill="none" stroke="${ARROW_COLOUR}" stroke-width="${fixed(scale * 0.1)}" opacity="${opacity}"/>`;
  }
  const [x, y] = centreOf(frame, originOf(action));
  const [targetX, targetY] = centreOf(frame, position.sight[action]);
  const length = Math.hypot(targetX - x, targetY - y);
  const [alongX, alongY] = [(targetX - x) / length, (targetY - y) / length];
  const head = scale * (0.22 + 0.14 * weight);
  const [neckX, neckY] = [targetX - alongX * head, targetY - alongY * head];
  const tip = `${fixed(targetX)},${fixed(targetY)} ${fixed(neckX - (alongY * head) / 2)},${fixed(neckY + (alongX * head) / 2)} ${fixed(neckX + (alongY * head) / 2)},${fixed(neckY - (alongX * head) / 2)}`;
  return (
    `<g opacity="${opacity}"><line x1="${fixed(x)}" y1="${fixed(y)}" x2="${fixed(neckX)}" y2="${fixed(neckY)}" stroke="${ARROW_COLOUR}" ` +
    `stroke-width="${fixed(scale * (0.06 + 0.12 * weight))}" stroke-linecap="round"/><polygon points="${tip}" fill="${ARROW_COLOUR}"/></g>`
  );
};

const LABEL_SIZE = 0.24; // of the letters, times the scale; a bold one is about two thirds as wide

/** Over everything else, where they hide neither heights nor each other. */
const drawLabels = (frame: Frame, position: Position, arrows: readonly Arrow[]): string[] => {
  const { cells, sight } = position;
  const spotAt = (point: Point): Spot => {
    const [x, y] = centreOf(frame, point);
    return { x, y };
  };
  const high = Array.from({ length: POINT_COUNT }, (_, point) => point).filter((point) => heightOf(cells[point]) > 1);
  const size = frame.scale * LABEL_SIZE;
  const labelled = arrows.flatMap(({ action, label }) => {
    if (action === PASS || label === undefined) return [];
    const [from, to] = isPlacement(action)
      ? [placedPoint(action), placedPoint(action)]
      : [originOf(action), sight[action]];
    return [
      { from: spotAt(from), to: spotAt(to), width: size * (0.67 * label.length + 0.3), height: size * 1.2, label },
    ];
  });
  const taken = high.map((point) => plateBox(frame, point, cells[point]));
  return placeLabels(labelled, taken).map(({ x, y }, index) => arrowLabel(frame, x, y, labelled[index].label));
};

const arrowLabel = ({ scale }: Frame, x: number, y: number, label: string): string =>
  `<text class="label" x="${fixed(x)}" y="${fixed(y + scale * LABEL_SIZE * 0.36)}" font-size="${fixed(scale * LABEL_SIZE)}" font-weight="700" text-anchor="middle" ` +
  `fill="#fff" stroke="${ARROW_COLOUR}" stroke-width="3" paint-order="stroke">${escapeXml(label)}</text>`;

const escapeXml = (text: string): string =>
  text.replace(
    /[&<>"]/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] as string,
  );
