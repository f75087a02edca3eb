import { mkdtempSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  createPairPlayer,
  type Format,
  makeSchedule,
  openResults,
  type PairJob,
  type PairResult,
  type PlayedSchedule,
  type Players,
  pairFleet,
  pairStart,
  playSchedule,
  prepareAgents,
  readGames,
  renderReport,
  runSchedule,
  type Schedule,
  type ScheduleOptions,
  scheduleJobs,
  tabulate,
} from '../../arena/index.ts';
import { formatPosition, formatRecord, type GameRecord, InvalidInput, replayRecord } from '../../env/index.ts';
import type { Fleet } from '../../fleet/index.ts';
import { inlineFleet } from '../support/inline-fleet.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'tzaar-arena-'));
const OPTIONS: ScheduleOptions = { games: 4, setup: 'random', seed: 7 };

/** Plays in this thread. */
const inline = (): Fleet<PairJob, PairResult> => inlineFleet(createPairPlayer());

const play = async (
  schedule: ReturnType<typeof makeSchedule>,
  fleet: Fleet<PairJob, PairResult>,
  out?: string,
): Promise<PlayedSchedule> => {
  let last: PlayedSchedule | null = null;
  for await (const standing of playSchedule(schedule, { fleet, out })) last = standing;
  await fleet.close();
  return last!;
};

const NO_HASHES: Players = { networks: {}, modules: {} };

/** The jobs of a schedule whose agents need no network. */
const jobsOf = (schedule: Schedule): PairJob[] => {
  const agents = schedule.agents.map((spec) => ({ name: spec, spec, network: null }));
  return [...scheduleJobs(schedule, agents, () => false)];
};

describe('a schedule', () => {
  test.each<{ format: Format; pairings: number[][] }>([
    {
      format: 'round-robin',
      pairings: [
        [0, 1],
        [0, 2],
        [1, 2],
      ],
    },
    {
      format: 'gauntlet',
      pairings: [
        [0, 1],
        [0, 2],
      ],
    },
    {
      format: 'ladder',
      pairings: [
        [0, 1],
        [1, 2],
      ],
    },
  ])('$format', ({ format, pairings }) => {
    const schedule = makeSchedule(['greedy', 'random', 'mcts:sims=5'], format, OPTIONS);
    expect(schedule.pairings).toEqual(pairings);
    const jobs = jobsOf(schedule);
    expect(jobs).toHaveLength(pairings.length * 2);
    expect(jobs.map(({ pair }) => pair)).toEqual(jobs.map((_, index) => Math.floor(index / pairings.length)));
  });

  test('all pairings have the same starts, other pairs and seeds other ones', () => {
    const schedule = makeSchedule(['greedy', 'random', 'mcts'], 'round-robin', OPTIONS);
    const starts = jobsOf(schedule).map((job) => formatPosition(pairStart(job)));
    expect(new Set(starts.slice(0, 3)).size).toBe(1);
    expect(new Set(starts).size).toBe(2);
    const other = makeSchedule(['greedy', 'random'], 'match', { ...OPTIONS, seed: 8 });
    expect(formatPosition(pairStart(jobsOf(other)[0]))).not.toBe(starts[0]);
  });

  test('games from the fixed start begin with random actions, so that they differ', () => {
    const schedule = makeSchedule(['greedy', 'random'], 'match', { ...OPTIONS, games: 20, setup: 'fixed' });
    const starts = jobsOf(schedule).map((job) => formatPosition(pairStart(job)));
    expect(new Set(starts).size).toBe(10);
  });

  test.each<{ agents: string[]; options: Partial<ScheduleOptions>; format?: Format; says: string }>([
    { agents: ['random'], options: {}, says: 'expected at least two' },
    { agents: ['random', 'x'], options: {}, says: 'invalid agent "x"' },
    { agents: ['random', 'greedy', 'random'], options: {}, format: 'round-robin', says: 'named twice' },
    { agents: ['random', 'greedy'], options: { games: 3 }, says: 'expected an even number' },
    { agents: ['random', 'greedy'], options: { setup: 'chess' }, says: 'invalid set-up' },
    { agents: ['random', 'greedy'], options: { sprt: '3' }, says: 'invalid sprt' },
  ])('refuses $agents $options', ({ agents, options, format = 'match', says }) => {
    expect(() => makeSchedule(agents, format, { ...OPTIONS, ...options })).toThrow(InvalidInput);
    expect(() => makeSchedule(agents, format, { ...OPTIONS, ...options })).toThrow(says);
  });
});

describe('playing a schedule', () => {
  const schedule = makeSchedule(['alphabeta:nodes=60', 'mcts:sims=20'], 'match', { ...OPTIONS, games: 8 });

  test('both games of a pair begin alike with colours swapped, and every record replays', async () => {
    const { records, counts } = await play(schedule, inline());
    expect(records).toHaveLength(8);
    for (let pair = 0; pair < 4; pair++) {
      const [one, two] = records.slice(2 * pair);
      expect(one.start).toBe(two.start);
      expect([one.players.white, one.players.black]).toEqual([two.players.black, two.players.white]);
      for (const record of [one, two]) expect(() => replayRecord(record)).not.toThrow();
    }
    expect(counts[0].reduce((sum, count) => sum + count, 0)).toBe(4);
  });

  test('fixed-node matches are the same games on one thread, on two, and again', async () => {
    const games = async (fleet: Fleet<PairJob, PairResult>): Promise<string> =>
      (await play(schedule, fleet)).records.map(formatRecord).join('\n');
    const once = await games(inline());
    expect(await games(pairFleet({ threads: 1 }))).toBe(once);
    expect(await games(pairFleet({ threads: 2 }))).toBe(once);
  });

  test('a run that was stopped, even in the middle of a line, goes on to the same result', async () => {
    const [whole, cut] = [folder(), folder()];
    await play(schedule, inline(), whole);
    const fleet = inline();
    for await (const { pairsPlayed } of playSchedule(schedule, { fleet, out: cut })) if (pairsPlayed === 2) break;
    await fleet.close();
    const file = join(cut, 'games.jsonl');
    truncateSync(file, readFileSync(file).length - 40);
    const { pairsResumed, pairsPlayed } = await play(schedule, inline(), cut);
    expect([pairsResumed, pairsPlayed]).toEqual([1, 4]);
    expect(readFileSync(file, 'utf8')).toBe(readFileSync(join(whole, 'games.jsonl'), 'utf8'));
    const { pairsResumed: all } = await play(schedule, inline(), cut);
    expect(all).toBe(4);
  });

  test('a folder with another schedule is refused, and one that cannot be', async () => {
    const out = folder();
    openResults(out, schedule, NO_HASHES);
    const other = makeSchedule(['alphabeta:nodes=61', 'mcts:sims=20'], 'match', { ...OPTIONS, games: 8 });
    expect(() => openResults(out, other, NO_HASHES)).toThrow('it holds another schedule ("alphabeta:nodes=60",)');
    const file = join(out, 'a-file');
    writeFileSync(file, '');
    expect(() => openResults(join(file, 'x'), schedule, NO_HASHES)).toThrow(
      `${file} cannot be made: a file is in the way`,
    );
    expect(() => readGames(join(out, 'nowhere'))).toThrow('expected one with games.jsonl');
  });

  test.each(['networks', 'modules'] as const)(
    'a folder goes on only with the %s that have played in it',
    async (what) => {
      const [out, old] = [folder(), folder()];
      const agent = 'alphabeta:nodes=60'; // any name does: what is held against each other is what was written
      const open = (where: string, hash: string): Players =>
        openResults(where, schedule, { ...NO_HASHES, [what]: { [agent]: hash } });
      const runOn = async (where: string, hash: string): Promise<void> => {
        const players = { ...NO_HASHES, [what]: { [agent]: hash } };
        const fleet = inline();
        const agents = await prepareAgents(schedule.agents, fleet.networks);
        for await (const _ of runSchedule(schedule, agents, fleet, openResults(where, schedule, players)));
        await fleet.close();
      };
      open(out, 'aa');
      expect(() => open(out, 'bb')).not.toThrow(); // nothing was played yet
      await runOn(out, 'bb');
      expect(open(out, 'bb')[what]).toEqual({ [agent]: 'bb' });
      const says = { networks: 'with other weights (bb, now cc)', modules: `with another version of ${agent}` };
      expect(() => open(out, 'cc')).toThrow(says[what]);
      await play(schedule, inline(), old);
      // Who knows which networks played in a folder of an older program; but modules are as old as their file.
      if (what === 'networks') expect(open(old, 'cc').networks).toEqual({});
      else expect(() => open(old, 'cc')).toThrow('or without it');
    },
  );

  test('a sequential test ends the match early, at the same pair on any number of threads', async () => {
    const test = makeSchedule(['alphabeta:nodes=30', 'random'], 'match', { ...OPTIONS, games: 400, sprt: '0,100' });
    const [one, two] = [await play(test, inline()), await play(test, pairFleet({ threads: 2 }))];
    expect(one.sprt?.verdict).toBe('elo1');
    expect(one.pairsPlayed).toBeLessThan(60);
    expect(two.records.map(formatRecord)).toEqual(one.records.map(formatRecord));
  });
});

describe('standings and reports', () => {
  const out = folder();
  const schedule = makeSchedule(['greedy', 'random', 'alphabeta:nodes=400'], 'round-robin', OPTIONS);
  let records: readonly GameRecord[] = [];

  test('a pool is rated from its games, best first', async () => {
    ({ records } = await play(schedule, inline(), out));
    const { entries, duels, games } = tabulate(records);
    expect(games).toBe(12);
    expect(entries.map(({ agent }) => agent)).toEqual(['alphabeta:nodes=400', 'greedy', 'random']);
    expect(duels.map(({ first, second, summary }) => [first, second, summary.games])).toEqual([
      ['greedy', 'random', 4],
      ['greedy', 'alphabeta:nodes=400', 4],
      ['random', 'alphabeta:nodes=400', 4],
    ]);
    expect(readGames(out).map(formatRecord)).toEqual(records.map(formatRecord));
  });

  test('a report carries the table and the games, and nothing in a name can break out of it', () => {
    const evil = '</script><script>alert(1)</script>';
    const renamed = records.map((record) => ({ ...record, players: { white: evil, black: record.players.black } }));
    const html = renderReport(renamed, { title: evil });
    expect(html).not.toContain(evil);
    expect(html).toContain('&#60;/script&#62;');
    const data = /<script type="application\/json" id="games">(.*?)<\/script>/s.exec(html)![1];
    expect(JSON.parse(data)).toHaveLength(12);
    expect(JSON.parse(data)[0].players.white).toBe(evil);
    expect(renderReport(records, { title: 'x', games: 3 }).match(/<option /g)).toHaveLength(3);
  });
});
