import { expect, test } from 'vitest';
import { InvalidInput, Registry } from '../../env/index.ts';

type Rule = { readonly name: string; readonly size: number };

const rules = (): Registry<Rule> =>
  new Registry<Rule>('search rule', [
    { name: 'puct', size: 1 },
    { name: 'gumbel', size: 2 },
  ]);

test('parts are found by name and told in the order in which they were added', () => {
  const registry = rules();
  registry.add({ name: 'mine', size: 3 });
  expect(registry.names).toEqual(['puct', 'gumbel', 'mine']);
  expect(registry.all.map(({ size }) => size)).toEqual([1, 2, 3]);
  expect(registry.get('gumbel').size).toBe(2);
  expect([registry.has('mine'), registry.has('yours')]).toEqual([true, false]);
});

test.each(['yours', 'toString', '__proto__', ''])('%j is not there, and the error says what is', (name) => {
  expect(rules().has(name)).toBe(false);
  expect(() => rules().get(name)).toThrow(InvalidInput);
  expect(() => rules().get(name)).toThrow(
    `invalid search rule "${name}": expected one of puct, gumbel, or one that a module registers`,
  );
});

test('an added part can be taken out again, once', () => {
  const registry = rules();
  const mine = { name: 'mine', size: 3 };
  const takeOut = registry.add(mine);
  takeOut();
  expect(registry.has('mine')).toBe(false);
  const other = { name: 'mine', size: 4 };
  registry.add(other);
  takeOut();
  expect(registry.get('mine')).toBe(other);
});

test('the same part may be added twice; only who added it first takes it out', () => {
  const registry = rules();
  const mine = { name: 'mine', size: 3 };
  const takeOut = registry.add(mine);
  const again = registry.add(mine);
  expect(registry.names).toEqual(['puct', 'gumbel', 'mine']);
  again();
  expect(registry.has('mine')).toBe(true);
  takeOut();
  expect(registry.has('mine')).toBe(false);
});

test('another part of a name that is there is refused, and the first one stays', () => {
  const registry = rules();
  expect(() => registry.add({ name: 'puct', size: 9 })).toThrow(
    'invalid search rule "puct": there is one of that name already; choose another',
  );
  expect(registry.get('puct').size).toBe(1);
});

test.each(['', '-a', '1a', 'a b', 'a.b', 'a/b', '__proto__', 'ä', 'a'.repeat(41)])('%j is no name', (name) => {
  expect(() => rules().add({ name, size: 1 })).toThrow('invalid name of a search rule');
});

test.each([undefined, null, 7])('a name that is %j is refused in a sentence', (name) => {
  expect(() => rules().add({ name: name as unknown as string, size: 1 })).toThrow(InvalidInput);
});
