import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../support/seeded.ts';
import { barChart } from '../../../train/report/bar-chart.ts';
import { labelTicks, roundTicks } from '../../../train/report/chart-frame.ts';
import { lineChart, type Series } from '../../../train/report/line-chart.ts';

const options = { title: 'Loss', xLabel: 'iteration', yLabel: 'nats' };
const number = fc.double({ min: -1e12, max: 1e12, noNaN: false });
const point = fc.record({ x: number, y: number, low: fc.option(number, { nil: undefined }), high: number });

/** Every tag is closed in turn, and no text holds what would open one. */
const expectWellFormed = (svg: string): void => {
  const open: string[] = [];
  for (const [, close, name, , selfClosed] of svg.matchAll(/<(\/?)([a-z]+)((?:\s[^<>]*?)?)(\/?)>/g)) {
    if (close === '/') expect(open.pop()).toBe(name);
    else if (selfClosed === '') open.push(name);
  }
  expect(open).toEqual([]);
  expect(svg.replace(/<(\/?)([a-z]+)((?:\s[^<>]*?)?)(\/?)>/g, '')).not.toMatch(/[<>]/);
};

test('any numbers and any names give a well-formed picture without NaN', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ name: fc.string({ unit: 'binary' }), points: fc.array(point, { maxLength: 20 }) }), {
        maxLength: 4,
      }),
      fc.string({ unit: 'binary' }),
      (series, text) => {
        const named = series.map(({ name, points }) => ({ name: `<${name}&`, points }));
        const svg = lineChart(named as Series[], { title: `</svg>${text}`, xLabel: text, yLabel: text });
        expectWellFormed(svg);
        expect(svg).not.toMatch(/="[^"]*(NaN|Infinity|undefined)[^"]*"/);
      },
    ),
  );
  fc.assert(
    fc.property(fc.array(fc.record({ label: fc.string(), value: fc.nat() }), { maxLength: 40 }), (bars) => {
      const svg = barChart(bars, options);
      expectWellFormed(svg);
      expect(svg.match(/<rect x/g) ?? []).toHaveLength(Math.max(1, bars.length)); // one grey field where there are none
    }),
  );
});

test('no points at all are told', () => {
  expect(lineChart([], options)).toContain('no data yet');
  expect(lineChart([{ name: 'value', points: [{ x: 1, y: Number.NaN }] }], options)).toContain('no data yet');
  expect(barChart([], options)).toContain('no data yet');
});

test('one point is a dot with its interval', () => {
  const svg = lineChart([{ name: 'Elo', points: [{ x: 3, y: 120, low: 80, high: 160 }] }], options);
  expect(svg).toContain('Elo: 120 (80 to 160) at 3');
  expect(svg.match(/<circle/g)).toHaveLength(1);
});

test('a hundred thousand points become a small picture that keeps the peak', () => {
  const points = Array.from({ length: 100_000 }, (_, x) => ({ x, y: Math.sin(x) }));
  const peak = { x: 50_001, y: 40 };
  points[peak.x] = peak;
  const svg = lineChart([{ name: 'noise', points }], { ...options, yRange: [-1, 40] });
  expect(svg.length).toBeLessThan(40_000);
  const heights = [...(/points="([^"]+)"/.exec(svg)?.[1] ?? '').matchAll(/,([\d.]+)/g)].map(([, y]) => Number(y));
  const [highest, next] = heights.sort((one, other) => one - other);
  expect(next - highest).toBeGreaterThan(150);
});

test('a picture names and describes itself for readers who cannot see it', () => {
  const points = [
    { x: 1, y: 0.69 },
    { x: 9, y: 0.5 },
  ];
  const svg = lineChart([{ name: 'value', points }], options);
  expect(svg).toMatch(
    /role="img"[^>]*><title>Loss<\/title><desc>nats by iteration. value: 0.69 at 1, 0.5 at 9.<\/desc>/,
  );
});

test.each([
  [[0, 1], 5, false, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  [[1, 3], 8, true, [1, 2, 3]],
  [[-130, 270], 4, false, [-100, 0, 100, 200]],
  [[0, 98_000], 5, true, [0, 20_000, 40_000, 60_000, 80_000]],
] as const)('ticks of %j are round', (range, wanted, wholeOnly, expected) => {
  const ticks = roundTicks(range, wanted, wholeOnly);
  expect(ticks).toHaveLength(expected.length);
  ticks.forEach((tick, index) => {
    expect(tick).toBeCloseTo(expected[index], 12);
  });
});

test('labels of ticks are short and told apart', () => {
  const labels = (values: number[]): string[] => labelTicks(values, (value) => value).map(({ label }) => label);
  expect(labels([0, 20_000, 40_000])).toEqual(['0', '20k', '40k']);
  expect(labels([-0.05, 0, 0.05])).toEqual(['−0.05', '0', '0.05']);
  expect(labels([2_500_000, 3_000_000])).toEqual(['2.5M', '3.0M']);
});

test('charts run in a browser: nothing that they import needs Node or a package', () => {
  const seen = new Set<string>();
  const visit = (file: URL): void => {
    if (seen.has(file.href)) return;
    seen.add(file.href);
    for (const [, target] of readFileSync(file, 'utf8').matchAll(
      /^(?:import|export) (?!type)[^;]*? from '([^']+)'/gm,
    )) {
      expect(target, `imported by ${file.pathname}`).toMatch(/^\.\.?\//);
      visit(new URL(target, file));
    }
  };
  for (const name of ['line-chart', 'bar-chart', 'run-charts']) {
    visit(new URL(`../../../train/report/${name}.ts`, import.meta.url));
  }
  expect([...seen].some((href) => href.endsWith('chart-frame.ts'))).toBe(true);
});
