/** Agents' names for pages. A spec with a long path takes five lines in a table; of a path its end says most. */

/** Names are left alone up to this length. */
const LONG = 32;

/**
 * A short form of each name, all different: long paths keep their last parts, at least two and as many as it takes to tell
 * them apart. Labels and short names stay as they are.
 */
export const shortNames = (names: readonly string[]): ReadonlyMap<string, string> => {
  const all = [...new Set(names)];
  const deepest = Math.max(2, ...all.map((name) => name.split(/[\\/]/).length));
  for (let parts = 2; parts <= deepest; parts++) {
    const short = all.map((name) => (name.length <= LONG ? name : cutPaths(name, parts)));
    if (new Set(short).size === all.length) return new Map(all.map((name, index) => [name, short[index]]));
  }
  return new Map(all.map((name) => [name, name]));
};

/** Every path in a spec, reduced to its last parts. */
const cutPaths = (name: string, parts: number): string =>
  name.replace(/[^\s,="]*[\\/][^\s,:"]*/g, (path) => {
    const steps = path.split(/[\\/]/);
    return steps.length <= parts + 1 ? path : `…/${steps.slice(-parts).join('/')}`;
  });
