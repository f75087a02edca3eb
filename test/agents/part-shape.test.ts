import { expect, test } from 'vitest';
import { AGENT_KINDS, problemsOfKind, problemsOfRule, SEARCH_RULES } from '../../agents/index.ts';
import { whole, withDefault } from '../../env/index.ts';
import { ucb } from '../support/ucb-rule.ts';

test('parts that play have nothing wrong with them', () => {
  for (const rule of [...SEARCH_RULES.all, ucb]) expect([rule.name, ...problemsOfRule(rule)]).toEqual([rule.name]);
  for (const kind of AGENT_KINDS.all) expect([kind.name, ...problemsOfKind(kind)]).toEqual([kind.name]);
});

test('all that is wrong with a part is said', () => {
  expect(problemsOfRule(3)).toEqual(['it must be an object']);
  const { best: _, ...rule } = {
    ...ucb,
    calm: undefined,
    options: { leaves: withDefault(whole(1, 2), 1), x: whole(1, 2) },
  };
  expect(problemsOfRule(rule)).toEqual([
    'best must be a function',
    'calm must be an object with options, possibly none',
    'options may not be called leaves',
    'options must have a default: x',
  ]);
  expect(problemsOfKind({ name: 1, options: { name: whole(1, 2) } })).toEqual([
    'name must be a text',
    'help must be a text',
    'open must be a function',
    'options may not be called name',
  ]);
});
