import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import protobuf from 'protobufjs';
import { expect, test } from 'vitest';
import { NO_PAIRS, summarise } from '../../../arena/index.ts';
import { InvalidInput } from '../../../env/index.ts';
import { loadJobGames, MetricsWriter, readRun, renderRunReport, runStatus } from '../../../train/index.ts';
import { lackingPython, PYTHON } from '../../support/python.ts';
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
  expect(lines.find(({ stage }) => stage === 'loss')).toMatchObject({
    total: 4,
    policy: 3.5,
    value: 0.5,
    step: 2,
    gradientNorm: 2,
    gradientNormMost: 3,
  });
  const saved = lines.find(({ stage }) => stage === 'saved');
  expect(saved?.memoryMb).toBeGreaterThan(10);
  expect(saved?.heapMb).toBeGreaterThan(1);
});

test('diagnostics are a line, and come back from it as they were', () => {
  expect(lines.find(({ stage }) => stage === 'diagnosis')).toMatchObject({
    iteration: 1,
    policyEntropy: 3,
    targetEntropy: 2,
    calibration: '1:0.05:0 1:0.15:1 2:0.95:1',
    calibrationError: (0.05 + 0.85 + 2 * 0.05) / 4,
    ageMean: 0.25,
    ageMost: 0,
  });
  const [first] = readRun(run.path).iterations;
  expect(first).toMatchObject({ policyEntropy: 3, targetEntropy: 2, gradientNorm: 2, gradientNormMost: 3, ageMost: 0 });
  expect(first.calibration.map(({ count }) => count)).toEqual([1, 1, 2]);
  expect(Object.keys(first.losses)).toEqual(['total', 'policy', 'value']); // the norm of a gradient is no loss
});

test('a crash is a line with its error, and a run that goes on has none any more', async () => {
  const { path } = await makeWatchedRun();
  const metrics = new MetricsWriter(path);
  metrics.hearCrash(new InvalidInput('disk', 'x', `it is full${'!'.repeat(5000)}`));
  const { crash } = readRun(path);
  expect(crash?.error).toContain('invalid disk "x": it is full');
  expect(crash?.error.length).toBeLessThan(2000);
  expect(runStatus(readRun(path))).toBe('crashed');
  expect(renderRunReport(readRun(path))).toContain('>crashed</span>');
  metrics.hear({ type: 'begun', iteration: 3, learner: 'tiny', reason: 'asked for', parameters: 100 });
  expect(readRun(path).crash).toBeNull();
  expect(runStatus(readRun(path))).toBe('finished');
});

test('a run whose process was killed is called crashed: it left its lock behind', async () => {
  const { path } = await makeWatchedRun();
  const { pid } = spawnSync(process.execPath, ['-e', '0']); // it has ended
  writeFileSync(join(path, 'lock.json'), JSON.stringify({ pid, host: hostname(), since: '2026-01-01T00:00:00.000Z' }));
  expect(readRun(path)).toMatchObject({ trainer: null, crash: { error: expect.stringContaining('killed') } });
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

const SCHEMA = protobuf.parse(`syntax = "proto3";
  message Event { double wall_time = 1; int64 step = 2; string file_version = 3; Summary summary = 5; }
  message Summary { repeated Value value = 1; }
  message Value { string tag = 1; float simple_value = 2; Image image = 4; Histogram histo = 5; Metadata metadata = 9; }
  message Metadata { PluginData plugin_data = 1; }
  message PluginData { string plugin_name = 1; bytes content = 2; }
  message HParamsPluginData { int32 version = 1; SessionStartInfo session_start_info = 3; }
  message SessionStartInfo { map<string, Setting> hparams = 1; string model_uri = 2; string monitor_url = 3;
    string group_name = 4; double start_time_secs = 5; }
  message Setting { oneof kind { int32 null_value = 1; double number_value = 2; string string_value = 3; bool bool_value = 4; } }
  message Image { int32 height = 1; int32 width = 2; int32 colorspace = 3; bytes encoded_image_string = 4; }
  message Histogram { double min = 1; double max = 2; double num = 3; double sum = 4; double sum_squares = 5;
    repeated double bucket_limit = 6; repeated double bucket = 7; }`).root;
const EVENT = SCHEMA.lookupType('Event');

type Value = {
  readonly tag: string;
  readonly simpleValue?: number;
  readonly metadata?: { readonly pluginData: { readonly pluginName: string; readonly content: Uint8Array } };
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

test("TensorBoard's table of hyperparameters gets the settings, each with its type", () => {
  const path = newFolder();
  new MetricsWriter(path).hearSettings({
    seed: 7,
    'learner.engine': 'onnx',
    'selfPlay.search.reuse': false,
    none: null,
  });
  const found = eventsOf(path).find(({ tag }) => tag === '_hparams_/session_start_info');
  expect(found?.metadata?.pluginData.pluginName).toBe('hparams');
  const data = SCHEMA.lookupType('HParamsPluginData');
  const { sessionStartInfo } = data.toObject(data.decode(found!.metadata!.pluginData.content)) as {
    sessionStartInfo: { hparams: object; startTimeSecs: number };
  };
  expect(sessionStartInfo.hparams).toEqual({
    seed: { numberValue: 7 },
    'learner.engine': { stringValue: 'onnx' },
    'selfPlay.search.reuse': { boolValue: false },
    none: { nullValue: 0 },
  });
  expect(Math.abs(sessionStartInfo.startTimeSecs - Date.now() / 1000)).toBeLessThan(600);
});

test.skipIf(lackingPython('tensorboard'))("TensorBoard's own reader finds all of it", () => {
  const program = `
import json, sys
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
events = EventAccumulator(sys.argv[1], size_guidance={"histograms": 0, "images": 0, "scalars": 0, "tensors": 0})
events.Reload()
tags = events.Tags()
print(json.dumps({kind: sorted(tags[kind]) for kind in ("scalars", "histograms", "images")}))`;
  const { stdout, stderr, status } = spawnSync(PYTHON, ['-c', program, run.path], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  const { scalars, histograms, images } = JSON.parse(stdout);
  expect(scalars).toContain('loss/policy');
  expect(histograms).toContain('selfplay/searchValue');
  expect(images).toEqual(['selfplay/position']);
});
