/**
 * Ratings of a pool from all its games: the strengths under which the results are most likely (Bradley and Terry 1952),
 * on the Elo scale. Each agent also has one game won and one lost against an agent of average strength, so that a pool
 * in which one agent won everything still has finite ratings; it pulls less the more games there are.
 */
import { invertMatrix, solveLinear } from './solve-linear.ts';

/** Points that one agent (row) scored against another (column). */
export type PointsTable = readonly (readonly number[])[];

/** A rating with its 95 % interval, on the Elo scale. */
export type Rating = {
  readonly elo: number;
  readonly low: number;
  readonly high: number;
  readonly games: number;
  readonly score: number;
};

const ELO = 400 / Math.log(10); // Elo points in a unit of log-odds
const Z95 = 1.959964;
const ROUNDS = 100;

/** Ratings with 95 % intervals, relative to the average of the pool. */
export const ratePool = (points: PointsTable): Rating[] => {
  const count = points.length;
  const strengths = new Float64Array(count);
  let curvature = curvatureOf(points, strengths);
  for (let round = 0; round < ROUNDS; round++) {
    const change = solveLinear(curvature, slopeOf(points, strengths));
    for (let agent = 0; agent < count; agent++) strengths[agent] += Math.max(-1, Math.min(1, change[agent]));
    curvature = curvatureOf(points, strengths);
    if (change.every((step) => Math.abs(step) < 1e-9)) break;
  }
  const average = strengths.reduce((sum, strength) => sum + strength, 0) / count;
  const variances = variancesAgainstAverage(invertMatrix(curvature));
  return Array.from(strengths, (strength, agent) => {
    const won = points[agent].reduce((sum, point) => sum + point, 0);
    const lost = points.reduce((sum, row) => sum + row[agent], 0);
    const elo = (strength - average) * ELO;
    const half = Z95 * Math.sqrt(variances[agent]) * ELO;
    return {
      elo,
      low: elo - half,
      high: elo + half,
      games: won + lost,
      score: won + lost === 0 ? 0.5 : won / (won + lost),
    };
  });
};

const PRIOR = 1; // games won, and lost, against the average agent

const expected = (difference: number): number => 1 / (1 + Math.exp(-difference));

const slopeOf = (points: PointsTable, strengths: Float64Array): Float64Array =>
  Float64Array.from(strengths, (strength, agent) =>
    points.reduce(
      (sum, row, other) => {
        const games = points[agent][other] + row[agent];
        return other === agent ? sum : sum + points[agent][other] - games * expected(strength - strengths[other]);
      },
      PRIOR - 2 * PRIOR * expected(strength),
    ),
  );

/** The negative second derivative of the log-likelihood. */
const curvatureOf = (points: PointsTable, strengths: Float64Array): Float64Array[] =>
  Array.from(strengths, (strength, agent) => {
    const chance = expected(strength);
    const row = new Float64Array(strengths.length);
    row[agent] = 2 * PRIOR * chance * (1 - chance);
    for (let other = 0; other < strengths.length; other++) {
      if (other === agent) continue;
      const even = expected(strength - strengths[other]);
      const weight = (points[agent][other] + points[other][agent]) * even * (1 - even);
      row[agent] += weight;
      row[other] -= weight;
    }
    return row;
  });

/** Variance of each agent's distance from the average of the pool. */
const variancesAgainstAverage = (covariance: readonly Float64Array[]): Float64Array => {
  const count = covariance.length;
  const withPool = covariance.map((row) => row.reduce((sum, value) => sum + value, 0) / count);
  const ofAverage = withPool.reduce((sum, value) => sum + value, 0) / count;
  return Float64Array.from(covariance, (row, agent) => row[agent] - 2 * withPool[agent] + ofAverage);
};
