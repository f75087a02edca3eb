/** Ends a stream of results at once when a signal comes, whatever is still under way behind it. */
export async function* untilAborted<Item>(
  source: AsyncGenerator<Item>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Item> {
  if (signal === undefined) {
    yield* source;
    return;
  }
  const listening = new AbortController();
  const aborted = new Promise<null>((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true, signal: listening.signal });
  });
  try {
    while (!signal.aborted) {
      const next = source.next();
      next.catch(() => {}); // it may fail when nobody waits for it any more
      const item = await Promise.race([next, aborted]);
      if (item === null || item.done === true) return;
      yield item.value;
    }
  } finally {
    listening.abort();
  }
}
