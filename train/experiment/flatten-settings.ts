/** Nested settings as one flat list for tables, under names such as `selfPlay.search.simulations`. */

export type Setting = number | string | boolean | null;
/** Settings by dotted names. */
export type FlatSettings = Readonly<Record<string, Setting>>;

/** Deeper than any of our settings; a file from elsewhere may hold anything. */
const DEPTH_LIMIT = 12;

/**
 * Names in the order in which they are written. A list of single values is one text; the entries of other lists are
 * numbered. Empty objects and lists are left out, and so is what JSON cannot hold.
 */
export const flattenSettings = (settings: unknown): FlatSettings =>
  Object.fromEntries(isTree(settings) ? entriesOf(settings, '', 1) : []);

const entriesOf = (tree: object, prefix: string, depth: number): [string, Setting][] =>
  Object.entries(tree).flatMap(([key, value]): [string, Setting][] => {
    const name = `${prefix}${key}`;
    if (isSetting(value)) return [[name, value]];
    if (!isTree(value)) return [];
    if (Array.isArray(value) && value.length > 0 && value.every(isSetting)) return [[name, value.join(', ')]];
    return depth === DEPTH_LIMIT ? [[name, '…']] : entriesOf(value, `${name}.`, depth + 1);
  });

const isSetting = (value: unknown): value is Setting =>
  value === null || ['number', 'string', 'boolean'].includes(typeof value);
const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null;
