/** How often each of a few words occurred, and its text on a line of metrics: `D4xE4:12 C3xC4:5`, the most frequent first. */

export type Tally = Readonly<Record<string, number>>;

export const tallyOf = (words: Iterable<string>): Tally => {
  const counts = new Map<string, number>();
  for (const word of words) add(counts, word, 1);
  return Object.fromEntries(counts);
};

/** The most frequent first; equal ones in the order of their words, so that the same counts give the same text. */
export const rankTally = (tally: Tally): (readonly [word: string, count: number])[] =>
  Object.entries(tally).sort(
    ([one, often], [other, oftener]) => oftener - often || one.localeCompare(other, 'en', { numeric: true }),
  );

export const formatTally = (tally: Tally): string =>
  rankTally(tally)
    .map(([word, count]) => `${word}:${count}`)
    .join(' ');

/** What is not a word and a count is left out: a line of metrics may come from anywhere. */
export const parseTally = (text: string): Tally => addTallyTexts([text]);

/** The sum of tallies from their texts, without building each one: a long run has a hundred thousand. */
export const addTallyTexts = (texts: readonly string[]): Tally => {
  const sum = new Map<string, number>();
  for (const text of texts) {
    for (const item of text.split(' ')) {
      const colon = item.lastIndexOf(':');
      const count = colon > 0 ? Number(item.slice(colon + 1) || 'none') : Number.NaN;
      if (Number.isSafeInteger(count) && count >= 0) add(sum, item.slice(0, colon), count);
    }
  }
  return Object.fromEntries(sum);
};

export const addTallies = (tallies: readonly Tally[]): Tally => {
  const sum = new Map<string, number>();
  for (const tally of tallies) for (const [word, count] of Object.entries(tally)) add(sum, word, count);
  return Object.fromEntries(sum);
};

const add = (sum: Map<string, number>, word: string, count: number): void => {
  sum.set(word, (sum.get(word) ?? 0) + count);
};

export const totalOf = (tally: Tally): number => Object.values(tally).reduce((sum, count) => sum + count, 0);
