import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterEach, expect, test, vi } from 'vitest';
import { addAnalyse } from '../../cli/commands/analyse.ts';
import { outcome, parseAction, parsePosition, play } from '../../env/index.ts';
import { openEvaluator, shippedModel } from '../../models/node/index.ts';

/** Black wins, at the earliest in the second turn from here. */
const ENDGAME = '..z../a...../A.t3...z2/...a2..T./T...t2..t2/......Z2./T....../....../T3T2.A3. b 1 -';

/** Runs the command in this process and returns what it prints. */
const analyse = async (...args: string[]): Promise<string> => {
  const written: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  const program = new Command('tzaar').exitOverride();
  addAnalyse(program, openEvaluator);
  await program.parseAsync(['node', 'tzaar', 'analyse', ...args]);
  return written.join('');
};

afterEach(() => {
  vi.restoreAllMocks();
});

test('the best lines are printed with visits, value or proof, and principal variation', async () => {
  const text = await analyse('--position', ENDGAME, '--sims', '2000', '--lines', '3', '--no-model');
  expect(text).toMatch(/^\.\.z.*\n.*simulations with uniform/);
  expect(text).toMatch(/best: \w+\n/);
  expect(text).toMatch(/ win \d+ +100\.0% {2}\S+ \S+ \| \S+ \S+ \| \S+/);
  expect(text.trim().split('\n').length).toBeGreaterThan(5);
});

test('--json says the same to programs', async () => {
  const json = JSON.parse(
    await analyse('--position', ENDGAME, '--sims', '2000', '--json', '--rule', 'puct', '--no-model'),
  );
  expect(json).toMatchObject({ position: ENDGAME, model: 'uniform', proven: 'win', value: 1 });
  expect(json.lines[0]).toMatchObject({ move: json.best, proven: 'win', policy: 1 });
  expect(json.lines[0].moves).toHaveLength(json.lines[0].distance);
});

test('without --model it is the shipped network', async () => {
  const [shipped, named] = [
    await analyse('--setup', 'fixed', '--sims', '16', '--json'),
    await analyse('--setup', 'fixed', '--sims', '16', '--json', '--model', shippedModel()),
  ].map((text) => ({ ...JSON.parse(text), timeMs: 0 }));
  expect(shipped).toEqual(named);
});

test('--svg draws the lines as arrows', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'tzaar-analyse-')), 'lines.svg');
  expect(await analyse('--setup', 'fixed', '--sims', '50', '--svg', file)).toContain(`wrote ${file}`);
  expect(readFileSync(file, 'utf8').match(/<polygon/g)?.length).toBeGreaterThanOrEqual(5);
});

test('--prove says who wins and how', async () => {
  const text = await analyse('--position', ENDGAME, '--prove');
  expect(text).toMatch(/^\.\.z.*\n.*; \d+ positions in \d+\.\d\d s\nproven: the mover wins, here in \d+ actions\n\w+ /);
});

test('--prove --json says the same to programs', async () => {
  const json = JSON.parse(await analyse('--position', ENDGAME, '--prove', '--json'));
  expect(json).toMatchObject({ position: ENDGAME, result: 'win' });
  const position = parsePosition(ENDGAME);
  for (const move of json.moves) play(position, parseAction(position, move));
  expect(outcome(position)?.winner).toBe(1);
});

test('--prove says so where it finds nothing', async () => {
  const text = await analyse('--setup', 'fixed', '--prove', '--ms', '20');
  expect(text).toContain('unknown: no proof was found within 20 ms; a larger --ms may find one');
});

test.each([
  [['--position', ENDGAME, '--ms', '50'], /invalid milliseconds 50: they are for --prove/],
  [['--position', ENDGAME, '--rule', 'best'], /invalid search rule "best": expected one of gumbel, puct/],
  [['--position', ENDGAME, '--root', 'best'], /invalid search rule "best": expected one of gumbel, puct/],
  [['--position', ENDGAME, '--sims', '0'], /invalid simulations "0": expected a whole number from 1 to \d+/],
  [['--position', ENDGAME, '--sims', '99999999'], /invalid simulations 99999999: the tree would take about/],
  [['--position', ENDGAME, '--prove', '--ms', '0'], /invalid milliseconds "0": expected a whole number from 1 to \d+/],
  [['--position', ENDGAME, '--model', 'x'], /invalid model file "x": there is no such file/],
  [[], /missing position/],
])('%j is refused with a sentence', async (args, message) => {
  await expect(analyse(...args)).rejects.toThrow(message);
});
