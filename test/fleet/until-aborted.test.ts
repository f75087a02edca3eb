import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { untilAborted } from '../../fleet/index.ts';

async function* count(from: number): AsyncGenerator<number> {
  for (let number = from; ; number++) yield number;
}

async function* never(): AsyncGenerator<number> {
  await new Promise(() => {});
}

async function* fails(): AsyncGenerator<number> {
  yield 1;
  throw new Error('no more');
}

describe('untilAborted', () => {
  test('passes everything on, failures too', async () => {
    const { signal } = new AbortController();
    const items = untilAborted(fails(), signal);
    expect(await items.next()).toEqual({ value: 1, done: false });
    await expect(items.next()).rejects.toThrow('no more');
  });

  test('ends at once, although what it waits for never comes', async () => {
    const controller = new AbortController();
    const waiting = untilAborted(never(), controller.signal).next();
    controller.abort();
    expect(await waiting).toEqual({ value: undefined, done: true });
  });

  test('of a signal that has come already gives nothing', async () => {
    expect(await untilAborted(count(1), AbortSignal.abort()).next()).toEqual({ value: undefined, done: true });
  });

  test('leaves nothing behind on the signal, which may live for weeks, even where nobody reads on', async () => {
    const { signal } = new AbortController();
    for (let round = 0; round < 20; round++) {
      const items = untilAborted(count(round), signal);
      expect((await items.next()).value).toBe(round);
    }
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});
