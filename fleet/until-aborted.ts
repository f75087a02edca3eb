/**
 * Ends a stream of results at once when a signal fires, whatever is still under way behind it. The signal may live as long
 * as a run of weeks, so nothing stays on it between two results: a forgotten listener would keep its result alive. The
 * source is told to stop.
 */
export async function* untilAborted<Item>(
  source: AsyncGenerator<Item>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Item> {
  try {
    while (!signal?.aborted) {
      const item = await (signal === undefined ? source.next() : nextUnlessAborted(source, signal));
      if (item === null || item.done === true) return;
      yield item.value;
    }
  } finally {
    source.return(undefined).catch(() => {}); // not awaited: the source stops only after what it is busy with
  }
}

const nextUnlessAborted = <Item>(
  source: AsyncGenerator<Item>,
  signal: AbortSignal,
): Promise<IteratorResult<Item> | null> =>
  new Promise((resolve, reject) => {
    const onAbort = (): void => resolve(null);
    const settle = <Outcome>(finish: (outcome: Outcome) => void): ((outcome: Outcome) => void) => {
      return (outcome) => {
        signal.removeEventListener('abort', onAbort);
        finish(outcome);
      };
    };
    signal.addEventListener('abort', onAbort, { once: true });
    source.next().then(settle(resolve), settle(reject));
  });
