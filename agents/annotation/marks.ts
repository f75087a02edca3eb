/** How much an action may lose before it is marked. */

/** The marks that an action can get, the gravest first. */
export const MARK_NAMES = ['blunder', 'mistake', 'inaccuracy'] as const;

/** What an action is called that lost much. */
export type MarkName = (typeof MARK_NAMES)[number];

/** A mark: the sign that annotators of games use for it, and the loss of winning chance, 0 to 1, from which on it is given. */
export type Mark = { readonly name: MarkName; readonly sign: string; readonly leastLoss: number };

/** All marks, the gravest first, from losses on that are widely used for expected points in chess. */
export const MARKS: readonly Mark[] = [
  { name: 'blunder', sign: '??', leastLoss: 0.2 },
  { name: 'mistake', sign: '?', leastLoss: 0.1 },
  { name: 'inaccuracy', sign: '?!', leastLoss: 0.05 },
];

/** The mark for a loss of winning chance, or null where it is too small for one. */
export const markOf = (loss: number): Mark | null => MARKS.find(({ leastLoss }) => loss >= leastLoss) ?? null;
