import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAgentSpec } from '../agents/index.ts';
import { parseSuite } from '../arena/index.ts';
import { killAtCalls } from '../bench/attack/kills.ts';
import { liveLong } from '../bench/attack/long-life.ts';
import { besiege } from '../bench/attack/server.ts';
import { fuzzTexts } from '../bench/attack/texts.ts';
import { InvalidInput, parseRecord, randomStream } from '../env/index.ts';
import { parseNetworkConfig } from '../models/index.ts';
import { parseManifest } from '../models/release/manifest.ts';
import { makeSettings, parseChange, readRun } from '../train/index.ts';

// The same at any size: bench/attack.ts. Changed bits are in test/train/flips.test.ts.

test('changed texts are read or refused in a sentence', () => {
  const counts = fuzzTexts(400, randomStream('texts'));
  for (const { texts, refused } of counts) expect(refused).toBeLessThanOrEqual(texts);
  expect(counts.filter(({ refused }) => refused > 0).length).toBeGreaterThan(6);
});

const list = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const object = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const long = 'x'.repeat(10 << 20);

/** Each must read what it is given, or refuse it in a sentence. */
const DEEP: Readonly<Record<string, (json: string) => unknown>> = {
  'a record': parseRecord,
  'the version of a record': (json) => parseRecord(`{"format":"tzaar-game","version":${json}}`),
  'a line of a suite': (json) => parseSuite(`{"position":${json}}`),
  'a change of a setting': (json) => makeSettings(parseChange(`selfPlay=${json}`)),
  'two layers of settings': (json) => makeSettings({ network: JSON.parse(json) }, { network: JSON.parse(json) }),
  'a network': (json) => parseNetworkConfig(JSON.parse(json)),
  'a manifest': (json) => parseManifest({ format: 'tzaar-release', version: JSON.parse(json) }, 'x'),
  'the config of a run': (json) => {
    const run = mkdtempSync(join(tmpdir(), 'tzaar-deep-'));
    for (const [version, settings, rest] of [
      [json, '{}', ''],
      ['2', json, ''],
      ['3', json, ',"sha256":"0"'],
    ]) {
      writeFileSync(
        join(run, 'config.json'),
        `{"format":"tzaar-run","version":${version},"settings":${settings}${rest}}`,
      );
      expect(refusal(() => readRun(run))).not.toBe('something else');
    }
  },
};

const refusal = (read: () => unknown): string => {
  try {
    read();
    return 'nothing';
  } catch (error) {
    return error instanceof InvalidInput ? error.message : 'something else';
  }
};

describe.each([5_000, 200_000])('JSON of %d levels', (levels) => {
  test.each(Object.keys(DEEP))('as %s is refused in a sentence', (what) => {
    for (const json of [list(levels), object(levels)]) {
      const said = refusal(() => DEEP[what](json));
      expect(said).not.toBe('something else');
      expect(said.length).toBeLessThan(21_000);
    }
  });
});

test.each([long, `alphabeta:ms=${long}`, `ugi:cmd="${long}",ms=3`, `alphabeta:${'a=1,'.repeat(1 << 20)}`])(
  'a spec of ten megabytes is refused in a sentence',
  (spec) => {
    expect(refusal(() => parseAgentSpec(spec))).toMatch(/^invalid agent .{100,200}…: it has \d+ characters/);
  },
);

test('a run that is killed as it forces, renames and removes files ends in the same ones, and leaves nothing over', async () => {
  const { kills, isSame, leftovers } = await killAtCalls(4, 9);
  expect(kills).toBe(4);
  expect(isSame).toBe(true);
  expect(leftovers).toEqual([]);
});

test('the server gives away nothing, is heard by a crowd, and stays at hand beside requests that never end', async () => {
  const held = await besiege(1500, 60, 30, randomStream('siege'));
  expect(held).toEqual({ requests: 1500, leaks: 0, listeners: 60, heard: 60, slow: 30, isAtHand: true });
});

test('millions of steps leave nothing in memory', () => {
  const { steps, games, grownBytes } = liveLong(400_000, randomStream('long life'));
  expect(steps).toBeGreaterThanOrEqual(400_000);
  expect(games).toBeGreaterThan(5000);
  expect(grownBytes).toBeLessThan(1e6);
});
