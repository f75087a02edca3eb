import { describe, expect, test } from 'vitest';
import { ACTION_COUNT, opponentOf, PLAYERS, parseRecord, replayRecord, undo } from '../../env/index.ts';
import { UniformEvaluator } from '../../models/index.ts';
import { type NetworkPlayer, playAgainstItself, type Samples, type SelfPlayJob } from '../../train/index.ts';
import { networkJob } from '../support/runs.ts';

const GAMES = 6;
const play = (
  player: Partial<NetworkPlayer> = {},
  job: Partial<SelfPlayJob> = {},
): ReturnType<typeof playAgainstItself> =>
  playAgainstItself(networkJob(player, { games: GAMES, ...job }), new UniformEvaluator());

/** Samples with a policy to learn. */
const withPolicy = ({ count, heads }: Samples): number => {
  const { policy } = heads;
  const rows = Array.from({ length: count }, (_, row) => policy.subarray(row * ACTION_COUNT, (row + 1) * ACTION_COUNT));
  return rows.filter((row) => row.some((share) => share > 0)).length;
};

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

  test('learns the value alone from positions that were searched fast or are proven, where it is told to', async () => {
    const some = await play({ fullShare: 0.25 });
    const more = await play({ fullShare: 0.25, valueSamples: { fast: true, proven: false } });
    const all = await play({ fullShare: 0.25, valueSamples: { fast: true, proven: true } });
    expect(more.records).toEqual(some.records); // the same games
    expect(all.samples.count).toBe(all.plies); // none of them begins with placement at random
    expect(more.samples.count).toBeGreaterThan(2 * some.samples.count);
    expect(more.samples.count).toBeLessThan(all.samples.count);
    for (const each of [more, all]) expect(withPolicy(each.samples)).toBe(some.samples.count);
    expect(withPolicy(some.samples)).toBe(some.samples.count);
  });

  test('with proofs knows results earlier, learns exact values, and no game depends on another', async () => {
    const plain = await play();
    const proving = await play({ proofNodes: 2000 });
    expect(proving.samples.count).toBeLessThan(0.97 * plain.samples.count);
    const few = await play({ proofNodes: 2000 }, { games: 2 });
    expect(few.records).toEqual(proving.records.slice(0, 2));
    for (const line of proving.records) {
      const record = parseRecord(line);
      const { position } = replayRecord(record);
      const { values } = record.notes as { readonly values: readonly number[] };
      while (position.ply > values.findIndex((value) => Math.abs(value) === 1)) undo(position);
      const winner = values[position.ply] === 1 ? position.mover : opponentOf(position.mover);
      expect(PLAYERS[winner]).toBe(record.result?.winner); // what was certain first is what came
    }
  });
});
