import { describe, expect, test } from 'vitest';
import { type AgentSpec, formatAgentSpec, parseAgentSpec } from '../../agents/index.ts';
import { InvalidInput } from '../../env/index.ts';

const cases: { text: string; spec: AgentSpec; shortest?: string }[] = [
  { text: 'random', spec: { type: 'random' } },
  { text: 'greedy', spec: { type: 'greedy' } },
  { text: 'alphabeta', spec: { type: 'alphabeta', ms: 200 }, shortest: 'alphabeta:ms=200' },
  { text: 'alphabeta:depth=4', spec: { type: 'alphabeta', depth: 4 } },
  { text: 'alphabeta:depth=4,nodes=1000', spec: { type: 'alphabeta', depth: 4, nodes: 1000 } },
  { text: 'mcts:sims=1000', spec: { type: 'mcts', sims: 1000, rollout: 'guarded' } },
  {
    text: 'mcts:rollout=random',
    spec: { type: 'mcts', sims: 1000, rollout: 'random' },
    shortest: 'mcts:sims=1000,rollout=random',
  },
  {
    text: 'zero:model=runs/a b,sims=64',
    spec: { type: 'zero', model: 'runs/a b', sims: 64, root: 'gumbel' },
    shortest: 'zero:model="runs/a b",sims=64',
  },
  { text: 'ugi:cmd="./engine --fast, \\"x\\"",ms=5', spec: { type: 'ugi', cmd: './engine --fast, "x"', ms: 5 } },
];

test.each(cases)('$text is read, and its shortest form means the same', ({ text, spec, shortest = text }) => {
  expect(parseAgentSpec(text)).toEqual(spec);
  expect(formatAgentSpec(spec)).toBe(shortest);
  expect(parseAgentSpec(shortest)).toEqual(spec);
});

describe('refuses with a sentence', () => {
  test.each([
    { text: '', says: 'expected random, greedy, alphabeta, mcts, zero, ugi' },
    { text: 'stockfish', says: 'expected random, greedy' },
    { text: 'toString', says: 'expected random, greedy' },
    { text: 'random:seed=1', says: 'random has no option "seed", nor any other' },
    { text: 'alphabeta:deep=4', says: 'alphabeta has no option "deep", only depth, nodes, ms' },
    { text: 'alphabeta:depth=', says: 'depth is a whole number from 1 to 100' },
    { text: 'alphabeta:depth=0', says: 'depth is a whole number from 1 to 100' },
    { text: 'alphabeta:depth=-3', says: 'depth is a whole number from 1 to 100' },
    { text: 'alphabeta:depth=4.5', says: 'depth is a whole number from 1 to 100' },
    { text: 'alphabeta:depth=4,depth=5', says: 'depth is given twice' },
    { text: 'alphabeta:depth', says: 'name=value, separated by commas' },
    { text: 'alphabeta:depth=4,', says: 'name=value, separated by commas' },
    { text: 'alphabeta:depth=4,,ms=2', says: 'name=value, separated by commas' },
    { text: 'mcts:rollout=clever', says: 'rollout is one of random, guarded' },
    { text: 'zero', says: 'zero needs model=…: a released model folder' },
    { text: 'zero:model=', says: 'model is empty' },
    { text: 'ugi:cmd="unfinished', says: 'name=value, separated by commas' },
    { text: 'ugi:cmd="\\q"', says: 'is not a quoted text' },
  ])('$text', ({ text, says }) => {
    expect(() => parseAgentSpec(text)).toThrow(InvalidInput);
    expect(() => parseAgentSpec(text)).toThrow(says);
  });
});
