import { describe, expect, test } from 'vitest';
import {
  ACTION_COUNT,
  emptyPosition,
  legalActions,
  MAX_LEGAL_ACTIONS,
  type Phase,
  PLACEMENT,
  type Player,
  POINT_COUNT,
  parseRecord,
  replayRecord,
  type Step,
  setPosition,
} from '../../env/index.ts';
import { POLICY_UNIT } from '../../models/index.ts';
import { playTeacher } from '../../train/index.ts';
import { teacherJob } from '../support/runs.ts';

const JOB = teacherJob(30, { games: 8 });

describe("the teacher's games", () => {
  test('replay, and say what it expected of every action', async () => {
    const { records, plies, networkSeconds } = await playTeacher(JOB);
    const games = records.map(parseRecord);
    expect(games.map((game) => replayRecord(game).position.ply).reduce((sum, ply) => sum + ply, 0)).toBe(plies);
    for (const { players } of games)
      expect(players).toEqual({ white: 'alphabeta:nodes=30', black: 'alphabeta:nodes=30' });
    for (const game of games) expect(game.notes).toMatchObject({ iteration: 1, job: 0 });
    for (const game of games) expect(game.notes?.values).toHaveLength(replayRecord(game).position.ply);
    expect(networkSeconds).toBe(0);
  });

  test('become samples with one legal action each, none from placement', async () => {
    const { samples, plies, records } = await playTeacher(JOB);
    const placed = POINT_COUNT * records.map(parseRecord).filter(({ setup }) => setup === 'tournament').length;
    expect(placed).toBeGreaterThan(0);
    expect(samples.count).toBeGreaterThan((plies - placed) / 3);
    expect(samples.count).toBeLessThanOrEqual(plies - placed);
    const position = emptyPosition();
    const actions = new Uint16Array(MAX_LEGAL_ACTIONS);
    for (let row = 0; row < samples.count; row++) {
      const [mover, step, phase] = samples.turns.subarray(row * 3, row * 3 + 3);
      const cells = samples.cells.subarray(row * POINT_COUNT, (row + 1) * POINT_COUNT);
      setPosition(position, cells, mover as Player, step as Step, phase as Phase);
      expect(phase).not.toBe(PLACEMENT);
      const policy = samples.heads.policy.subarray(row * ACTION_COUNT, (row + 1) * ACTION_COUNT);
      const chosen = policy.indexOf(POLICY_UNIT);
      expect(actions.subarray(0, legalActions(position, actions))).toContain(chosen);
      expect(Array.from(policy).reduce((sum, share) => sum + share, 0)).toBe(POLICY_UNIT);
    }
  });

  test('are the same for the same job, and others for another seed', async () => {
    const { seconds: _seconds, ...first } = await playTeacher(JOB);
    expect(await playTeacher(JOB)).toMatchObject(first);
    expect((await playTeacher({ ...JOB, seed: 4 })).records).not.toEqual(first.records);
  });

  test('begin with as many actions at random as are asked for at most', async () => {
    const { samples: all, plies } = await playTeacher({
      ...JOB,
      setups: { fixed: 0.3, tournament: 0 },
      samplePlies: 0,
    });
    const { samples: fewer, plies: others } = await playTeacher({
      ...JOB,
      setups: { fixed: 0.3, tournament: 0 },
      samplePlies: 30,
    });
    expect(fewer.count / others).toBeLessThan(0.8 * (all.count / plies));
  });
});
