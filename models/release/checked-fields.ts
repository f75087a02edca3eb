/** Closed records from outside as tables of fields: what each must be, said for people. Reports every problem at once. */

export type Field = { readonly fits: (given: unknown) => boolean; readonly expected: string };
export type Fields<Record> = { readonly [name in keyof Record]-?: Field };

/** What is wrong with `given`; nothing if it has exactly these fields and each fits. `at` names where it stands. */
export const problemsOf = (given: unknown, fields: Readonly<Record<string, Field>>, at: string): string[] => {
  if (!isRecord(given)) return [`${at} must be an object`];
  const inside = (name: string): string => (at === '' ? name : `${at}.${name}`);
  return [
    ...Object.entries(fields).flatMap(([name, { fits, expected }]) =>
      fits(Object.hasOwn(given, name) ? given[name] : undefined) ? [] : [`${inside(name)} must be ${expected}`],
    ),
    ...Object.keys(given).flatMap((name) => (Object.hasOwn(fields, name) ? [] : [`there is no field ${inside(name)}`])),
  ];
};

export const isRecord = (given: unknown): given is Readonly<Record<string, unknown>> =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

export const TEXT_LIMIT = 500;

export const text: Field = {
  fits: (given) => typeof given === 'string' && given.length > 0 && given.length <= TEXT_LIMIT,
  expected: `a text of 1 to ${TEXT_LIMIT} characters`,
};

export const exactly = (wanted: string | number): Field => ({
  fits: (given) => given === wanted,
  expected: JSON.stringify(wanted),
});

export const whole = (least: number, most: number): Field => ({
  fits: (given) => Number.isInteger(given) && (given as number) >= least && (given as number) <= most,
  expected: `a whole number from ${least} to ${most}`,
});

export const real = (least: number, most: number): Field => ({
  fits: (given) => typeof given === 'number' && given >= least && given <= most,
  expected: `a number from ${least} to ${most}`,
});

export const matching = (pattern: RegExp, expected: string): Field => ({
  fits: (given) => typeof given === 'string' && pattern.test(given),
  expected,
});

export const oneOf = (words: readonly string[]): Field => ({
  fits: (given) => (words as readonly unknown[]).includes(given),
  expected: `one of ${words.join(', ')}`,
});

export const orNull = ({ fits, expected }: Field): Field => ({
  fits: (given) => given === null || fits(given),
  expected: `${expected}, or null`,
});

export const listOf = ({ fits }: Field, least: number, most: number, of: string): Field => ({
  fits: (given) => Array.isArray(given) && given.length >= least && given.length <= most && given.every(fits),
  expected: `a list of ${least} to ${most} ${of}`,
});
