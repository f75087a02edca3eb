import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import protobuf from 'protobufjs';
import { expect, test } from 'vitest';
import { NO_PAIRS, summarise } from '../../../arena/index.ts';
import { InvalidInput } from '../../../env/index.ts';
import { loadJobGames, MetricsWriter } from '../../../train/index.ts';
import { GAMES_PER_JOB, ITERATIONS, JOBS, makeWatchedRun, newFolder } from '../../support/watched-run.ts';

const run = await makeWatchedRun();
const linesOf = (path: string): Record<string, unknown>[] =>
  readFileSync(join(path, 'metrics.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
const lines = linesOf(run.path);

test('every line is flat, and every job tells how its games went', () => {
  for (const line of lines)
    for (const value of Object.values(line)) expect(['number', 'string']).toContain(typeof value);
  const jobs = lines.filter(({ stage }) => stage === 'selfplay');
  expect(jobs).toHaveLength(ITERATIONS * JOBS);
  for (const line of jobs) {
    const games = loadJobGames(run.path, line.iteration as number, (line.job as number) - 1);
    const white = games.filter(({ result }) => result?.winner === 'white').length;
    expect(line).toMatchObject({ games: GAMES_PER_JOB, sims: 2, whiteWinShare: white / GAMES_PER_JOB });
    const ended = Object.entries(line).filter(([name]) => name.startsWith('ended/'));
    expect(ended.reduce((sum, [, count]) => sum + (count as number), 0)).toBe(GAMES_PER_JOB);
    const counted = (text: unknown): number =>
      Array.from(String(text).matchAll(/:(\d+)/g)).reduce((sum, [, count]) => sum + Number(count), 0);
    expect(counted(line.lengths)).toBe(GAMES_PER_JOB);
    expect(counted(line.openings)).toBe(games.filter(({ setup }) => setup === 'fixed').length);
  }
});

test('losses are means over the iteration, and memory is told with it', () => {
  expect(lines.find(({ stage }) => stage === 'loss')).toMatchObject({ total: 4, policy: 3.5, value: 0.5, step: 2 });
  const saved = lines.find(({ stage }) => stage === 'saved');
  expect(saved?.memoryMb).toBeGreaterThan(10);
  expect(saved?.heapMb).toBeGreaterThan(1);
});

test('a match is a line with its interval; an infinite Elo is null', () => {
  const path = newFolder();
  const metrics = new MetricsWriter(path);
  const rated = { type: 'rated', iteration: 5, sims: 32 } as const;
  metrics.hear({ ...rated, opponent: 'random', summary: summarise([0, 0, 0, 0, 10]) });
  metrics.hear({ ...rated, opponent: 'greedy', summary: summarise(NO_PAIRS) });
  const [sweep, none] = linesOf(path);
  expect(sweep).toMatchObject({
    stage: 'arena',
    opponent: 'random',
    sims: 32,
    games: 20,
    score: 1,
    high: 1,
    elo: null,
  });
  expect(sweep.eloLow).toBeGreaterThan(100);
  expect(none).toMatchObject({ opponent: 'greedy', games: 0, score: 0.5, elo: 0, eloLow: null, eloHigh: null });
});

test('a line that was torn by a crash does not swallow the next one', () => {
  const path = newFolder();
  writeFileSync(join(path, 'metrics.jsonl'), '{"time":"2026-01-01T00:00:00Z","iteration":1,"sta');
  new MetricsWriter(path).write(2, 'loss', { total: 1 });
  const written = readFileSync(join(path, 'metrics.jsonl'), 'utf8').split('\n');
  expect(JSON.parse(written[1])).toMatchObject({ iteration: 2, stage: 'loss', total: 1 });
});

test('metrics that cannot be written are told in a sentence', () => {
  const path = newFolder();
  mkdirSync(join(path, 'metrics.jsonl'));
  expect(() => new MetricsWriter(path).write(1, 'loss', { total: 1 })).toThrow(InvalidInput);
});

const EVENT = protobuf
  .parse(`syntax = "proto3";
  message Event { double wall_time = 1; int64 step = 2; string file_version = 3; Summary summary = 5; }
  message Summary { repeated Value value = 1; }
  message Value { string tag = 1; float simple_value = 2; Image image = 4; Histogram histo = 5; }
  message Image { int32 height = 1; int32 width = 2; int32 colorspace = 3; bytes encoded_image_string = 4; }
  message Histogram { double min = 1; double max = 2; double num = 3; double sum = 4; double sum_squares = 5;
    repeated double bucket_limit = 6; repeated double bucket = 7; }`)
  .root.lookupType('Event');

type Value = {
  readonly tag: string;
  readonly simpleValue?: number;
  readonly image?: { readonly width: number; readonly height: number; readonly encodedImageString: Uint8Array };
  readonly histo?: { readonly num: number; readonly min: number; readonly max: number; readonly bucket: number[] };
};

const eventsOf = (path: string): (Value & { readonly step: number })[] => {
  const name = readdirSync(path).find((file) => file.startsWith('events.out.tfevents'))!;
  const bytes = readFileSync(join(path, name));
  const values: (Value & { readonly step: number })[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = Number(bytes.readBigUInt64LE(at));
    const event = EVENT.toObject(EVENT.decode(bytes.subarray(at + 12, at + 12 + length)), { longs: Number }) as {
      step?: number;
      summary?: { value: Value[] };
    };
    values.push(...(event.summary?.value ?? []).map((value) => ({ step: event.step ?? 0, ...value })));
    at += 16 + length;
  }
  return values;
};

const events = eventsOf(run.path);

test('TensorBoard gets one value of each kind a step', () => {
  const seen = events.map(({ tag, step }) => `${tag} ${step}`);
  expect(new Set(seen).size).toBe(seen.length);
  for (const tag of ['selfplay/pliesPerGame', 'selfplay/whiteWinShare', 'loss/policy', 'saved/memoryMb']) {
    expect(events.filter((event) => event.tag === tag)).toHaveLength(ITERATIONS);
  }
});

test('TensorBoard gets distributions of games, of what the search expects and of the weights', () => {
  const lengths = events.filter(({ tag }) => tag === 'selfplay/length');
  expect(lengths).toHaveLength(ITERATIONS);
  for (const { histo } of lengths) {
    expect(histo?.num).toBe(JOBS * GAMES_PER_JOB);
    expect(histo?.bucket.reduce((sum, count) => sum + count, 0)).toBe(JOBS * GAMES_PER_JOB);
  }
  const values = events.filter(({ tag }) => tag === 'selfplay/searchValue');
  for (const { histo } of values) expect(Math.max(-histo!.min, histo!.max)).toBeLessThanOrEqual(1);
  const weights = events.filter(({ tag }) => tag.startsWith('weights/'));
  expect(weights.length).toBeGreaterThan(5);
  expect(new Set(weights.map(({ step }) => step))).toEqual(new Set([1])); // the first and then every tenth
});

test('TensorBoard gets a picture of a position a step', () => {
  const images = events.filter(({ tag }) => tag === 'selfplay/position').map(({ image }) => image!);
  expect(images).toHaveLength(ITERATIONS);
  for (const { width, height, encodedImageString } of images) {
    const png = Buffer.from(encodedImageString);
    expect(png.toString('latin1', 1, 4)).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width, height]);
  }
  expect(new Set(images.map(({ encodedImageString }) => Buffer.from(encodedImageString).toString('base64'))).size).toBe(
    ITERATIONS,
  );
});

const hasTensorBoard = spawnSync('python3', ['-c', 'import tensorboard']).status === 0;

// Further proof where TensorBoard happens to be installed; the schema above tests the same everywhere.
const testIfThere = hasTensorBoard ? test : (): void => undefined;

testIfThere("TensorBoard's own reader finds all of it", () => {
  const program = `
import json, sys
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
events = EventAccumulator(sys.argv[1], size_guidance={"histograms": 0, "images": 0, "scalars": 0, "tensors": 0})
events.Reload()
tags = events.Tags()
print(json.dumps({kind: sorted(tags[kind]) for kind in ("scalars", "histograms", "images")}))`;
  const { stdout, stderr, status } = spawnSync('python3', ['-c', program, run.path], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  const { scalars, histograms, images } = JSON.parse(stdout);
  expect(scalars).toContain('loss/policy');
  expect(histograms).toContain('selfplay/searchValue');
  expect(images).toEqual(['selfplay/position']);
});
