/**
 * e^x for x ≤ 0, to about eight digits: a table of steps and a short series between them, faster than `Math.exp`.
 * Choosing inside the tree asks for it at every edge. Hot.
 */
const STEPS = 16; // for each unit of x
const LOWEST = -40; // e^−40 is negligible next to 1

const table = Float64Array.from({ length: -LOWEST * STEPS + 1 }, (_, step) => Math.exp(-step / STEPS));

export const fallingExp = (x: number): number => {
  if (x === 0) return 1; // the best of all, or all alike
  if (!(x > LOWEST)) return 0;
  const step = (-x * STEPS) | 0;
  const rest = x + step / STEPS; // from −1/16 to 0
  return table[step] * (1 + rest * (1 + rest * (1 / 2 + rest * (1 / 6 + rest * (1 / 24)))));
};
