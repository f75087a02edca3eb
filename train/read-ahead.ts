/** A stream that is drawn before anybody asks for it: its work goes on while the caller does something else. */

/** A stream that has begun. */
export type ReadAhead<Item> = {
  /** What came, in order, and the error where one ended it. */
  readonly items: AsyncIterable<Item>;
  /** Ends the source after what it is at, read or not. */
  stop(): Promise<void>;
};

/** Begins at once. */
export const readAhead = <Item>(source: AsyncGenerator<Item>): ReadAhead<Item> => {
  const drawn: Promise<IteratorResult<Item>>[] = [];
  const draw = (): void => {
    const next = source.next();
    drawn.push(next);
    // Whoever reads it hears of an error; until then it must not count as one that nobody handles.
    next.then(({ done }) => done !== true && draw()).catch(() => {});
  };
  draw();
  return {
    items: handOut(drawn),
    stop: async () => {
      await source.return(undefined);
    },
  };
};

async function* handOut<Item>(drawn: readonly Promise<IteratorResult<Item>>[]): AsyncGenerator<Item> {
  for (let at = 0; ; at++) {
    const { value, done } = await drawn[at];
    if (done === true) return;
    yield value;
  }
}
