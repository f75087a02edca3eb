import { describe, expect, test } from 'vitest';
import { parseRecord, replayRecord } from '../../env/index.ts';
import { UniformEvaluator } from '../../models/index.ts';
import { type NetworkJob, playAgainstItself } from '../../train/index.ts';

const JOB: NetworkJob = {
  player: 'network',
  iteration: 1,
  job: 0,
  seed: 3,
  games: 6,
  sims: 12,
  fullShare: 1,
  fastSims: 4,
  samplePlies: 6,
  fixedShare: 0.3,
  tournamentShare: 0.3,
  model: 'none',
};
const play = (changes: Partial<NetworkJob> = {}): ReturnType<typeof playAgainstItself> =>
  playAgainstItself({ ...JOB, ...changes }, new UniformEvaluator());

describe('self-play', () => {
  test('gives games that replay and samples of them', async () => {
    const { records, samples, plies } = await play();
    expect(records).toHaveLength(JOB.games);
    const lengths = records.map((line) => replayRecord(parseRecord(line)).position.ply);
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(plies);
    expect(samples.count).toBeGreaterThan(plies / 3);
    expect(samples.count).toBeLessThanOrEqual(plies);
    for (const surprise of samples.surprises) expect(surprise).toBeGreaterThanOrEqual(0);
  });

  test('is the same for the same job, and another for another seed', async () => {
    const { seconds: _seconds, networkSeconds: _network, ...first } = await play();
    expect(await play()).toMatchObject(first);
    expect((await play({ seed: 4 })).records).not.toEqual(first.records);
  });

  test('with capped playouts makes samples of the actions that were searched in full only', async () => {
    const all = await play();
    const some = await play({ fullShare: 0.25 });
    const share = (result: typeof all): number => result.samples.count / result.plies;
    expect(share(some)).toBeGreaterThan(0.1 * share(all));
    expect(share(some)).toBeLessThan(0.5 * share(all));
  });
});
