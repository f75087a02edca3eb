/**
 * The words in which everything that comes from outside is described and checked: configs, manifests, files, specs. A
 * description is a valibot schema whose problems are sentences for people, all of them told at once, each with its path.
 * Valibot rather than zod mini: 2.5 kB in a page instead of 7.3, and every unknown key is a problem of its own.
 */
import * as v from 'valibot';
import { InvalidInput } from './invalid-input.ts';

/** What a value must be; `Given` may leave out what has a default. */
export type Schema<Value = unknown, Given = unknown> = v.GenericSchema<Given, Value>;
/** The checked value that a schema gives out. */
export type Checked<S extends Schema> = v.InferOutput<S>;
/** What may be written for it. */
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

export const whole = (least: number, most: number, why?: string): Schema<number, number> =>
  schemaOf(
    (given) => Number.isInteger(given) && (given as number) >= least && (given as number) <= most,
    `a whole number from ${least} to ${most}`,
    why,
  );

export const real = (least: number, most: number, why?: string): Schema<number, number> =>
  schemaOf(
    (given) => typeof given === 'number' && given >= least && given <= most,
    `a number from ${least} to ${most}`,
    why,
  );

export const flag = (why?: string): Schema<boolean, boolean> =>
  schemaOf((given) => typeof given === 'boolean', 'true or false', why);

export const word = <const Word extends string>(words: readonly Word[], why?: string): Schema<Word, Word> =>
  schemaOf((given) => (words as readonly unknown[]).includes(given), `one of ${words.join(', ')}`, why);

export const exactly = <const Value extends string | number>(wanted: Value): Schema<Value, Value> =>
  schemaOf((given) => given === wanted, JSON.stringify(wanted));

export const TEXT_LIMIT = 500;

export const text = (why?: string, limit: number = TEXT_LIMIT): Schema<string, string> =>
  schemaOf(
    (given) => typeof given === 'string' && given.length > 0 && given.length <= limit,
    `a text of 1 to ${limit} characters`,
    why,
  );

export const matching = (pattern: RegExp, expected: string, why?: string): Schema<string, string> =>
  schemaOf((given) => typeof given === 'string' && pattern.test(given), expected, why);

/** Anything that a test of one's own accepts. */
export const fitting = <Value>(
  fits: (given: unknown) => boolean,
  expected: string,
  why?: string,
): Schema<Value, Value> => schemaOf(fits, expected, why);

export const orNull = <Value, Input>(schema: Schema<Value, Input>): Schema<Value | null, Input | null> =>
  v.pipe(v.nullable(schema), v.metadata({ ...described(schema), expected: `${expectedOf(schema)}, or null` }));

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

/** What a key is when nobody says it. The description stays that of the schema. */
export const withDefault = <Value, Input>(
  schema: Schema<Value, Input>,
  standard: NoInfer<Input>,
): v.OptionalSchema<Schema<Value, Input>, NoInfer<Input>> => v.optional(schema, standard);

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

type Entries = Readonly<Record<string, Schema>>;
/** An object with these keys and no others. */
export type RecordSchema<E extends Entries> = Schema<
  v.InferOutput<v.ObjectSchema<E, undefined>>,
  v.InferInput<v.ObjectSchema<E, undefined>>
> & {
  readonly entries: E;
};

/** Every own key that is not among the entries is a problem, whatever it is called. */
export const record = <const E extends Entries>(entries: E, why?: string): RecordSchema<E> => {
  const keys = Object.keys(entries);
  const known = keys.length === 0 ? 'there are none' : `known are ${keys.join(', ')}`;
  const inner = v.object(entries, (issue) => {
    const key = issue.path?.at(-1)?.key;
    const entry = issue.received === 'undefined' && typeof key === 'string' ? entries[key] : undefined;
    return entry === undefined
      ? `must be an object with ${keys.join(', ')}`
      : `is missing: must be ${expectedOf(entry)}`;
  });
  const closed = {
    ...inner,
    '~run': (dataset: v.UnknownDataset, config: v.Config<v.BaseIssue<unknown>>) => {
      const given = dataset.value;
      if (!isRecord(given)) return inner['~run']({ ...dataset, value: null }, config); // a list is no object here
      const checked = inner['~run'](dataset, config);
      for (const key of Object.keys(given).filter((each) => !Object.hasOwn(entries, each))) {
        const path = [{ type: 'object', origin: 'key', input: given, key, value: given[key] }] as const;
        v._addIssue(
          { ...inner, message: () => `is not known: ${known}` } as never,
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
    v.metadata({ expected: `an object with ${keys.join(', ')}`, ...(why !== undefined && { why }) }),
  ) as unknown as RecordSchema<E>;
};

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
      return v.looseObject({ [tag]: word(Object.keys(all)) }, 'must be an object');
    }),
    v.metadata({ expected: 'an object', ...(why !== undefined && { why }) }),
  );
  return Object.assign(schema, { choices }) as unknown as Schema<Value, Input> & { readonly choices: Choices };
};

/** The descriptions that a variant chooses from, or nothing if it is none. */
export const choicesOf = (schema: Schema): Readonly<Record<string, Schema>> | undefined => {
  const inner = innermost(schema);
  return 'choices' in inner ? (inner.choices as Choices)() : undefined;
};

export const isRecord = (given: unknown): given is Readonly<Record<string, unknown>> =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

/** What a schema says of itself, for documentation and help. */
export const described = (schema: Schema): Partial<Described> => v.getMetadata(innermost(schema) as never);
export const expectedOf = (schema: Schema): string => described(schema).expected ?? 'something else';
/** The value that stands for a missing one, if there is any. */
export const defaultOf = (schema: Schema): unknown => ('default' in schema ? schema.default : undefined);
/** The keys of a closed object, or nothing if it is none. */
export const entriesOf = (schema: Schema): Entries | undefined => {
  const inner = innermost(schema);
  return 'entries' in inner ? (inner.entries as Entries) : undefined;
};

const innermost = (schema: Schema): Schema => ('wrapped' in schema ? innermost(schema.wrapped as Schema) : schema);

/** What is wrong with a value, in sentences; none if nothing is. `at` names where it stands. */
export const problemsOf = (schema: Schema, given: unknown, at = ''): string[] => {
  const result = v.safeParse(schema, given);
  return result.success ? [] : result.issues.map((issue) => sentenceOf(issue, at));
};

const sentenceOf = (issue: v.BaseIssue<unknown>, at: string): string => {
  const path = [at, v.getDotPath(issue) ?? ''].filter((part) => part !== '').join('.');
  return `${path === '' ? 'it' : path} ${issue.message}`;
};

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
