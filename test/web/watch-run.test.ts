/** How the page keeps a run up to date, with a server and a stream that do what the test says. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type WatchedRun, watchRun } from '../../web/dashboard/watch-run.ts';

type Asked = { readonly path: string; answer(body: object, status?: number): Promise<void>; fail(): Promise<void> };

/** A stream that opens, speaks and ends when it is told to. */
class FakeStream extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  static newest: FakeStream | null = null;
  static count = 0;
  readyState: number = FakeStream.CONNECTING;

  constructor() {
    super();
    FakeStream.newest = this;
    FakeStream.count++;
  }
  say(event: string): void {
    this.dispatchEvent(new Event(event));
  }
  open(): void {
    this.readyState = FakeStream.OPEN;
    this.say('open');
  }
  close(): void {
    this.readyState = FakeStream.CLOSED;
  }
}

let asked: Asked[] = [];
let watched: WatchedRun;
let leave: () => void = () => {};

/** Lets everything happen that waits for nothing but its turn. */
const settle = async (): Promise<void> => {
  await vi.advanceTimersByTimeAsync(0);
};

const fakeFetch = (path: string, { signal }: { readonly signal: AbortSignal }): Promise<Response> =>
  new Promise((done, failed) => {
    signal.addEventListener('abort', () => failed(signal.reason));
    asked.push({
      path,
      answer: (body, status = 200) => {
        done(new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }));
        return settle();
      },
      fail: () => {
        failed(new TypeError('fetch failed'));
        return settle();
      },
    });
  });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fakeFetch);
  vi.stubGlobal('EventSource', FakeStream);
  [asked, FakeStream.newest, FakeStream.count] = [[], null, 0];
  leave = watchRun('run', (change) => {
    watched = { ...watched, ...change(watched) };
  });
});
afterEach(() => {
  leave();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const row = (iteration: number, time: string | null = 'saved'): object => ({ iteration, time });
const overview = { offset: 7, begunAt: null, iteration: 0, iterations: [], arena: [] };
const game = (id: string): object => ({ id, record: {} });
const shownGames = (): string[] => watched.games.map(({ id }) => id);

/** The two questions of a refresh, the oldest that are not answered. */
const takeRefresh = (): { readonly overview: Asked; readonly games: Asked } => {
  const taken = asked.splice(0, 2);
  expect(taken.map(({ path }) => path)).toEqual([
    expect.stringMatching(/^api\/runs\/run(\?since=\d+)?$/),
    expect.stringMatching(/^api\/runs\/run\/games/),
  ]);
  return { overview: taken[0], games: taken[1] };
};

const answerRefresh = async (...ids: readonly string[]): Promise<void> => answerWith(overview, ...ids);

const answerWith = async (body: object, ...ids: readonly string[]): Promise<void> => {
  const refresh = takeRefresh();
  await refresh.overview.answer(body);
  await refresh.games.answer({ games: ids.map(game) });
};

const openStream = async (): Promise<FakeStream> => {
  await answerRefresh('000001-0000/1', '000001-0000/0');
  FakeStream.newest?.open();
  await vi.advanceTimersByTimeAsync(1000);
  await answerRefresh();
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toEqual([]);
  return FakeStream.newest!;
};

describe('refreshes', () => {
  test('are asked for one at a time, however much is written meanwhile, and once more afterwards', async () => {
    const stream = await openStream();
    for (let line = 0; line < 5; line++) stream.say('metrics');
    await settle();
    expect(asked).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(5000); // a slow server
    stream.say('change');
    await settle();
    expect(asked).toHaveLength(2);
    await answerRefresh('000002-0000/0');
    await vi.advanceTimersByTimeAsync(999);
    expect(asked).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(decodeURIComponent(asked[1].path)).toBe('api/runs/run/games?after=000002-0000/0');
    await answerRefresh();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toEqual([]);
    expect(shownGames()).toEqual(['000002-0000/0', '000001-0000/1', '000001-0000/0']);
  });

  test('list no game twice, whatever the server sends', async () => {
    const stream = await openStream();
    stream.say('metrics');
    await answerRefresh('000002-0000/0', '000001-0000/1');
    expect(shownGames()).toEqual(['000002-0000/0', '000001-0000/1', '000001-0000/0']);
  });

  test('that were asked for before the run became another one are not mixed with it', async () => {
    const stream = await openStream();
    stream.say('metrics');
    const before = takeRefresh();
    stream.say('reset');
    await before.overview.answer(overview);
    await before.games.answer({ games: [game('000099-0000/0')] });
    expect(shownGames()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked[1].path).toBe('api/runs/run/games');
    await answerRefresh('000001-0000/0');
    expect(shownGames()).toEqual(['000001-0000/0']);
  });

  test('end when the page leaves, and so does the stream', async () => {
    const stream = await openStream();
    stream.say('metrics');
    const { overview: last } = takeRefresh();
    leave();
    const before = watched;
    await last.answer(overview);
    await vi.advanceTimersByTimeAsync(10_000);
    expect([asked, watched, stream.readyState]).toEqual([[], before, FakeStream.CLOSED]);
  });
});

describe('a long run', () => {
  const match = (iteration: number): object => ({ iteration, opponent: 'greedy', score: 0.5 });
  const shownRows = (): unknown => watched.overview?.iterations;

  test('is asked for from the last row that can no longer change', async () => {
    const stream = await openStream();
    stream.say('metrics');
    await answerWith({ ...overview, iteration: 3, iterations: [row(1), row(2), row(3, null)] }); // 3 is not told yet
    stream.say('metrics');
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked[0].path).toBe('api/runs/run?since=2');
    await answerWith({ ...overview, iteration: 3, iterations: [row(3), row(4, null)] });
    expect(shownRows()).toEqual([row(1), row(2), row(3), row(4, null)]);
    stream.say('metrics');
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked[0].path).toBe('api/runs/run?since=3');
    await answerWith({ ...overview, iteration: 3, iterations: [row(4, null)] });
    expect(shownRows()).toEqual([row(1), row(2), row(3), row(4, null)]);
  });

  test('is asked for in full, games and all, after a reset', async () => {
    const stream = await openStream();
    stream.say('metrics');
    await answerWith({ ...overview, iteration: 2, iterations: [row(1), row(2)] });
    stream.say('reset');
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked.map(({ path }) => path)).toEqual(['api/runs/run', 'api/runs/run/games']);
    await answerWith({ ...overview, iteration: 1, iterations: [row(1)] });
    expect(shownRows()).toEqual([row(1)]);
  });

  test('that was begun anew while the page was away is asked for in full, games and all', async () => {
    const stream = await openStream();
    stream.say('metrics');
    await answerWith({ ...overview, begunAt: 'Monday', iteration: 2, iterations: [row(1), row(2)] });
    await vi.advanceTimersByTimeAsync(1000);
    stream.say('open');
    await answerWith({ ...overview, begunAt: 'Friday', iteration: 2, iterations: [] }, '000002-0000/0');
    expect(shownGames()).toEqual([]);
    await settle();
    expect(asked.map(({ path }) => path)).toEqual(['api/runs/run', 'api/runs/run/games']);
    await answerWith({ ...overview, begunAt: 'Friday', iteration: 1, iterations: [row(1)] }, '000001-0000/0');
    expect([shownRows(), shownGames()]).toEqual([[row(1)], ['000001-0000/0']]);
  });

  test('that went back to an older checkpoint is asked for in full, and its games stay', async () => {
    const stream = await openStream();
    stream.say('metrics');
    await answerWith({ ...overview, iteration: 3, iterations: [row(1), row(2), row(3)] });
    await vi.advanceTimersByTimeAsync(1000);
    stream.say('metrics');
    await answerWith({ ...overview, iteration: 2, iterations: [] });
    await settle();
    expect(asked[0].path).toBe('api/runs/run');
    await answerWith({ ...overview, iteration: 2, iterations: [row(1), row(2, 'later')] });
    expect(shownRows()).toEqual([row(1), row(2, 'later')]);
    expect(shownGames()).toHaveLength(2);
  });

  test('keeps its list of matches as long as it is the same, so that nothing is rated again', async () => {
    const stream = await openStream();
    const [first, second] = [[match(25)], [match(25), match(50)]];
    const refresh = async (arena: readonly object[]): Promise<unknown> => {
      stream.say('metrics');
      await vi.advanceTimersByTimeAsync(1000);
      await answerWith({ ...overview, arena });
      expect(watched.overview?.arena).toEqual(arena);
      return watched.overview?.arena;
    };
    const before = await refresh(first);
    expect(await refresh(first)).toBe(before);
    expect(await refresh(second)).not.toBe(before);
  });
});

describe('the connection', () => {
  test('is live again after a good refresh on a stream that never broke', async () => {
    const stream = await openStream();
    stream.say('metrics');
    await takeRefresh().overview.fail();
    expect(watched.connection).toBe('lost');
    asked = [];
    await vi.advanceTimersByTimeAsync(2000);
    await answerRefresh();
    expect(watched.connection).toBe('live');
  });

  test('stays lost after a good refresh while the stream is not open', async () => {
    const stream = await openStream();
    stream.readyState = FakeStream.CONNECTING; // the browser tries again by itself
    stream.say('error');
    stream.say('metrics');
    await answerRefresh();
    expect([watched.connection, FakeStream.count]).toEqual(['lost', 1]);
    stream.open();
    expect(watched.connection).toBe('live');
  });

  test('gets a new stream where the browser gave up the old one', async () => {
    const stream = await openStream();
    stream.close();
    stream.say('error');
    await answerRefresh();
    expect([watched.connection, FakeStream.count]).toEqual(['lost', 2]);
    FakeStream.newest?.open();
    expect(watched.connection).toBe('live');
  });

  test('a run that the server does not have is a problem, not a lost connection', async () => {
    const { overview: first, games } = takeRefresh();
    await first.answer({ error: 'there is no run "run"' }, 404);
    await games.answer({ error: 'there is no run "run"' }, 404);
    expect(watched).toMatchObject({ connection: 'connecting', problem: 'there is no run "run"' });
    await vi.advanceTimersByTimeAsync(2000);
    await answerRefresh();
    expect(watched).toMatchObject({ problem: null, overview });
  });
});
