import { expect, test } from 'vitest';
import {
  type Checked,
  check,
  choicesOf,
  defaultOf,
  described,
  entriesOf,
  exactly,
  expectedOf,
  fitting,
  flag,
  InvalidInput,
  list,
  matching,
  maybe,
  orNull,
  problemsOf,
  provided,
  readable,
  real,
  record,
  type Schema,
  text,
  variant,
  whole,
  withDefault,
  word,
} from '../../env/index.ts';

const even = (given: string): number => {
  if (Number(given) % 2 !== 0) throw new InvalidInput('number', given, 'expected an even one');
  return Number(given);
};

const RULES = (): Readonly<Record<string, Schema>> => ({
  gumbel: record({ rule: withDefault(exactly('gumbel'), 'gumbel'), considered: withDefault(whole(1, 541), 16) }),
  puct: record({ rule: exactly('puct'), exploration: withDefault(real(0, 100), 1.25) }),
});

const RUN = record({
  name: text('what tables call it'),
  network: withDefault(record({ channels: withDefault(whole(1, 512), 32), dropout: withDefault(real(0, 1), 0) }), {}),
  search: withDefault(variant('rule', 'gumbel', RULES), {}),
  setups: withDefault(list(word(['random', 'fixed']), 1, 2, 'set-ups'), ['random']),
  seconds: withDefault(orNull(whole(1, 3600)), null),
  notes: maybe(record({ by: text() })),
});

const run = (changes: object): unknown => ({ name: 'first', ...changes });

test('defaults are filled in at every depth', () => {
  expect(check(RUN, { name: 'first', network: { channels: 8 } }, 'run')).toEqual({
    name: 'first',
    network: { channels: 8, dropout: 0 },
    search: { rule: 'gumbel', considered: 16 },
    setups: ['random'],
    seconds: null,
  });
});

test('a default is a fresh value for everyone who gets it', () => {
  const [one, other] = [check(RUN, run({}), 'run'), check(RUN, run({}), 'run')];
  expect(one.network).not.toBe(other.network);
  expect(one.setups).not.toBe(other.setups);
});

test('what is given stays as it was', () => {
  const given = Object.freeze(run({ network: Object.freeze({}) }));
  expect(check(RUN, given, 'run')).not.toBe(given);
  expect(given).toEqual({ name: 'first', network: {} });
});

test('a key that is undefined counts as left out', () => {
  expect(problemsOf(RUN, run({ network: undefined, notes: undefined }))).toEqual([]);
});

const UNKNOWN = ['depth', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'a-b'];

test.each(UNKNOWN)('the unknown key %j is a problem at every depth', (key) => {
  const extra = (inside: string): unknown => JSON.parse(`{${inside}${JSON.stringify(key)}:{"a":1}}`);
  const says = (path: string): unknown => expect.stringMatching(new RegExp(`^${path}${key} is not known: known are `));
  expect(problemsOf(RUN, extra('"name":"first",'))).toEqual([says('')]);
  expect(problemsOf(RUN, run({ network: extra('') }))).toEqual([says('network.')]);
  expect(problemsOf(RUN, run({ search: extra('"rule":"puct",') }))).toEqual([says('search.')]);
  expect(problemsOf(list(RUN, 0, 9, 'runs'), [run({}), run({ network: extra('') })])).toEqual([says('1.network.')]);
});

test.each(['', 'a b', 'a.b', 'say "x"'])('the odd key %j is quoted', (key) => {
  expect(problemsOf(record({}), { [key]: 1 }, 'run')).toEqual([
    `run.${JSON.stringify(key)} is not known: there are none`,
  ]);
});

test('a key that every object inherits can be described, and is missing where it is', () => {
  const schema = record({ constructor: whole(1, 3) });
  expect(problemsOf(schema, {})).toEqual(['constructor is missing: must be a whole number from 1 to 3']);
  expect(check(schema, { constructor: 2 }, 'thing')).toEqual({ constructor: 2 });
});

test('a checked value has no key that it was not given, whatever its prototype says', () => {
  const checked = check(RUN, run({}), 'run');
  expect(Object.hasOwn(checked, 'notes')).toBe(false);
  expect(Object.getPrototypeOf(checked)).toBe(Object.prototype);
});

test.each<{ name: string; schema?: Schema; given: unknown; says: string[] }>([
  { name: 'a missing key', given: {}, says: ['name is missing: must be a text of 1 to 500 characters'] },
  {
    name: 'a missing key inside',
    given: run({ notes: {} }),
    says: ['notes.by is missing: must be a text of 1 to 500 characters'],
  },
  {
    name: 'a missing key that may be null',
    schema: record({ a: orNull(whole(1, 3)) }),
    given: {},
    says: ['a is missing: must be a whole number from 1 to 3, or null'],
  },
  {
    name: 'a missing object',
    schema: record({ a: record({ b: flag() }) }),
    given: {},
    says: ['a is missing: must be an object with b'],
  },
  { name: 'nothing', given: undefined, says: [expect.stringContaining('it must be an object with name, network')] },
  { name: 'null', given: null, says: [expect.stringContaining('it must be an object with name, network')] },
  { name: 'a list', given: [], says: [expect.stringContaining('it must be an object with name, network')] },
  { name: 'a number', given: 7, says: [expect.stringContaining('it must be an object with name, network')] },
  { name: 'a text', given: 'first', says: [expect.stringContaining('it must be an object with name, network')] },
  { name: 'null inside', given: run({ network: null }), says: ['network must be an object with channels, dropout'] },
  { name: 'a list inside', given: run({ network: [] }), says: ['network must be an object with channels, dropout'] },
  { name: 'a number inside', given: run({ notes: 7 }), says: ['notes must be an object with by'] },
  { name: 'a key too many', schema: record({}), given: { a: 1 }, says: ['a is not known: there are none'] },
  { name: 'a text for no keys', schema: record({}), given: 'a', says: ['it must be an object without keys'] },
  { name: 'an unknown tag', given: run({ search: { rule: 'x' } }), says: ['search.rule must be one of gumbel, puct'] },
  {
    name: 'an inherited tag',
    given: run({ search: { rule: 'toString' } }),
    says: ['search.rule must be one of gumbel, puct'],
  },
  {
    name: 'a tag that is no text',
    given: run({ search: { rule: 1 } }),
    says: ['search.rule must be one of gumbel, puct'],
  },
  { name: 'a list for a variant', given: run({ search: [] }), says: ['search must be an object'] },
  { name: 'null for a variant', given: run({ search: null }), says: ['search must be an object'] },
  { name: 'a number for a variant', given: run({ search: 3 }), says: ['search must be an object'] },
  {
    name: 'a key of another variant',
    given: run({ search: { rule: 'puct', considered: 3 } }),
    says: ['search.considered is not known: known are rule, exploration'],
  },
  {
    name: 'a key of another variant than the usual one',
    given: run({ search: { exploration: 3 } }),
    says: ['search.exploration is not known: known are rule, considered'],
  },
  { name: 'an empty list', given: run({ setups: [] }), says: ['setups must be a list of 1 to 2 set-ups'] },
  { name: 'an object for a list', given: run({ setups: {} }), says: ['setups must be a list of 1 to 2 set-ups'] },
  {
    name: 'a long list',
    given: run({ setups: ['fixed', 'fixed', 'fixed'] }),
    says: ['setups must be a list of 1 to 2 set-ups'],
  },
  {
    name: 'a bad entry of a list',
    given: run({ setups: ['fixed', 'x'] }),
    says: ['setups.1 must be one of random, fixed'],
  },
  {
    name: 'a bad value where null would do',
    given: run({ seconds: 0 }),
    says: ['seconds must be a whole number from 1 to 3600, or null'],
  },
  {
    name: 'a bad key of what may be null',
    schema: orNull(record({ a: flag() })),
    given: { a: 1 },
    says: ['a must be true or false'],
  },
  {
    name: 'all problems',
    given: { name: '', network: { channels: 0.5, depth: 1 }, setups: [3], size: 1 },
    says: [
      'name must be a text of 1 to 500 characters',
      'network.channels must be a whole number from 1 to 512',
      'network.depth is not known: known are channels, dropout',
      'setups.0 must be one of random, fixed',
      'size is not known: known are name, network, search, setups, seconds, notes',
    ],
  },
])('$name', ({ schema = RUN, given, says }) => {
  expect(problemsOf(schema, given)).toEqual(says);
});

test.each<{ schema: Schema; good: unknown[]; bad: unknown[]; says: string }>([
  {
    schema: whole(1, 3),
    good: [1, 3],
    bad: [0, 4, 1.5, Number.NaN, '2', null, 2n],
    says: 'must be a whole number from 1 to 3',
  },
  {
    schema: whole(0),
    good: [0, 2 ** 53 - 1],
    bad: [-1, 2 ** 53, Number.POSITIVE_INFINITY],
    says: 'must be a whole number of at least 0',
  },
  { schema: real(0, 1), good: [0, 0.5, 1], bad: [-0.1, 1.1, Number.NaN, '1'], says: 'must be a number from 0 to 1' },
  {
    schema: real(0, Number.POSITIVE_INFINITY),
    good: [0, 1e300],
    bad: [-1, Number.POSITIVE_INFINITY, Number.NaN],
    says: 'must be a number of at least 0',
  },
  { schema: flag(), good: [true, false], bad: [0, 1, 'true', null], says: 'must be true or false' },
  { schema: word(['a', 'b']), good: ['a', 'b'], bad: ['c', '', 0, null, ['a']], says: 'must be one of a, b' },
  { schema: exactly('x'), good: ['x'], bad: ['y', ['x'], null], says: 'must be "x"' },
  { schema: text('', 3), good: ['a', 'abc'], bad: ['', 'abcd', 1, null], says: 'must be a text of 1 to 3 characters' },
  { schema: matching(/^a+$/, 'all a'), good: ['aa'], bad: ['ab', 1, ['a']], says: 'must be all a' },
  { schema: fitting((given) => given === 7, 'seven'), good: [7], bad: [8, '7'], says: 'must be seven' },
  { schema: readable(even, 'an even number'), good: ['2'], bad: [2, null], says: 'must be an even number' },
])('$says', ({ schema, good, bad, says }) => {
  for (const given of good) expect(problemsOf(schema, given)).toEqual([]);
  for (const given of bad) expect(problemsOf(schema, given)).toEqual([`it ${says}`]);
});

test('a text that cannot be read is told with what the reader says; faults of the reader are not hidden', () => {
  expect(problemsOf(readable(even, 'an even number'), '3')).toEqual([
    'it is not an even number: invalid number "3": expected an even one',
  ]);
  const broken = readable(() => {
    throw new Error('a bug');
  }, 'anything');
  expect(() => problemsOf(broken, 'x')).toThrow('a bug');
});

test('a condition over several keys is looked at when each of them is right', () => {
  const schema = provided(record({ low: whole(0), high: whole(0) }), ({ low, high }) => low <= high, 'is upside down');
  expect(problemsOf(schema, { low: 1, high: 1 })).toEqual([]);
  expect(problemsOf(schema, { low: 2, high: 1 }, 'range')).toEqual(['range is upside down']);
  expect(problemsOf(schema, { low: 2, high: -1 })).toEqual(['high must be a whole number of at least 0']);
  expect(Object.keys(entriesOf(schema) ?? {})).toEqual(['low', 'high']);
});

test('choices that are added later are known', () => {
  const added: Record<string, Schema> = { ...RULES() };
  const schema = variant('rule', 'gumbel', () => added);
  expect(problemsOf(schema, { rule: 'mine' })).toEqual(['rule must be one of gumbel, puct']);
  added.mine = record({ rule: exactly('mine') });
  expect(problemsOf(schema, { rule: 'mine' })).toEqual([]);
  expect(Object.keys(choicesOf(withDefault(orNull(schema), {})) ?? {})).toEqual(['gumbel', 'puct', 'mine']);
});

test('a schema tells what it expects, why, its default and its keys through all that is around it', () => {
  const inner = whole(1, 512, 'width of the trunk');
  for (const schema of [inner, maybe(inner), withDefault(inner, 3)])
    expect(described(schema)).toEqual({ expected: 'a whole number from 1 to 512', why: 'width of the trunk' });
  for (const schema of [orNull(inner), withDefault(orNull(inner), null)])
    expect(described(schema)).toEqual({ expected: 'a whole number from 1 to 512, or null', why: 'width of the trunk' });
  expect(defaultOf(withDefault(inner, 3))).toBe(3);
  expect(defaultOf(inner)).toBeUndefined();
  expect(expectedOf(RUN)).toBe('an object with name, network, search, setups, seconds, notes');
  expect(Object.keys(entriesOf(withDefault(orNull(record({ a: inner })), null)) ?? {})).toEqual(['a']);
  expect(entriesOf(inner)).toBeUndefined();
  expect(choicesOf(inner)).toBeUndefined();
});

test('check throws one error that names the thing, what was given and all problems', () => {
  const attempt = (): Checked<typeof RUN> => check(RUN, { name: 1, size: 2 }, 'run');
  expect(attempt).toThrow(InvalidInput);
  expect(attempt).toThrow(
    'invalid run {"name":1,"size":2}: name must be a text of 1 to 500 characters; size is not known: known are name',
  );
  expect(() => check(RUN, undefined, 'run')).toThrow('missing run: it must be an object with name');
});
