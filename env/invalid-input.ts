/** The one error for what comes from outside. */
import { preview, printable } from './printable.ts';

/** In place of what was given, where that is too much to show and the problems name their places. */
export const NOT_SHOWN: unique symbol = Symbol('not shown');

/** Input from outside that cannot be accepted. The message is for the person who gave it, on one line and fit to be printed. */
export class InvalidInput extends Error {
  override readonly name = 'InvalidInput';
  constructor(what: string, given: unknown, expected: string, options?: ErrorOptions) {
    const why = printable(expected, SENTENCE_LIMIT); // it may repeat names and texts from outside
    const opening = given === undefined ? `missing ${what}` : `invalid ${what}`;
    const shown = given === undefined || given === NOT_SHOWN ? '' : ` ${quote(given)}`;
    super(`${opening}${shown}: ${why}`, options);
  }
}

const QUOTE_LIMIT = 160;
/** Room for every problem of a config, and for no file of megabytes. */
const SENTENCE_LIMIT = 20_000;

/** What was given, short enough for one line. */
const quote = (given: unknown): string =>
  typeof given === 'string' || (typeof given === 'object' && given !== null)
    ? preview(given, QUOTE_LIMIT)
    : printable(String(given), QUOTE_LIMIT);
