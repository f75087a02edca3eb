import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { overviewReader } from '../../cli/serve/run-overview.ts';
import { parsePosition } from '../../env/index.ts';
import { frameLines, lineChart, type Series } from '../../train/report/line-chart.ts';
import type { ArenaSummary } from '../../train/report/metrics-log.ts';
import { CHART_TOPICS, type RunChart, runCharts } from '../../train/report/run-charts.ts';
import type { RunOverview } from '../../web/dashboard/api.ts';
import {
  describeReadings,
  nearestPlace,
  placesOf,
  readAt,
  stepFrom,
  zoomBy,
  zoomTo,
} from '../../web/dashboard/chart-reading.ts';
import { planRows, rowSizes } from '../../web/dashboard/charts.tsx';
import { formatAge, formatCount, formatPercent, formatRate } from '../../web/dashboard/format.ts';
import { judgeGame } from '../../web/dashboard/game-values.ts';
import { climbLadder, thinLadder } from '../../web/dashboard/ladder.ts';
import { progressOf } from '../../web/dashboard/progress.ts';
import { positionAt } from '../../web/play/game.ts';
import { makeRun, metricsLine, randomRecord, temporaryFolder } from '../support/served-runs.ts';

const overviewOf = (lines: readonly string[]): RunOverview => {
  const root = temporaryFolder();
  return overviewReader(root)(makeRun(root, 'run', lines.join('')), 'run');
};

const at = (second: number): string => new Date(Date.UTC(2026, 0, 31, 12, 0, second)).toISOString();

describe('progress', () => {
  test('counts the games under way, and tells speed and time left from finished iterations', () => {
    const job = { games: 4, samples: 200 };
    const overview = overviewOf([
      metricsLine(0, 'begun', { time: at(0), learner: 'one', reason: '', parameters: 1 }),
      ...[1, 2].flatMap((iteration) => [
        metricsLine(iteration, 'selfplay', { time: at(20 * iteration - 10), job: 1, ...job }),
        metricsLine(iteration, 'saved', { time: at(20 * iteration), games: 4 * iteration, samples: 200 * iteration }),
      ]),
      metricsLine(3, 'selfplay', { time: at(45), job: 1, games: 2, samples: 99 }),
    ]);
    expect(progressOf(overview)).toEqual({
      iterations: 5,
      games: 10,
      samples: 499,
      underWay: { iteration: 3, games: 2, planned: 8 },
      gamesPerMinute: 12,
      samplesPerSecond: 10,
      secondsLeft: 60,
    });
  });

  test('a run that has only begun has counts and no speed', () => {
    expect(progressOf(overviewOf([]))).toMatchObject({
      games: 8,
      underWay: null,
      gamesPerMinute: null,
      samplesPerSecond: null,
      secondsLeft: null,
    });
  });
});

const match = (iteration: number, opponent: string, score: number, games: number | null = 40): ArenaSummary => ({
  ...{ iteration, opponent, score, games, time: at(iteration), sims: 32 },
  ...{ low: null, high: null, elo: null, eloLow: null, eloHigh: null },
});

describe('the ladder', () => {
  test('orders networks and opponents by strength, with finite ratings after clean sweeps', () => {
    const rungs = climbLadder(
      [match(5, 'random', 0.9), match(5, 'greedy', 0.3), match(10, 'random', 1), match(10, 'greedy', 0.8)],
      0,
    );
    expect(rungs.map(({ agent, iteration, games }) => [agent, iteration, games])).toEqual([
      ['iteration 10', 10, 80],
      ['greedy', null, 80],
      ['iteration 5', 5, 80],
      ['random', null, 80],
    ]);
    for (const { low, elo, high } of rungs) expect(low < elo && elo < high && Number.isFinite(high - low)).toBe(true);
  });

  test('takes the number of games from elsewhere where a match does not say', () => {
    expect(climbLadder([match(1, 'random', 0.5, null)], 12)[0].games).toBe(12);
  });

  test('no match, no rung', () => {
    expect(climbLadder([], 40)).toEqual([]);
  });

  test('of many networks it keeps the best, the newest and all opponents', () => {
    const many = Array.from({ length: 100 }, (_, index) => match(index, 'greedy', index === 33 ? 0.99 : 0.5));
    const rungs = climbLadder(many, 0);
    const thin = thinLadder(rungs, 10);
    expect(thin.length).toBeLessThanOrEqual(13);
    expect(thin.map(({ agent }) => agent)).toEqual(expect.arrayContaining(['iteration 33', 'iteration 99', 'greedy']));
    expect(thin).toEqual(rungs.filter((rung) => thin.includes(rung)));
    expect(thinLadder(rungs, 100)).toEqual(rungs);
  });
});

describe('a judged game', () => {
  test('has white’s chance before every action, whoever moves, and the result at the end', () => {
    const record = randomRecord(7);
    const values = record.notes?.values as number[];
    const { game, chances } = judgeGame(record)!;
    expect(chances).toHaveLength(record.moves.length + 1);
    for (const [ply, value] of values.entries()) {
      const sign = positionAt(game, ply).mover === 0 ? 1 : -1;
      expect(chances[ply]).toBeCloseTo((1 + sign * value) / 2);
    }
    expect(chances.at(-1)).toBe(record.result?.winner === 'white' ? 1 : 0);
    expect(parsePosition(game.start).ply).toBe(0);
  });

  test('without notes, or with notes that are no values, has gaps', () => {
    const { notes: _, ...bare } = randomRecord(7);
    expect(
      judgeGame(bare)
        ?.chances.slice(0, -1)
        .every((chance) => chance === undefined),
    ).toBe(true);
    const odd = { ...bare, notes: { values: ['0.5', 7, null, Number.NaN, 0.5] } };
    expect(
      judgeGame(odd)
        ?.chances.slice(0, 6)
        .map((chance) => chance !== undefined),
    ).toEqual([...[false, false, false, false, true, false]]);
  });

  test('that cannot be replayed is none', () => {
    expect(judgeGame({ ...randomRecord(7), moves: ['A1xZ9'] })).toBeNull();
    expect(judgeGame({ ...randomRecord(7), start: 'nonsense' })).toBeNull();
  });
});

test.each([
  [0, 1200, []],
  [1, 1200, [1]],
  [2, 1200, [2]],
  [4, 1200, [2, 2]],
  [5, 1200, [3, 2]],
  [7, 1200, [3, 2, 2]],
  [5, 800, [2, 2, 1]],
  [3, 390, [1, 1, 1]],
])('%d charts in %d pixels make rows of %j', (count, width, rows) => {
  expect(rowSizes(count, width)).toEqual(rows);
});

test.each(CHART_TOPICS)(
  'the charts of %s are those of the report, each once and as wide as its row lets it be',
  (topic) => {
    const scores = [1, 2].map((iteration) =>
      metricsLine(iteration, 'arena', { opponent: 'greedy', score: 0.5, games: 4 }),
    );
    const losses = { total: 4, policy: 3, value: 1, step: 10, learningRate: 0.001 };
    const lines = [1, 2].flatMap((iteration) => [
      metricsLine(iteration, 'selfplay', {
        job: 1,
        games: 4,
        samples: 200,
        sims: 8,
        pliesPerGame: 40,
        networkShare: 0.5,
      }),
      metricsLine(iteration, 'loss', losses),
      metricsLine(iteration, 'saved', { games: 4 * iteration, samples: 200 * iteration, window: 200, memoryMb: 300 }),
    ]);
    const run = overviewOf([...lines, ...scores]);
    const chartsAt = (width: number): RunChart[] =>
      runCharts([run], { width, height: 250 }).filter((chart) => chart.topic === topic);
    const rows = planRows([run], topic, 1200).map((row) =>
      row.map(({ plan: { title, draw }, size }): RunChart => ({ topic, title, svg: draw(size) })),
    );
    expect(rows.flat().map(({ title }) => title)).toEqual(chartsAt(480).map(({ title }) => title));
    for (const row of rows) {
      const width = Math.floor((1200 - 14 * (row.length - 1)) / row.length) - 20;
      for (const chart of row) expect(chartsAt(width)).toContainEqual(chart);
    }
  },
);

describe('what a chart says', () => {
  const line = (name: string, ...points: readonly (readonly [number, number])[]): Series => ({
    name,
    points: points.map(([x, y]) => ({ x, y })),
  });
  const series = [
    line('one', [1, 10], [2, 20], [4, 40]),
    line('other', [4, 3], [2, 1]),
    { name: 'wide', points: [{ x: 4, y: 5, low: 4, high: 7 }] },
  ];
  const options = { title: 'T', xLabel: 'iteration', yLabel: 'y', width: 400, height: 250 };

  test.each([
    [1.2, 1, 'iteration 1: one 10'],
    [2.9, 2, 'iteration 2: one 20, other 1'],
    [99, 4, 'iteration 4: one 40, other 3, wide 5 (4 to 7)'],
  ])('under %d it tells of %d', (pointer, place, told) => {
    const at = nearestPlace(placesOf(series), pointer)!;
    expect([at, describeReadings('iteration', at, readAt(series, at, [1, 4]))]).toEqual([place, told]);
  });

  test('keys lead from place to place, and stop at the ends', () => {
    const places = placesOf(series);
    expect([1, -1, 10, -10].map((steps) => stepFrom(places, 2, steps))).toEqual([4, 1, 4, 1]);
  });

  test('a zoom stays inside, keeps what is under the pointer in its place, and ends where all is seen', () => {
    const ends = { min: 0, max: 1, noNaN: true };
    fc.assert(
      fc.property(
        fc.double(ends),
        fc.double(ends),
        fc.double(ends),
        fc.double({ min: 0.1, max: 4, noNaN: true }),
        (a, b, c, factor) => {
          const whole = [10, 110] as const;
          const shown = zoomTo(whole, [10 + 100 * a, 10 + 100 * b]) ?? whole;
          expect(shown[0]).toBeGreaterThanOrEqual(10);
          expect(shown[1]).toBeLessThanOrEqual(110 + 1e-9);
          const around = shown[0] + c * (shown[1] - shown[0]);
          const next = zoomBy(whole, shown, around, factor) ?? whole;
          expect(next[0] <= around + 1e-9 && around <= next[1] + 1e-9).toBe(true);
          // Down to a thousandth of the whole, which is as deep as it goes.
          if (factor <= 1 && factor * (shown[1] - shown[0]) > 0.1)
            expect((around - next[0]) / (next[1] - next[0])).toBeCloseTo(c, 3);
        },
      ),
    );
    expect(zoomBy([0, 10], [4, 6], 5, 100)).toBeNull();
    expect(zoomTo([0, 10], [6, 4])).toEqual([4, 6]);
  });

  test('of a part it draws what lies inside, and lines that cross its edges where they cross them', () => {
    const frame = frameLines(series, { ...options, xRange: [1.5, 3] })!;
    expect(frame.curves[0].points).toEqual([{ x: 2, y: 20 }]);
    expect(frame.curves[0].line).toEqual([
      { x: 1.5, y: 15 },
      { x: 2, y: 20 },
      { x: 3, y: 30 },
    ]);
    expect(frame.curves[1].line).toEqual([
      { x: 2, y: 1 },
      { x: 3, y: 2 },
    ]);
    expect(frame.curves[2].line).toEqual([]);
    expect(frameLines(series, { ...options, xRange: [2.5, 3.5] })!.curves[0].line).toEqual([
      { x: 2.5, y: 25 },
      { x: 3.5, y: 35 },
    ]);
  });

  test('whole, it is the picture of the report', () => {
    expect(lineChart(series, { ...options, xRange: [1, 4] })).toBe(lineChart(series, options));
  });
});

test('numbers for people', () => {
  expect([0, 999, 1000, 1234567].map(formatCount)).toEqual(['0', '999', '1\u202f000', '1\u202f234\u202f567']);
  expect([0.44, 12.34, 217.8].map(formatRate)).toEqual(['0.4', '12.3', '218']);
  expect(formatPercent(0.814)).toBe('81\u202f%');
  const now = Date.parse(at(0)) + 86_400_000;
  expect(
    ['23:59:30', '23:10:00', '15:00:00'].map((time) =>
      formatAge(`2026-02-01T${time}Z`, Date.parse('2026-02-02T00:00:00Z')),
    ),
  ).toEqual(['just now', '50 min ago', '9 h ago']);
  expect(formatAge(at(-1), now)).toMatch(/Jan.*2026/);
});
