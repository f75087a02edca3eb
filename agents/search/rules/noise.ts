/** Random numbers that searches need: Gumbel and Dirichlet. */
import type { Rng } from '../../../env/index.ts';

/** A draw from the standard Gumbel distribution; never infinite, although the stream may give 0. */
export const randomGumbel = (rng: Rng): number => -Math.log(-Math.log((rng() * 2 ** 32 + 0.5) / 2 ** 32));

/** Fills the first `count` numbers with a draw from the symmetric Dirichlet distribution. */
export const fillDirichlet = (out: Float64Array, count: number, concentration: number, rng: Rng): void => {
  let sum = 0;
  for (let index = 0; index < count; index++) {
    out[index] = randomGamma(rng, concentration);
    sum += out[index];
  }
  for (let index = 0; index < count; index++) out[index] = sum > 0 ? out[index] / sum : 1 / count;
};

/** Marsaglia and Tsang (2000); below 1 by the power of a uniform draw, as they propose. */
const randomGamma = (rng: Rng, shape: number): number => {
  if (shape < 1) return randomGamma(rng, shape + 1) * (1 - rng()) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = randomNormal(rng);
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - rng()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
};

/** Box and Muller's transform. */
const randomNormal = (rng: Rng): number => Math.sqrt(-2 * Math.log(1 - rng())) * Math.cos(2 * Math.PI * rng());
