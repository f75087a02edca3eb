import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  formatRecord,
  type GameRecord,
  legalActions,
  MAX_LEGAL_ACTIONS,
  RECORD_VERSION,
  RecordGames,
  randomStream,
  replayRecord,
  SETUPS,
  startPosition,
  TzaarEnv,
} from '../../env/index.ts';
import {
  auxiliaryHeads,
  encodeLearner,
  encodeNetwork,
  freshNetwork,
  HEADS,
  headsOf,
  initialState,
  networkPreset,
  RELEASE_VERSION,
  SELFCHECK_VERSION,
  STATE_ARRAYS,
  targetsFor,
} from '../../models/index.ts';
import { SHARD_VERSION } from '../../train/files/shard-file.ts';
import { closeSamples, encodeShard } from '../../train/index.ts';
import { RUN_VERSION } from '../../train/run/run-files.ts';
import { randomGame } from '../support/samples.ts';
import { legalActionsOf, readNpz, readTensors, replay, type Turn } from './page-reader.ts';

const PAGE = readFileSync(resolve(import.meta.dirname, '../../docs/formats.md'), 'utf8');
const scratch = mkdtempSync(join(tmpdir(), 'tzaar-formats-'));

test.each([
  ['tzaar-shard', SHARD_VERSION],
  ['TZAARNET', 1],
  ['tzaar-game', RECORD_VERSION],
  ['tzaar-run', RUN_VERSION],
  ['tzaar-release', RELEASE_VERSION],
  ['tzaar-selfcheck', SELFCHECK_VERSION],
])('the page is about %s of version %d, which is today’s', (format, version) => {
  const row = PAGE.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${format}\``));
  expect(row).toContain(`| ${version} |`);
});

/** Games from all set-ups with every head taught, as a shard. */
const heads = headsOf({ ...networkPreset('tiny'), auxiliaryHeads: auxiliaryHeads() });
const games = Array.from({ length: 6 }, (_, game) => {
  const rng = randomStream('shard', game);
  const played = randomGame(startPosition(SETUPS[game % SETUPS.length], rng), rng);
  return { ...played, plies: played.plies.map((ply) => ({ ...ply, learnt: 'all' as const })) };
});
const samples = closeSamples(games, targetsFor(heads));
const shard = encodeShard(samples);
const network = freshNetwork(networkPreset('tiny'), 'formats');

const records = ((): GameRecord[] => {
  const found: GameRecord[] = [];
  for (const setup of SETUPS) {
    const env = new RecordGames(new TzaarEnv({ setup, observation: 'none' }), (record) => found.push(record), {
      white: 'a',
      black: 'b',
    });
    const rng = randomStream('records', setup);
    for (let game = 0; game < 3; game++) {
      env.reset(game === 0 ? { seed: 5 } : {});
      while (env.agentSelection !== null) env.step(env.actionSpace.sample(env.last().info.actionMask, rng));
    }
  }
  return found;
})();

describe('a reader written from the page alone reads', () => {
  test('a shard: every column that the page names, and no other', () => {
    const { shard: about, ...columns } = readNpz(shard);
    const { columns: names } = JSON.parse(Buffer.from(about.bytes).toString('utf8'));
    expect(Object.keys(columns).toSorted()).toEqual(names.toSorted());
    for (const [name, { shape, data }] of Object.entries(columns)) {
      const row = PAGE.split('\n').find((line) => line.startsWith(`| \`${name}\` |`));
      const type = data.constructor.name.replace('Array', '').toLowerCase();
      expect(row).toContain(`${type} [${['N', ...shape.slice(1)].join(', ')}]`);
      expect(shape[0]).toBe(samples.count);
    }
    expect(columns.cells.data).toEqual(samples.cells);
    for (const head of heads) expect(columns[head.column.name].data).toEqual(samples.heads[head.name]);
  });

  test('masks out of cells and turns, in all phases', () => {
    const { cells, turns } = readNpz(shard);
    const policies = readNpz(shard).policies.data;
    const phases = new Set<number>();
    for (let row = 0; row < samples.count; row++) {
      const turn = Array.from(turns.data.subarray(row * 3, row * 3 + 3)) as unknown as Turn;
      const legal = legalActionsOf(cells.data.subarray(row * 60, row * 60 + 60), turn);
      phases.add(turn[2]);
      expect(legal.length).toBeGreaterThan(0);
      for (let action = 0; action < 541; action++)
        if (policies[row * 541 + action] > 0) expect(legal).toContain(action);
    }
    expect(phases).toEqual(new Set([0, 1, 2]));
  });

  test('a network and a learner, number by number', async () => {
    const read = readTensors(await encodeNetwork(network));
    expect([read.kind, read.facts.network]).toEqual(['network', network.config]);
    expect(Object.values(read.tensors).flatMap(({ data }) => data)).toEqual(Array.from(network.weights));
    const state = initialState(network.weights);
    const learner = readTensors(await encodeLearner({ network: network.config, state }));
    expect([learner.kind, learner.facts.step, Object.keys(learner.tensors)]).toEqual(['learner', 0, [...STATE_ARRAYS]]);
    for (const name of STATE_ARRAYS) {
      expect(PAGE).toContain(`\`${name}\``);
      expect(learner.tensors[name].data).toEqual(Array.from(state[name]));
    }
  });

  test('game records, and plays them to the same end', () => {
    expect(new Set(records.map(({ result }) => result?.reason)).size).toBeGreaterThan(1);
    for (const record of records) {
      const { board, legal, moves } = replay(formatRecord(record));
      expect(legal).toBe(moves);
      const { position } = replayRecord(record);
      expect(board.cells).toEqual(Array.from(position.cells.subarray(0, 60)));
      expect(legalActionsOf(board.cells, board.turn)).toEqual([]);
    }
  });

  test('legal actions like ours at every start', () => {
    const out = new Uint16Array(MAX_LEGAL_ACTIONS);
    for (const setup of SETUPS) {
      const position = startPosition(setup, randomStream(1));
      const { cells, mover, step, phase } = position;
      const count = legalActions(position, out);
      expect(legalActionsOf(cells.subarray(0, 60), [mover, step, phase])).toEqual(Array.from(out.subarray(0, count)));
    }
  });
});

test('every head of ours has its column on the page', () => {
  for (const { column } of HEADS.all) expect(PAGE).toContain(`| \`${column.name}\` |`);
});

/** Nothing else here needs Python, so it is no part of CI; the reader above is there everywhere. */
const hasPython = spawnSync('python3', ['-c', 'import numpy'], { encoding: 'utf8' }).status === 0;
if (!hasPython) process.stderr.write('skipped: this machine lacks python3 with numpy\n');

describe.skipIf(!hasPython)('the page’s programs in Python run', () => {
  const [shardReader, networkReader] = Array.from(PAGE.matchAll(/```python\n([\s\S]*?)```/g), ([, code]) => code);
  const run = (code: string, file: string, bytes: Uint8Array): Record<string, never> => {
    const path = join(scratch, file);
    writeFileSync(path, bytes);
    const { stdout, stderr, status } = spawnSync('python3', ['-c', code, path], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    return JSON.parse(stdout);
  };

  test('on a shard', () => {
    const { cells, turns } = samples;
    const legal = Array.from(
      { length: samples.count },
      (_, row) =>
        legalActionsOf(
          cells.subarray(row * 60, row * 60 + 60),
          Array.from(turns.subarray(row * 3, row * 3 + 3)) as unknown as Turn,
        ).length,
    );
    expect(run(shardReader, 'one.npz', shard)).toMatchObject({ samples: samples.count, legal });
  });

  test('on a network', async () => {
    const { kind, sums } = run(networkReader, 'one.network', await encodeNetwork(network));
    const total = Object.values(sums as Record<string, number>).reduce((sum, each) => sum + each, 0);
    expect(kind).toBe('network');
    expect(total).toBeCloseTo(
      network.weights.reduce((sum, each) => sum + each, 0),
      3,
    );
  });
});
