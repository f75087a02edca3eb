/** What is certain of a turn without a search. */
import type { Action } from '../../env/index.ts';

/** The action to begin with, and the plies until the game is over. */
export type TurnResult = { action: Action; distance: number };

/** In place of an action: there is none of the kind looked for. */
export const NO_ACTION: Action = -1;
