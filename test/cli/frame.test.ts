import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeFrame, FrameReader, type Received, TEXT_LIMIT } from '../../cli/serve-env/frame.ts';

const joined = (pieces: readonly Uint8Array[]): Uint8Array => Buffer.concat(pieces);
const frame = (id: number, facts: object | null, ...body: readonly Uint8Array[]): Uint8Array =>
  joined(encodeFrame(id, facts, body));

/** All that a reader makes of these bytes if they come in pieces of that size; bodies are copied, as their memory is lent. */
const readAll = (bytes: Uint8Array, pieceSize = bytes.length): Received[] => {
  let at = 0;
  const reader = new FrameReader((into, offset, length) => {
    const piece = bytes.subarray(at, at + Math.min(length, pieceSize));
    into.set(piece, offset);
    at += piece.length;
    return piece.length;
  });
  const received: Received[] = [];
  for (let next = reader.next(); next !== null; next = reader.next())
    received.push(next.type === 'frame' ? { ...next, body: next.body.slice() } : next);
  return received;
};

test('frames come back as they were, however the bytes are cut', () => {
  const body = fc.uint8Array({ maxLength: 200 });
  const frames = fc.array(fc.tuple(fc.nat(), fc.dictionary(fc.string(), fc.string()), body), { maxLength: 5 });
  fc.assert(
    fc.property(frames, fc.integer({ min: 1, max: 50 }), (given, pieceSize) => {
      const bytes = joined(given.map(([id, facts, data]) => frame(id, facts, data)));
      expect(readAll(bytes, pieceSize)).toEqual(
        given.map(([id, facts, data]) => ({ type: 'frame', id, request: { ...facts }, body: data })),
      );
    }),
  );
});

test('a body larger than the buffer is read whole', () => {
  const body = Uint8Array.from({ length: 300_001 }, (_, index) => index % 251);
  const [first, second] = readAll(joined([frame(1, null, body), frame(2, { op: 'x' })]), 70_000);
  expect(first).toMatchObject({ type: 'frame', id: 1, request: {} });
  expect(first.type === 'frame' && Buffer.compare(first.body, body)).toBe(0);
  expect(second).toMatchObject({ type: 'frame', id: 2 });
});

describe('what begins no frame', () => {
  test('is told once and skipped up to the next frame', () => {
    const bytes = joined([Buffer.from('noise, TZE, TZ and more of it'), frame(5, { op: 'hello' })]);
    for (const pieceSize of [1, 3, 7, 100]) {
      const [bad, good, ...others] = readAll(bytes, pieceSize);
      expect(bad).toMatchObject({ type: 'bad', id: 0 });
      expect(good).toMatchObject({ type: 'frame', id: 5 });
      expect(others).toEqual([]);
    }
  });

  test('is told before the next frame is there: whoever waits for an answer gets one', () => {
    const pieces = [Buffer.alloc(16, 'x'), null];
    const reader = new FrameReader((into, offset) => {
      const piece = pieces.shift();
      if (!piece) throw new Error('it read on');
      into.set(piece, offset);
      return piece.length;
    });
    expect(reader.next()).toMatchObject({ type: 'bad' });
  });

  test('never stops the reader, whatever it is', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (noise) => {
        const end = frame(9, { op: 'hello' });
        // A false header may claim what follows; then it is no frame, but nothing fails.
        const received = readAll(joined([noise, end, end]));
        expect(received.length).toBeGreaterThan(0);
      }),
    );
  });
});

test.each([1, 15, 16, 20, 30])('an input that ends %i bytes into a frame is told once', (cut) => {
  const whole = frame(4, { op: 'hello' }, new Uint8Array(20));
  const [first, last, ...others] = readAll(joined([whole, whole.subarray(0, cut)]));
  expect(first).toMatchObject({ type: 'frame' });
  expect(last).toMatchObject({ type: 'bad', problem: 'the input ended within a frame' });
  expect(others).toEqual([]);
});

test('a frame that claims too much is refused by its header, and what follows is read', () => {
  const header = Buffer.from(frame(6, null));
  header.writeUInt32LE(TEXT_LIMIT + 1, 8);
  const [bad, good] = readAll(joined([header, new Uint8Array(TEXT_LIMIT + 1), frame(7, { op: 'hello' })]));
  expect(bad).toMatchObject({ type: 'bad', id: 6 });
  expect(good).toMatchObject({ type: 'frame', id: 7 });
});
