import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  createPairPlayer,
  makeSchedule,
  type PairJob,
  type PairResult,
  type PlayedSchedule,
  pairFleet,
  playSchedule,
  type ScheduleOptions,
} from '../../arena/index.ts';
import { formatRecord, InvalidInput } from '../../env/index.ts';
import { type Fleet, loadedModules, loadParts } from '../../fleet/index.ts';
import { encodeNetwork, freshNetwork } from '../../models/index.ts';
import { readNetwork, weightsHash } from '../../models/node/index.ts';
import { inlineFleet } from '../support/inline-fleet.ts';
import { SMALL_NETWORKS } from '../support/networks.ts';

const folder = mkdtempSync(join(tmpdir(), 'tzaar-play-'));
const model = join(folder, 'a network');
const AGENTS = resolve(import.meta.dirname, '../../agents/index.ts');
const OPTIONS: ScheduleOptions = { games: 2, setup: 'random', seed: 3 };
const zero = `zero:model=${JSON.stringify(model)},sims=8`;

const save = async (path: string, seed: number): Promise<void> =>
  writeFileSync(path, await encodeNetwork(freshNetwork(SMALL_NETWORKS[0], seed)));

/** Plays in this thread, and keeps the jobs as they would be sent. */
const watched = (): { fleet: Fleet<PairJob, PairResult>; jobs: PairJob[] } => {
  const jobs: PairJob[] = [];
  const fleet = inlineFleet<PairJob, PairResult>(createPairPlayer());
  const run: typeof fleet.run = (all) => {
    const drawn = [...all];
    jobs.push(...drawn);
    return fleet.run(drawn);
  };
  return { fleet: { networks: fleet.networks, run, close: () => fleet.close() }, jobs };
};

const lastOf = async (standings: AsyncGenerator<PlayedSchedule>): Promise<PlayedSchedule> => {
  let last: PlayedSchedule | null = null;
  for await (const standing of standings) last = standing;
  return last!;
};

describe('a schedule with networks', () => {
  beforeAll(() => save(model, 1));

  test('sends jobs that name networks by hash alone, and records that keep the names of the agents', async () => {
    const { fleet, jobs } = watched();
    const schedule = makeSchedule([zero, 'random'], 'match', OPTIONS);
    const { records, networks } = await lastOf(playSchedule(schedule, { fleet }));
    await fleet.close();
    const hash = weightsHash(await readNetwork(model));
    expect(jobs.map(({ networks: named }) => named)).toEqual([[hash]]);
    expect(jobs[0].agents).toEqual([
      { name: zero, spec: `zero:model=#${hash},sims=8` },
      { name: 'random', spec: 'random' },
    ]);
    expect(records.map(({ players }) => players)).toEqual([
      { white: zero, black: 'random' },
      { white: 'random', black: zero },
    ]);
    expect(networks).toEqual({ [zero]: hash });
  });

  test('plays the same games on threads, on a fleet that stays open for the next schedule', async () => {
    const schedule = makeSchedule([zero, 'random'], 'match', OPTIONS);
    const [{ fleet: inline }, threads] = [watched(), pairFleet({ threads: 1 })];
    const games = async (fleet: Fleet<PairJob, PairResult>): Promise<string[]> =>
      (await lastOf(playSchedule(schedule, { fleet }))).records.map(formatRecord);
    const here = await games(inline);
    expect(await games(threads)).toEqual(here);
    await save(model, 2); // under the same name: the worker must not take the one that it has open
    const other = await games(threads);
    expect(other).not.toEqual(here);
    expect(other).toEqual(await games(inline));
    await Promise.all([inline.close(), threads.close()]);
  });

  test('calls an agent by its label everywhere, and refuses two agents under one', async () => {
    const { fleet, jobs } = watched();
    const schedule = makeSchedule([`${zero},name=Anna`, 'greedy:name=Bert'], 'match', OPTIONS);
    const { records, networks, names } = await lastOf(playSchedule(schedule, { fleet }));
    await fleet.close();
    const { white, black } = records[0].players;
    expect([white, black]).toEqual(['Anna', 'Bert']);
    expect(names).toEqual(['Anna', 'Bert']);
    expect(Object.keys(networks)).toEqual(['Anna']);
    expect(jobs[0].agents.map(({ spec }) => spec)).toEqual([
      expect.stringMatching(/^zero:model=#\w+,sims=8$/),
      'greedy',
    ]);
    expect(() => makeSchedule(['greedy:name=Bert', 'random:name=Bert'], 'match', OPTIONS)).toThrow('named twice');
  });

  test('plays with a search rule of one’s own on threads that load its module', async () => {
    const path = join(folder, 'rule.mts');
    writeFileSync(
      path,
      `import { SEARCH_RULES } from ${JSON.stringify(AGENTS)};
      export const parts = { searchRules: [{ ...SEARCH_RULES.get('puct'), name: 'mine' }] };`,
    );
    await loadParts(path);
    const threads = pairFleet({ threads: 1, modules: loadedModules() });
    const games = async (rule: string): Promise<unknown> => {
      const schedule = makeSchedule([`${zero},rule=${rule}`, 'random'], 'match', OPTIONS);
      return (await lastOf(playSchedule(schedule, { fleet: threads }))).records.map(({ moves }) => moves);
    };
    expect(await games('mine')).toEqual(await games('puct'));
    await threads.close();
  });

  test('is refused where a network is missing, before anything is played', async () => {
    const { fleet, jobs } = watched();
    const schedule = makeSchedule(['random', `zero:model=${join(folder, 'nowhere')}`], 'match', OPTIONS);
    const error: unknown = await lastOf(playSchedule(schedule, { fleet })).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(InvalidInput);
    expect(jobs).toEqual([]);
    await fleet.close();
  });

  test('ends with the standing so far when the signal comes', async () => {
    const { fleet } = watched();
    const controller = new AbortController();
    const schedule = makeSchedule(['greedy', 'random'], 'match', { ...OPTIONS, games: 40 });
    const played: number[] = [];
    for await (const { pairsPlayed } of playSchedule(schedule, { fleet, signal: controller.signal })) {
      played.push(pairsPlayed);
      if (pairsPlayed === 2) controller.abort();
    }
    expect(played).toEqual([0, 1, 2]);
    await fleet.close();
  });
});
