/**
 * The words in which everything that comes from outside is described and checked: configs, manifests, files, specs. A
 * description is a valibot schema that reports every problem at once, each as a sentence with the path of the value.
 * Valibot rather than zod mini: 2.5 kB in a page instead of 7.3, and every unknown key is a problem of its own.
 */
import * as v from 'valibot';
import { InvalidInput } from './invalid-input.ts';

/** What a value must be; `Given` may leave out what has a default. */
export type Schema<Value = unknown, Given = unknown> = v.GenericSchema<Given, Value>;
/** The value after checking, defaults included. */
export type Checked<S extends Schema> = v.InferOutput<S>;
/** The value as it may be written. */
export type Given<S extends Schema> = v.InferInput<S>;

type Described = { readonly expected: string; readonly why?: string };

const schemaOf = <Value>(fits: (given: unknown) => boolean, expected: string, why?: string): Schema<Value, Value> =>
  v.pipe(
    v.custom<Value>(fits, () => `must be ${expected}`),
    v.metadata({ expected, ...(why !== undefined && { why }) }),
  );

/** The name of a registered part. Names are asked for at every check, since modules may have added some. */
export const nameOf = (names: () => readonly string[], why?: string): Schema<string, string> => {
  const expected = (): string => `one of ${[...names()].join(', ')}, or one that a module registers`;
  return v.pipe(
    v.custom<string>(
      (given) => names().includes(given as string),
      () => `must be ${expected()}`,
    ),
    v.metadata({
      get expected() {
        return expected();
      },
      ...(why !== undefined && { why }),
    }),
  );
};

/** Without an upper bound, every whole number that a float holds exactly. */
export const whole = (least: number, most: number = Number.MAX_SAFE_INTEGER, why?: string): Schema<number, number> =>
  schemaOf(
    (given) => Number.isSafeInteger(given) && (given as number) >= least && (given as number) <= most,
    `a whole number ${range(least, most)}`,
    why,
  );

/** Never NaN or an infinity, whatever the bounds. */
export const real = (least: number, most: number, why?: string): Schema<number, number> =>
  schemaOf(
    (given) => Number.isFinite(given) && (given as number) >= least && (given as number) <= most,
    `a number ${range(least, most)}`,
    why,
  );

const range = (least: number, most: number): string =>
  most < Number.MAX_SAFE_INTEGER ? `from ${least} to ${most}` : `of at least ${least}`;

/** Accepts true and false. */
export const flag = (why?: string): Schema<boolean, boolean> =>
  schemaOf((given) => typeof given === 'boolean', 'true or false', why);

/** Accepts one of these words. */
export const word = <const Word extends string>(words: readonly Word[], why?: string): Schema<Word, Word> =>
  schemaOf((given) => (words as readonly unknown[]).includes(given), `one of ${words.join(', ')}`, why);

/** Accepts this one value. */
export const exactly = <const Value extends string | number>(wanted: Value): Schema<Value, Value> =>
  schemaOf((given) => given === wanted, JSON.stringify(wanted));

/** How long a text may be unless its schema says otherwise. */
export const TEXT_LIMIT = 500;

/** Accepts texts up to a length. */
export const text = (why?: string, limit: number = TEXT_LIMIT): Schema<string, string> =>
  schemaOf(
    (given) => typeof given === 'string' && given.length > 0 && given.length <= limit,
    `a text of 1 to ${limit} characters`,
    why,
  );

/** Accepts texts that fit a pattern. */
export const matching = (pattern: RegExp, expected: string, why?: string): Schema<string, string> =>
  schemaOf((given) => typeof given === 'string' && pattern.test(given), expected, why);

/** Anything that the given test accepts. */
export const fitting = <Value>(
  fits: (given: unknown) => boolean,
  expected: string,
  why?: string,
): Schema<Value, Value> => schemaOf(fits, expected, why);

/** A text that `parse` accepts; the problem repeats what `parse` says about any other. */
export const readable = (parse: (given: string) => unknown, expected: string, why?: string): Schema<string, string> =>
  v.pipe(
    v.custom<string>(
      (given) => typeof given === 'string' && complaint(parse, given) === null,
      ({ input }) =>
        typeof input === 'string' ? `is not ${expected}: ${complaint(parse, input)}` : `must be ${expected}`,
    ),
    v.metadata({ expected, ...(why !== undefined && { why }) }),
  );

const complaint = (parse: (given: string) => unknown, given: string): string | null => {
  try {
    parse(given);
    return null;
  } catch (error) {
    if (error instanceof InvalidInput) return error.message;
    throw error;
  }
};

const OR_NULL = ', or null';

/** Accepts what the schema accepts, or null. */
export const orNull = <Value, Input>(schema: Schema<Value, Input>): Schema<Value | null, Input | null> => {
  const inner = v.nullable(schema);
  const run: (typeof inner)['~run'] = (dataset, config) => {
    const checked = inner['~run'](dataset, config);
    // Only a problem without a path is about this value itself, where null would have done.
    for (const issue of checked.issues ?? [])
      if (issue.path === undefined) Object.assign(issue, { message: `${issue.message}${OR_NULL}` });
    return checked;
  };
  return v.pipe({ ...inner, '~run': run }, v.metadata({ expected: `${expectedOf(schema)}${OR_NULL}` }));
};

/** Accepts a list of such values with a length within bounds. */
export const list = <Value, Input>(
  of: Schema<Value, Input>,
  least: number,
  most: number,
  plural: string,
  why?: string,
): Schema<readonly Value[], readonly Input[]> => {
  const expected = `a list of ${least} to ${most} ${plural}`;
  const message = (): string => `must be ${expected}`;
  return v.pipe(
    v.array(of, message),
    v.minLength(least, message),
    v.maxLength(most, message),
    v.metadata({ expected, ...(why !== undefined && { why }) }),
  );
};

/** A key that may be left out, and the value that it then has. The description stays that of the schema. */
export const withDefault = <Value, Input>(
  schema: Schema<Value, Input>,
  standard: NoInfer<Input>,
): v.OptionalSchema<Schema<Value, Input>, NoInfer<Input>> => v.optional(schema, standard);

/** Accepts what the schema accepts, or nothing at all. */
export const maybe = <Value, Input>(schema: Schema<Value, Input>): v.OptionalSchema<Schema<Value, Input>, undefined> =>
  v.optional(schema);

/** A value that fits a schema and about which nothing else is wrong either; a problem is a sentence that begins with a key. */
export const without = <S extends Schema>(schema: S, problem: (checked: Checked<S>) => string | null): S => {
  const refined = v.pipe(
    schema,
    v.rawCheck(({ dataset, addIssue }) => {
      const sentence = dataset.typed ? problem(dataset.value as Checked<S>) : null;
      if (sentence === null) return;
      const [key, ...rest] = sentence.split(' ');
      const input = dataset.value as Record<string, unknown>;
      addIssue({
        message: rest.join(' '),
        path: [{ type: 'object', origin: 'value', input, key, value: input[key] }],
      });
    }),
  );
  return refined as unknown as S;
};

/** What is made of a value once it has been checked. */
export const mapped = <Value, Input>(
  schema: Schema<Value, Input>,
  map: (checked: Value) => Value,
): Schema<Value, Input> => v.pipe(schema, v.transform(map)) as unknown as Schema<Value, Input>;

/** The keys of an object and what each must be. */
export type Entries = Readonly<Record<string, Schema>>;
/** An object with these keys and no others. */
export type RecordSchema<E extends Entries> = Schema<
  v.InferOutput<v.ObjectSchema<E, undefined>>,
  v.InferInput<v.ObjectSchema<E, undefined>>
> & {
  readonly entries: E;
};

/** Every own key that is not among the entries is a problem, whatever it is called; `explain` may say more of it. */
export const record = <const E extends Entries>(
  entries: E,
  why?: string,
  explain: (key: string) => string | undefined = () => undefined,
): RecordSchema<E> => {
  const keys = Object.keys(entries);
  const known = keys.length === 0 ? 'there are none' : `known are ${keys.join(', ')}`;
  const expected = keys.length === 0 ? 'an object without keys' : `an object with ${keys.join(', ')}`;
  const hasInherited = keys.some((key) => key in Object.prototype); // counts as missing unless it is an own key
  const inner = v.object(entries, (issue) => {
    const key = issue.path?.at(-1)?.key;
    return typeof key === 'string' ? `is missing: must be ${expectedOf(entries[key])}` : `must be ${expected}`;
  });
  const closed = {
    ...inner,
    '~run': (dataset: v.UnknownDataset, config: v.Config<v.BaseIssue<unknown>>) => {
      const given = dataset.value;
      if (!isRecord(given)) return inner['~run']({ ...dataset, value: null }, config); // lists do not count as objects
      const value = hasInherited ? Object.assign(Object.create(null), given) : given;
      const checked = inner['~run']({ ...dataset, value }, config);
      for (const key in given) {
        if (Object.hasOwn(entries, key) || !Object.hasOwn(given, key)) continue;
        const path = [{ type: 'object', origin: 'key', input: given, key, value: given[key] }] as const;
        v._addIssue(
          { ...inner, message: () => explain(key) ?? `is not known: ${known}` } as never,
          'key',
          checked as never,
          config as never,
          { input: key, path } as never,
        );
      }
      return checked;
    },
  };
  return v.pipe(
    closed as typeof inner,
    v.metadata({ expected, ...(why !== undefined && { why }) }),
  ) as unknown as RecordSchema<E>;
};

/** The same schema with a condition over several keys, checked once each of them is right. */
export const provided = <S extends Schema>(schema: S, holds: (checked: Checked<S>) => boolean, sentence: string): S =>
  v.pipe(schema, v.check(holds as (checked: unknown) => boolean, sentence)) as unknown as S;

type Choices = () => Readonly<Record<string, Schema>>;

/**
 * An object whose `tag` says which of several descriptions holds for it; `standard` where it has none. The choices are
 * asked for at every check, since modules may have added some. Each describes the tag too.
 */
export const variant = <Value, Input = unknown>(
  tag: string,
  standard: string,
  choices: Choices,
  why?: string,
): Schema<Value, Input> & { readonly choices: Choices } => {
  const schema = v.pipe(
    v.lazy((given) => {
      const all = choices();
      const name = isRecord(given) && given[tag] !== undefined ? given[tag] : standard;
      if (typeof name === 'string' && Object.hasOwn(all, name) && (given === undefined || isRecord(given)))
        return all[name];
      return isRecord(given) ? v.looseObject({ [tag]: word(Object.keys(all)) }) : schemaOf(() => false, 'an object');
    }),
    v.metadata({ expected: 'an object', ...(why !== undefined && { why }) }),
  );
  return Object.assign(schema, { choices }) as unknown as Schema<Value, Input> & { readonly choices: Choices };
};

/** The descriptions that a variant chooses from; undefined for other schemas. */
export const choicesOf = (schema: Schema): Readonly<Record<string, Schema>> | undefined => {
  const inner = innermost(schema);
  return 'choices' in inner ? (inner.choices as Choices)() : undefined;
};

/** Whether something is an object with named entries, and no list. */
export const isRecord = (given: unknown): given is Readonly<Record<string, unknown>> =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

/** What a schema says of itself, for documentation and help. */
export const described = (schema: Schema): Partial<Described> => ({
  ...('wrapped' in schema ? described(schema.wrapped as Schema) : {}),
  ...(v.getMetadata(schema as never) as Partial<Described>),
});
/** What a schema accepts, in words that follow "must be". */
export const expectedOf = (schema: Schema): string => described(schema).expected ?? 'something else';
/** The value of a key that is left out; undefined if it has no default. */
export const defaultOf = (schema: Schema): unknown => ('default' in schema ? schema.default : undefined);
/** The keys of a closed object; undefined for other schemas. */
export const entriesOf = (schema: Schema): Entries | undefined => {
  const inner = innermost(schema);
  return 'entries' in inner ? (inner.entries as Entries) : undefined;
};

const innermost = (schema: Schema): Schema => ('wrapped' in schema ? innermost(schema.wrapped as Schema) : schema);

/** A sentence for each problem with a value; empty if it has none. `at` is put before every path. */
export const problemsOf = (schema: Schema, given: unknown, at = ''): string[] => {
  const result = v.safeParse(schema, given);
  return result.success ? [] : result.issues.map((issue) => sentenceOf(issue, at));
};

const sentenceOf = (issue: v.BaseIssue<unknown>, at: string): string => {
  const path = [...(at === '' ? [] : [at]), ...(issue.path ?? []).map(({ key }) => keyText(key))].join('.');
  return `${path === '' ? 'it' : path} ${issue.message}`;
};

/** Keys that would blur into the sentence around them are quoted. */
const keyText = (key: unknown): string => (/^[^\s".]+$/.test(String(key)) ? String(key) : JSON.stringify(key));

const TOLD = 12;

/** The first problems in one line, for files of strangers: they may have thousands, and the first ones tell enough. */
export const joinProblems = (problems: readonly string[]): string => {
  const more = problems.length - TOLD;
  return [...problems.slice(0, TOLD), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
};

/** The checked value with all defaults filled in, or one error with every problem. */
export const check = <S extends Schema>(schema: S, given: unknown, what: string): Checked<S> => {
  const result = v.safeParse(schema, given);
  if (result.success) return result.output;
  throw new InvalidInput(what, given, result.issues.map((issue) => sentenceOf(issue, '')).join('; '));
};
