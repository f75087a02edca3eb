/** How often each of a few words came, and its text on a line of metrics: `D4xE4:12 C3xC4:5`, the most frequent first. */

export type Tally = Readonly<Record<string, number>>;

export const tallyOf = (words: Iterable<string>): Tally => {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
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
export const parseTally = (text: string): Tally =>
  Object.fromEntries(
    Array.from(text.matchAll(/(?<=^| )([^ ]+):(\d{1,15})(?= |$)/g), ([, word, count]) => [word, Number(count)]),
  );

export const addTallies = (tallies: readonly Tally[]): Tally => {
  const sum = new Map<string, number>();
  for (const tally of tallies)
    for (const [word, count] of Object.entries(tally)) sum.set(word, (sum.get(word) ?? 0) + count);
  return Object.fromEntries(sum);
};

export const totalOf = (tally: Tally): number => Object.values(tally).reduce((sum, count) => sum + count, 0);
