/** Texts and files with random changes: each is read, or refused with an `InvalidInput`, in reasonable time. Never anything else. */
import { parseAgentSpec } from '../../agents/index.ts';
import { makeSchedule, parseSuite } from '../../arena/index.ts';
import {
  FIXED_START_TEXT,
  InvalidInput,
  parsePosition,
  parseRecord,
  parseTurn,
  type Rng,
  randomBelow,
  replayRecord,
} from '../../env/index.ts';
import { makeSettings, parseChange } from '../../train/index.ts';
import { MetricsLog } from '../../train/report/metrics-log.ts';

type Reader = { readonly name: string; readonly valid: string; read(text: string): unknown };

const RECORD = JSON.stringify({
  format: 'tzaar-game',
  version: 1,
  setup: 'fixed',
  start: FIXED_START_TEXT,
  moves: ['D3xC3'],
  result: null,
  players: { white: 'a', black: 'b' },
  notes: { pair: 0 },
});

const READERS: readonly Reader[] = [
  { name: 'position', valid: FIXED_START_TEXT, read: parsePosition },
  { name: 'turn', valid: 'D3xC3', read: (text) => parseTurn(parsePosition(FIXED_START_TEXT), text) },
  { name: 'record', valid: RECORD, read: (text) => replayRecord(parseRecord(text)) },
  { name: 'agent', valid: 'alphabeta:ms=200,name="x, y"', read: parseAgentSpec },
  {
    name: 'schedule',
    valid: 'greedy',
    read: (text) => makeSchedule([text, 'random'], 'match', { games: 2, setup: 'random', seed: 1 }),
  },
  {
    name: 'suite',
    valid: `{"position":${JSON.stringify(FIXED_START_TEXT)},"best":["D3xC3"],"winner":"white"}`,
    read: parseSuite,
  },
  { name: 'change', valid: 'selfPlay.search.simulations=64', read: (text) => makeSettings(parseChange(text)) },
  {
    name: 'settings',
    valid: '{"selfPlay":{"search":{"simulations":64}},"seed":1}',
    read: (text) => makeSettings(parseJson(text)),
  },
  {
    name: 'metrics',
    valid: '{"time":"2026-01-01T00:00:00Z","iteration":1,"stage":"selfplay","lengths":"20:3 30:4"}',
    read: (text) => {
      const log = new MetricsLog();
      for (const line of text.split('\n')) log.addLine(line);
      return log.iterations();
    },
  },
];

const parseJson = (text: string): never => {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as never;
  } catch {
    // refused below
  }
  throw new InvalidInput('settings', text, 'expected a JSON object');
};

/** What is put into texts: characters that mean something somewhere, and some that mean trouble. */
const PIECES: readonly string[] = [
  ...'{}[]":,=/\\ .-+@x\n\r\t\0',
  '__proto__',
  'constructor',
  'null',
  '1e999',
  '-0',
  '9007199254740993',
  '\u001b[2J',
  '\u202e',
  '\ud800',
  '[['.repeat(3000),
  '{"a":'.repeat(3000),
  'x'.repeat(70_000),
];

export type FuzzCount = { readonly name: string; readonly texts: number; readonly refused: number };

/** Throws the first error that is no `InvalidInput`, with the text that brought it about. */
export const fuzzTexts = (each: number, rng: Rng): readonly FuzzCount[] =>
  READERS.map(({ name, valid, read }) => {
    read(valid);
    let refused = 0;
    for (let count = 0; count < each; count++) {
      const text = changed(valid, rng);
      try {
        read(text);
      } catch (error) {
        if (!(error instanceof InvalidInput))
          throw new Error(`${name} ${JSON.stringify(text).slice(0, 2000)}`, { cause: error });
        if (/\p{Cc}/u.test(error.message))
          throw new Error(`${name}: an error with control characters`, { cause: error });
        refused++;
      }
    }
    return { name, texts: each, refused };
  });

/** One to four changes: a piece put in, characters taken out, a part doubled, a bit turned. */
const changed = (valid: string, rng: Rng): string => {
  let text = valid;
  for (let changes = 1 + randomBelow(rng, 4); changes > 0; changes--) {
    const at = randomBelow(rng, text.length + 1);
    const to = Math.min(text.length, at + randomBelow(rng, 8));
    switch (randomBelow(rng, 4)) {
      case 0:
        text = text.slice(0, at) + PIECES[randomBelow(rng, PIECES.length)] + text.slice(at);
        break;
      case 1:
        text = text.slice(0, at) + text.slice(to);
        break;
      case 2:
        text = text.slice(0, to) + text.slice(at);
        break;
      default:
        text =
          text.slice(0, at) +
          String.fromCharCode((text.charCodeAt(at) || 0) ^ (1 << randomBelow(rng, 8))) +
          text.slice(at + 1);
    }
  }
  return text;
};
