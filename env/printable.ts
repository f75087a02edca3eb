/**
 * Text from outside, made fit for people: names in model files, records and logs may hold escape sequences that rewrite a terminal,
 * line breaks that forge lines, and megabytes.
 */

/** Control characters, line separators, marks that turn the direction of writing, and halves of characters. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** On one line, with what cannot be printed as `\u{1b}`, and cut to about `limit` characters. */
export const printable = (text: string, limit: number = Number.POSITIVE_INFINITY): string => {
  const cut = text.length > limit ? text.slice(0, limit) : text;
  const shown = cut.replace(UNPRINTABLE, (each) => SHORT[each] ?? `\\u{${each.codePointAt(0)!.toString(16)}}`);
  return cut === text ? shown : `${shown}…`;
};

/**
 * A value as JSON has it, but no more than about `limit` characters of it: it may be huge, or nest deeper than a stack can follow.
 * JSON has no word for NaN, infinities and bigints, which are written as texts.
 */
export const preview = (value: unknown, limit: number): string => {
  const written = { text: '', limit };
  visit(value, written);
  return printable(written.text, limit);
};

type Written = { text: string; readonly limit: number };

/** Every level writes at least a bracket, so no more of them are entered than there is room for characters. */
const visit = (value: unknown, written: Written): void => {
  const isFull = (): boolean => written.text.length > written.limit;
  if (isFull()) return;
  if (typeof value !== 'object' || value === null) {
    written.text += formatPlain(value, written.limit);
  } else if (Array.isArray(value)) {
    written.text += '[';
    for (let index = 0; index < value.length && !isFull(); index++) {
      if (index > 0) written.text += ',';
      visit(value[index] ?? null, written);
    }
    written.text += ']';
  } else {
    written.text += '{';
    let separator = '';
    for (const key in value) {
      if (isFull()) break;
      const each = (value as Readonly<Record<string, unknown>>)[key];
      if (each === undefined || !Object.hasOwn(value, key)) continue;
      written.text += `${separator}${formatPlain(key, written.limit)}:`;
      separator = ',';
      visit(each, written);
    }
    written.text += '}';
  }
};

const formatPlain = (value: unknown, limit: number): string => {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, limit + 1));
  const hasJson = typeof value === 'boolean' || value === null || (typeof value === 'number' && Number.isFinite(value));
  return hasJson ? String(value) : JSON.stringify(String(value));
};
