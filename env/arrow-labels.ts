/**
 * Where the labels of arrows go. A label that hides the height of a stack, or another label, is worse than one that is not in the
 * middle of its arrow, so each takes the first free place: along its arrow first, then beside it.
 */
export type Spot = { readonly x: number; readonly y: number };
export type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

/** An arrow, or a ring where both ends are the same, and how large its label is. */
export type LabelledArrow = {
  readonly from: Spot;
  readonly to: Spot;
  readonly width: number;
  readonly height: number;
};

/** Shares of the way, the best first. Not the middle: two arrows may run along one line in opposite directions. */
const ALONG: readonly number[] = [
  ...[0.38, 0.42, 0.46, 0.5, 0.54, 0.58, 0.62, 0.66, 0.7],
  ...[0.34, 0.3, 0.26, 0.74, 0.78, 0.82, 0.22, 0.18],
];
/** Distances from the arrow, in heights of the label. */
const BESIDE: readonly number[] = [0, 0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.4].flatMap((far) => [far, -far]);

/** The middle of each label, in the order of the arrows. `taken` is what no label may hide; where all is full it hides least. */
export const placeLabels = (arrows: readonly LabelledArrow[], taken: readonly Box[]): Spot[] => {
  const boxes = [...taken];
  return arrows.map((arrow) => {
    let [best, least] = [arrow.from, Number.POSITIVE_INFINITY];
    for (const spot of placesFor(arrow)) {
      const box = boxAround(spot, arrow.width, arrow.height);
      const hidden = boxes.reduce((sum, other) => sum + overlapOf(box, other), 0);
      if (hidden < least) [best, least] = [spot, hidden];
      if (hidden === 0) break;
    }
    boxes.push(boxAround(best, arrow.width, arrow.height));
    return best;
  });
};

export const boxAround = ({ x, y }: Spot, width: number, height: number): Box => ({
  left: x - width / 2,
  top: y - height / 2,
  right: x + width / 2,
  bottom: y + height / 2,
});

/** The area that two boxes share; those that only touch share none. */
export const overlapOf = (one: Box, other: Box): number =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));

const placesFor = ({ from, to, height }: LabelledArrow): Spot[] => {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [alongX, alongY] = length === 0 ? [0, 1] : [(to.x - from.x) / length, (to.y - from.y) / length];
  return BESIDE.flatMap((beside) =>
    ALONG.map((share) => ({
      x: from.x + alongX * share * length - alongY * beside * height,
      y: from.y + alongY * share * length + alongX * beside * height,
    })),
  );
};
