/** What bounds an agent's thinking, as options of its spec. Times are for a turn, the rest for an action. */
import { type Schema, whole } from '../env/index.ts';

/** Accepts milliseconds for a turn. */
export const TURN_MS: Schema<number, number> = whole(1, 1e9, 'milliseconds for a whole turn');
