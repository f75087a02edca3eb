/** In place of what was given, where that is too much to show and the problems name their places. */
export const NOT_SHOWN: unique symbol = Symbol('not shown');

/** Input from outside that cannot be accepted. The message is for the person who gave it. */
export class InvalidInput extends Error {
  override readonly name = 'InvalidInput';
  constructor(what: string, given: unknown, expected: string, options?: ErrorOptions) {
    super(
      given === NOT_SHOWN
        ? `invalid ${what}: ${expected}`
        : given === undefined
          ? `missing ${what}: ${expected}`
          : `invalid ${what} ${quote(given)}: ${expected}`,
      options,
    );
  }
}

const QUOTE_LIMIT = 160;

/** What was given, short enough for one line; JSON has no word for NaN, infinities and bigints. */
const quote = (given: unknown): string => {
  const plain = typeof given === 'string' || (typeof given === 'object' && given !== null);
  const text = plain
    ? JSON.stringify(given, (_key, value) => (hasNoJson(value) ? String(value) : value))
    : String(given);
  return text.length <= QUOTE_LIMIT ? text : `${text.slice(0, QUOTE_LIMIT)}…`;
};

const hasNoJson = (value: unknown): boolean =>
  typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value));
