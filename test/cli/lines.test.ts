import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { LONGEST_LINE, linesOf } from '../../cli/input.ts';
import { followRun } from '../../cli/serve/follow-run.ts';
import { renderRunReport } from '../../train/index.ts';
import { RunReader } from '../../train/report/read-run.ts';
import { tzaar } from '../support/cli.ts';
import { makeWatchedRun } from '../support/watched-run.ts';

const collect = async (chunks: readonly string[]): Promise<(string | null)[]> => {
  const lines: (string | null)[] = [];
  for await (const line of linesOf(Readable.from(chunks, { objectMode: false }))) lines.push(line);
  return lines;
};

describe('lines', () => {
  test.each([
    { chunks: ['a\nb\n', 'c'], lines: ['a', 'b', 'c'] },
    { chunks: ['a', 'b', '\n', '\nc\r\n'], lines: ['ab', '', 'c\r'] },
    { chunks: [], lines: [] },
    { chunks: ['\n'], lines: [''] },
  ])('are split at line feeds, however they come: $chunks', async ({ chunks, lines }) => {
    expect(await collect(chunks)).toEqual(lines);
  });

  test('cost what they are long, and one that is too long is passed over', async () => {
    const chunk = 'x'.repeat(1 << 16);
    const begun = process.cpuUsage();
    const lines = await collect([...Array(255).fill(chunk), '\n', ...Array(1024).fill(chunk), '\nnext\n']);
    const { user, system } = process.cpuUsage(begun);
    expect(lines.map((line) => line?.length ?? null)).toEqual([255 << 16, null, 4]);
    expect(255 << 16).toBeLessThan(LONGEST_LINE);
    expect((user + system) / 1e6).toBeLessThan(5); // seconds of a core; it was 23 for 64 MB
  });

  test('that are too long are answered as other bad ones, by --stdin and by UGI', () => {
    const long = 'x'.repeat(LONGEST_LINE + 1);
    const answers = tzaar(['legal', '--stdin'], `${long}\nnonsense\n`).out.trimEnd().split('\n');
    expect(answers).toEqual([
      '{"error":"invalid line: it is longer than 16 MB"}',
      expect.stringContaining('invalid position'),
    ]);
    const { out } = tzaar(['ugi', 'random'], `${long}\nisready\nquit\n`);
    expect(out).toBe('info string error invalid line: it is longer than 16 MB\nreadyok\n');
  });
});

describe('a line of metrics', () => {
  test.each([
    { name: 'of 300 kB', bytes: 300_000, isTold: true },
    { name: 'longer than any trainer writes', bytes: 17 << 20, isTold: false },
  ])('$name does not stop the events of its run', async ({ bytes, isTold }) => {
    const { path } = await makeWatchedRun();
    const file = join(path, 'metrics.jsonl');
    const line = (iteration: number, note: string): string =>
      `${JSON.stringify({ time: '2026-01-01T00:00:00Z', iteration, stage: 'note', note })}\n`;
    writeFileSync(file, line(1, ''));
    appendFileSync(file, line(2, 'x'.repeat(bytes)));
    appendFileSync(file, line(3, ''));
    const controller = new AbortController();
    const seen: number[] = [];
    for await (const event of followRun(path, { from: 0, signal: controller.signal })) {
      if (event.type === 'metrics') seen.push(JSON.parse(event.line).iteration);
      if (seen.at(-1) === 3) controller.abort();
    }
    expect(seen).toEqual(isTold ? [1, 2, 3] : [1, 3]);
    expect(new RunReader(path).read().damagedLines).toBe(0);
  });

  test.each<{ name: string; line: Record<string, unknown> }>([
    {
      name: 'a loss called constructor',
      line: { stage: 'loss', step: 1, constructor: 2, toString: 1, 'ended/constructor': 1 },
    },
    { name: 'a time that is a number', line: { stage: 'saved', time: 5 } },
    {
      name: 'lengths that no game has',
      line: { stage: 'selfplay', job: 0, games: 2, lengths: '9007199254740991:1 -5:2' },
    },
    {
      name: 'lengths without end',
      line: {
        stage: 'selfplay',
        job: 0,
        games: 2,
        lengths: Array.from({ length: 3e5 }, (_, at) => `${at}:1`).join(' '),
      },
    },
    {
      name: 'counts that add up to more than a number holds',
      line: {
        stage: 'selfplay',
        job: 0,
        games: 2,
        lengths: '10:9007199254740991 20:9007199254740991 30:9007199254740991',
      },
    },
  ])('with $name is reported or passed over', async ({ line }) => {
    const { path } = await makeWatchedRun();
    const text = JSON.stringify({ time: '2026-01-01T00:00:00Z', iteration: 2, ...line });
    appendFileSync(join(path, 'metrics.jsonl'), `${text}\n`);
    const page = renderRunReport(new RunReader(path).read());
    expect(page).toContain('</html>');
    expect(page.length).toBeLessThan(3e6);
  });
});
