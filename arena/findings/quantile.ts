/** Quantiles of a few numbers. */

/** The number that a share of `sorted`, 0 to 1, lies below; between two of them it lies on the line. */
export const quantileOf = (sorted: readonly number[], share: number): number => {
  const place = share * (sorted.length - 1);
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return below + (place - Math.floor(place)) * (above - below);
};
