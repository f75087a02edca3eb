import { describe, expect, test } from 'vitest';
import { parseRecord, replayRecord } from '../../env/index.ts';
import { UniformEvaluator } from '../../models/index.ts';
import { type NetworkPlayer, playAgainstItself, type SelfPlayJob } from '../../train/index.ts';
import { networkJob } from '../support/runs.ts';

const GAMES = 6;
const play = (
  player: Partial<NetworkPlayer> = {},
  job: Partial<SelfPlayJob> = {},
): ReturnType<typeof playAgainstItself> =>
  playAgainstItself(networkJob(player, { games: GAMES, ...job }), new UniformEvaluator());

describe('self-play', () => {
  test('gives games that replay and samples of them', async () => {
    const { records, samples, plies } = await play();
    expect(records).toHaveLength(GAMES);
    const lengths = records.map((line) => replayRecord(parseRecord(line)).position.ply);
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(plies);
    expect(samples.count).toBeGreaterThan(plies / 3);
    expect(samples.count).toBeLessThanOrEqual(plies);
    for (const surprise of samples.surprises) expect(surprise).toBeGreaterThanOrEqual(0);
  });

  test('is the same for the same job, and another for another seed', async () => {
    const { seconds: _seconds, networkSeconds: _network, ...first } = await play();
    expect(await play()).toMatchObject(first);
    expect((await play({}, { seed: 4 })).records).not.toEqual(first.records);
  });

  test('with capped playouts makes samples of the actions that were searched in full only', async () => {
    const all = await play();
    const some = await play({ fullShare: 0.25 });
    const share = (result: typeof all): number => result.samples.count / result.plies;
    expect(share(some)).toBeGreaterThan(0.1 * share(all));
    expect(share(some)).toBeLessThan(0.5 * share(all));
  });
});
