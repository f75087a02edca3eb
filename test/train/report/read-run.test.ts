import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { InvalidInput } from '../../../env/index.ts';
import { lockRun } from '../../../fleet/index.ts';
import { RunReader, readRun } from '../../../train/index.ts';
import { GAMES_PER_JOB, ITERATIONS, JOBS, makeWatchedRun, newFolder } from '../../support/watched-run.ts';

const { path } = await makeWatchedRun();

const TIME = '2026-01-01T00:00:0';
const line = (second: number, iteration: number, stage: string, facts: Record<string, unknown>): string =>
  `${JSON.stringify({ time: `${TIME}${second}.000Z`, iteration, stage, ...facts })}\n`;

/** A run with these metrics and nothing else. */
const runWith = (metrics: string): string => {
  const folder = newFolder();
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ format: 'tzaar-run', version: 1, iterations: 5 }));
  writeFileSync(join(folder, 'metrics.jsonl'), metrics);
  return folder;
};

test('a run becomes one plain object with all its iterations', () => {
  const run = readRun(path);
  expect(run).toMatchObject({ name: 'watched', iteration: ITERATIONS, damagedLines: 0, trainer: null });
  expect(run.start?.parameters).toBe(100);
  expect(run.iterations.map(({ iteration }) => iteration)).toEqual([1, 2, 3]);
  for (const { games, endings, losses, sims, memoryMb } of run.iterations) {
    expect(games).toBe(JOBS * GAMES_PER_JOB);
    expect(Object.values(endings).reduce((sum, count) => sum + count, 0)).toBe(games);
    expect(losses).toEqual({ total: 4, policy: 3.5, value: 0.5 });
    expect(sims).toBe(2);
    expect(memoryMb).toBeGreaterThan(10);
  }
  expect(JSON.parse(JSON.stringify(run))).toEqual(run);
});

test('of what a resumed run wrote twice, the last counts', () => {
  const job = { job: 1, games: 4, samples: 10, pliesPerGame: 30 };
  const run = readRun(
    runWith(
      line(0, 0, 'begun', { learner: 'first', reason: '', parameters: 1 }) +
        line(1, 1, 'selfplay', job) +
        line(2, 1, 'selfplay', { ...job, job: 2, pliesPerGame: 50 }) +
        line(3, 0, 'begun', { learner: 'second', reason: '', parameters: 1 }) +
        line(4, 1, 'selfplay', { ...job, pliesPerGame: 40 }) +
        line(5, 1, 'loss', { total: 2, step: 7, learningRate: 1e-3 }) +
        line(6, 1, 'loss', { total: 1, step: 7, learningRate: 1e-3 }) +
        line(7, 1, 'saved', { games: 8, samples: 20, window: 20, memoryMb: 99 }) +
        line(8, 1, 'arena', { opponent: 'random', score: 0.5, games: 2 }) +
        line(9, 1, 'arena', { opponent: 'random', score: 0.75, games: 4 }),
    ),
  );
  expect(run.start?.learner).toBe('second');
  expect(run.iterations).toHaveLength(1);
  expect(run.iterations[0]).toMatchObject({ games: 8, pliesPerGame: 45, losses: { total: 1 }, step: 7, memoryMb: 99 });
  expect(run.iterations[0].seconds).toBe(4); // since it was resumed
  expect(run.arena).toMatchObject([{ opponent: 'random', score: 0.75, games: 4, low: null }]);
});

test('lines of older runs are read as far as they tell', () => {
  const run = readRun(
    runWith(
      line(1, 1, 'selfplay', {
        job: 1,
        games: 64,
        samples: 3019,
        pliesPerGame: 50,
        samplesPerSecond: 387,
        networkShare: 0.8,
      }) +
        line(2, 1, 'saved', { games: 64, samples: 3019, window: 3019, memoryMb: 400 }) +
        line(3, 1, 'arena', { random: 1, 'mcts:sims=200': 0.5 }),
    ),
  );
  expect(run.iterations[0]).toMatchObject({ pliesPerGame: 50, whiteWins: null, sims: null, endings: {}, lengths: {} });
  expect(run.arena).toMatchObject([
    { opponent: 'random', score: 1, elo: null, low: null },
    { opponent: 'mcts:sims=200', score: 0.5, elo: 0, low: null },
  ]);
});

test('lines of other stages make no iterations', () => {
  const run = readRun(runWith(line(1, 4, 'mended', { damage: 'a shard' }) + line(2, 9, 'new', { x: 1 })));
  expect([run.iterations, run.damagedLines]).toEqual([[], 0]);
});

test('damaged lines are counted and passed over, a line being written waits', () => {
  const whole = line(1, 1, 'loss', { total: 1 });
  const run = readRun(runWith(`${whole}not json\n[1]\nnull\n{"iteration":"x"}\n\n${whole.slice(0, 20)}`));
  expect(run.damagedLines).toBe(4);
  expect(run.iterations[0].losses).toEqual({ total: 1 });
});

test('reading on as a run grows gives what reading it at once gives', () => {
  const text = readFileSync(join(path, 'metrics.jsonl'));
  const folder = newFolder();
  cpSync(path, folder, { recursive: true });
  const file = join(folder, 'metrics.jsonl');
  writeFileSync(file, '');
  const reader = new RunReader(folder);
  for (let from = 0; from < text.length; from += 157) {
    appendFileSync(file, text.subarray(from, from + 157)); // in the middle of lines and of characters
    reader.read();
  }
  expect(reader.read()).toEqual(readRun(folder));
  writeFileSync(file, line(1, 1, 'loss', { total: 1 }));
  expect(reader.read()).toEqual(readRun(folder));
});

describe('a run that was deleted and begun again is not mixed with the old one', () => {
  const old = line(1, 1, 'loss', { total: 1 }) + line(2, 2, 'loss', { total: 1 });
  const other = line(3, 1, 'loss', { total: 3 }) + old.replaceAll('"total":1', '"total":2');

  test.each([
    ['in a new file', (file: string) => rmSync(file)],
    ['written over the old one', () => {}],
  ])('%s that is longer', (_, before) => {
    const folder = runWith(old);
    const file = join(folder, 'metrics.jsonl');
    const reader = new RunReader(folder);
    reader.read();
    before(file);
    writeFileSync(file, other);
    expect(reader.read()).toEqual(readRun(folder));
    appendFileSync(file, line(5, 3, 'loss', { total: 5 }));
    expect(reader.read()).toEqual(readRun(folder));
  });

  test('before it has written anything', () => {
    const folder = runWith(old);
    const reader = new RunReader(folder);
    reader.read();
    rmSync(join(folder, 'metrics.jsonl'));
    expect(reader.read()).toEqual(readRun(folder));
    expect(reader.read()).toMatchObject({ iterations: [], begunAt: null });
  });

  test('while one whose first line was still being written is read on', () => {
    const folder = runWith(old.slice(0, 30));
    const file = join(folder, 'metrics.jsonl');
    const reader = new RunReader(folder);
    reader.read();
    appendFileSync(file, old.slice(30));
    expect(reader.read()).toEqual(readRun(folder));
  });
});

test('a run that is being trained says by whom', () => {
  const lock = lockRun(path);
  expect(readRun(path).trainer?.pid).toBe(process.pid);
  lock.release();
  expect(readRun(path).trainer).toBeNull();
});

describe('what is no run is refused in a sentence', () => {
  const damaged = (name: string, content: string): string => {
    const folder = newFolder();
    cpSync(path, folder, { recursive: true });
    writeFileSync(join(folder, name), content);
    return folder;
  };
  test.each([
    ['no such folder', () => join(newFolder(), 'none'), 'it holds no run'],
    ['an empty folder', newFolder, 'it holds no run'],
    ['a file', () => join(path, 'config.json'), 'config.json cannot be read'],
    ['a torn config', () => damaged('config.json', '{"format'), 'its config.json is damaged'],
    ['a list as config', () => damaged('config.json', '[]'), 'its config.json is damaged'],
    ['another config', () => damaged('config.json', '{"format":"other"}'), 'not that of a run'],
    ['a torn state', () => damaged('state.json', '{"iter'), 'its state.json is damaged'],
    ['a state of texts', () => damaged('state.json', '{"iteration":"3"}'), 'holds no counts'],
  ])('%s', (_, folder, sentence) => {
    const read = (): unknown => readRun(folder());
    expect(read).toThrow(InvalidInput);
    expect(read).toThrow(sentence);
  });

  test('a folder in the place of the metrics', () => {
    const folder = newFolder();
    cpSync(path, folder, { recursive: true });
    rmSync(join(folder, 'metrics.jsonl'));
    mkdirSync(join(folder, 'metrics.jsonl'));
    expect(() => readRun(folder)).toThrow(InvalidInput);
  });
});

test('the best network is named where one was found', () => {
  const folder = newFolder();
  cpSync(path, folder, { recursive: true });
  expect(readRun(folder).best).toBeNull();
  writeFileSync(join(folder, 'best.json'), '{"iteration":2,"judged":3}');
  expect(readRun(folder).best).toBe(2);
  writeFileSync(join(folder, 'best.json'), '{');
  expect(readRun(folder).best).toBeNull();
});

test('a run of an older program is read, its flat settings under their present names', () => {
  const folder = newFolder();
  const old = {
    format: 'tzaar-run',
    version: 1,
    iterations: 5,
    network: 'small',
    simsStart: 8,
    simsEnd: 32,
    valueMix: 0.5,
  };
  writeFileSync(join(folder, 'config.json'), JSON.stringify(old));
  expect(readRun(folder).config).toEqual({
    iterations: 5,
    network: 'small',
    'selfPlay.search.startShare': 0.25,
    'selfPlay.search.simulations': 32,
    'targets.value.searchShare': 0.5,
  });
});

test('what made a run is told with it', () => {
  expect(readRun(path).provenance).toMatchObject({
    program: { node: process.version },
    machine: { cores: expect.any(Number) },
    begun: expect.any(String),
  });
});

test('a run that has not begun is a run', () => {
  const folder = newFolder();
  cpSync(join(path, 'config.json'), join(folder, 'config.json'));
  expect(readRun(folder)).toMatchObject({ iteration: 0, games: 0, iterations: [], arena: [], start: null });
});
