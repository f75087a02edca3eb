/** Nested settings as one flat record, for tables and comparisons: `selfPlay.search.simulations` and its value. */

export type FlatSettings = Readonly<Record<string, number | string | boolean>>;

/** Lists become texts with commas; what is neither a number, a text nor true or false is left out. */
export const flattenSettings = (settings: object): FlatSettings => Object.fromEntries(entriesOf(settings, ''));

const entriesOf = (value: unknown, path: string): [name: string, value: number | string | boolean][] => {
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') return [[path, value]];
  if (Array.isArray(value)) return [[path, value.map(String).join(', ')]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => entriesOf(inner, path === '' ? key : `${path}.${key}`));
};
