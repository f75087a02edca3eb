/** What a chart says at a place, and which part of it is on view. Pure, so that pointer, keyboard and touch share it. */
import { formatValue, type Range } from '../../train/report/chart-frame.ts';
import { describePoint, type Series, type SeriesPoint } from '../../train/report/line-chart.ts';

/** A curve's point at the place that is looked at; `index` is the curve's, and so its colour's. */
export type Reading = { readonly index: number; readonly name: string; readonly point: SeriesPoint };

/** Where there are points, in order, each place once. */
export const placesOf = (series: readonly Series[]): number[] =>
  [...new Set(series.flatMap(({ points }) => points.map(({ x }) => x)))]
    .filter(Number.isFinite)
    .sort((one, other) => one - other);

/** The place that is nearest; null where there is none. */
export const nearestPlace = (places: readonly number[], x: number): number | null =>
  places.reduce<number | null>(
    (best, place) => (best === null || Math.abs(place - x) < Math.abs(best - x) ? place : best),
    null,
  );

/** The place so many steps further, held at the ends. */
export const stepFrom = (places: readonly number[], from: number, steps: number): number => {
  const at = places.indexOf(nearestPlace(places, from) ?? Number.NaN);
  return places[Math.max(0, Math.min(places.length - 1, at + steps))];
};

/** Curves that have no point just there may have one close by: runs seldom share their hours to the second. */
const CLOSE = 0.01;

/** Every curve's point at a place, or so close to it that nobody sees the difference. */
export const readAt = (series: readonly Series[], x: number, [least, most]: Range): Reading[] =>
  series.flatMap(({ name, points }, index) => {
    const known = points.filter(({ y }) => Number.isFinite(y));
    const place = nearestPlace(
      known.map((point) => point.x),
      x,
    );
    if (place === null || Math.abs(place - x) > CLOSE * (most - least)) return [];
    const point = known.findLast((each) => each.x === place);
    return point === undefined ? [] : [{ index, name, point }];
  });

/** `iteration 12: policy 3.21, value 0.4 (0.3 to 0.5)`. */
export const describeReadings = (xLabel: string, x: number, readings: readonly Reading[]): string =>
  `${xLabel} ${formatValue(x)}: ${readings.map(({ name, point }) => `${name} ${describePoint(point)}`).join(', ')}`;

/** Less or more of the axis around a place; null when all of it is on view. */
export const zoomBy = (whole: Range, shown: Range, around: number, factor: number): Range | null => {
  const width = (shown[1] - shown[0]) * factor;
  const share = (around - shown[0]) / (shown[1] - shown[0] || 1);
  return zoomTo(whole, [around - share * width, around + (1 - share) * width]);
};

/** No zoom goes further: what is left would be a point. */
const DEEPEST = 1000;

/** A part of the axis in either direction, held inside the whole; null when that is all of it. */
export const zoomTo = (whole: Range, [one, other]: Range): Range | null => {
  const all = whole[1] - whole[0];
  const width = Math.max(Math.abs(other - one), all / DEEPEST);
  if (!(width < all)) return null;
  const middle = (one + other) / 2;
  const least = Math.min(Math.max(middle - width / 2, whole[0]), whole[1] - width);
  return [least, least + width];
};
