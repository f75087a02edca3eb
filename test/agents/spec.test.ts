import { afterAll, describe, expect, test } from 'vitest';
import {
  AGENT_KINDS,
  AGENT_MODULES,
  type AgentSpec,
  agentKind,
  agentName,
  formatAgentSpec,
  networkOf,
  parseAgentSpec,
  RandomAgent,
  withNetwork,
} from '../../agents/index.ts';
import { flag, InvalidInput, matching, maybe, whole, withDefault } from '../../env/index.ts';

const engineKind = agentKind({
  name: 'engine',
  help: 'for these tests',
  options: { cmd: matching(/./s, 'a command'), fast: withDefault(flag(), false), ms: maybe(whole(1, 1e9)) },
  open: () => new RandomAgent(),
});
afterAll(AGENT_KINDS.add(engineKind));

const CALM = { considered: 0, gumbelScale: 0, visitOffset: 50, valueScale: 1 };
const QUIET = { exploration: 1.25, firstPlayReduction: 0.2, noiseShare: 0, noiseTotal: 10 };

const cases: { text: string; spec: AgentSpec; shortest?: string }[] = [
  { text: 'random', spec: { kind: 'random', options: {} } },
  { text: 'greedy', spec: { kind: 'greedy', options: {} } },
  { text: 'random:name=chance', spec: { kind: 'random', options: {}, label: 'chance' } },
  {
    text: 'alphabeta',
    spec: { kind: 'alphabeta', options: { ms: 200, prove: 0, placing: 'judged', late: 6, window: 0 } },
    shortest: 'alphabeta:ms=200',
  },
  {
    text: 'alphabeta:depth=4',
    spec: { kind: 'alphabeta', options: { depth: 4, prove: 0, placing: 'judged', late: 6, window: 0 } },
  },
  {
    text: 'alphabeta:depth=4,nodes=1000',
    spec: { kind: 'alphabeta', options: { depth: 4, nodes: 1000, prove: 0, placing: 'judged', late: 6, window: 0 } },
  },
  { text: 'mcts:sims=1000', spec: { kind: 'mcts', options: { sims: 1000, rollout: 'guarded' } } },
  {
    text: 'mcts:rollout=random',
    spec: { kind: 'mcts', options: { sims: 1000, rollout: 'random' } },
    shortest: 'mcts:sims=1000,rollout=random',
  },
  {
    text: 'zero:model=runs/a b,sims=64',
    spec: { kind: 'zero', options: { model: 'runs/a b', sims: 64, rule: 'auto' } },
    shortest: 'zero:model="runs/a b",sims=64',
  },
  {
    text: 'zero',
    spec: { kind: 'zero', options: { model: 'shipped', sims: 64, rule: 'auto' } },
    shortest: 'zero:sims=64',
  },
  {
    text: 'zero:model=m,sims=64,rule=gumbel,leaves=4',
    spec: { kind: 'zero', options: { model: 'm', sims: 64, leaves: 4, rule: 'gumbel', ...CALM } },
    shortest: 'zero:model=m,sims=64,leaves=4,rule=gumbel',
  },
  {
    text: 'zero:model=7,ms=5,rule=puct,exploration=2.5,noiseShare=0',
    spec: { kind: 'zero', options: { model: '7', ms: 5, rule: 'puct', ...QUIET, exploration: 2.5 } },
    shortest: 'zero:model=7,ms=5,rule=puct,exploration=2.5',
  },
  {
    text: 'zero:model=m,sims=1,root=puct',
    spec: { kind: 'zero', options: { model: 'm', sims: 1, rule: 'puct', ...QUIET } },
    shortest: 'zero:model=m,sims=1,rule=puct',
  },
  {
    text: 'engine:cmd="./engine --fast, \\"x\\"",fast=true,ms=5',
    spec: { kind: 'engine', options: { cmd: './engine --fast, "x"', fast: true, ms: 5 } },
  },
];

test.each(cases)('$text is read, and its shortest form means the same', ({ text, spec, shortest = text }) => {
  expect(parseAgentSpec(text)).toEqual(spec);
  expect(formatAgentSpec(spec)).toBe(shortest);
  expect(parseAgentSpec(shortest)).toEqual(spec);
});

describe('refuses with a sentence', () => {
  test.each([
    { text: '', says: 'expected random, greedy, alphabeta, mcts, zero' },
    { text: 'stockfish', says: 'expected random, greedy' },
    { text: 'toString', says: 'expected random, greedy' },
    { text: './mine.ts:depth=2', says: 'invalid agent "./mine.ts": its module has not been loaded' },
    { text: 'random:seed=1', says: 'seed is not known: known are name' },
    {
      text: 'alphabeta:deep=4',
      says: 'deep is not known: known are depth, nodes, ms, prove, placing, late, window, name',
    },
    { text: 'alphabeta:depth=', says: 'depth must be a whole number from 1 to 100' },
    { text: 'alphabeta:depth=0', says: 'depth must be a whole number from 1 to 100' },
    { text: 'alphabeta:depth=-3', says: 'depth must be a whole number from 1 to 100' },
    { text: 'alphabeta:depth=4.5', says: 'depth must be a whole number from 1 to 100' },
    { text: 'alphabeta:depth=4,depth=5', says: 'depth is given twice' },
    { text: 'zero:model=m,rule=puct,root=gumbel', says: 'rule is given twice' },
    { text: 'alphabeta:depth', says: 'name=value, separated by commas' },
    { text: 'alphabeta:depth=4,', says: 'name=value, separated by commas' },
    { text: 'alphabeta:depth=4,,ms=2', says: 'name=value, separated by commas' },
    { text: 'mcts:rollout=clever', says: 'rollout must be one of random, guarded' },
    { text: 'zero:model=', says: 'model must be the path of a network' },
    { text: 'zero:model=m,rule=best', says: 'rule must be one of auto, gumbel, puct' },
    { text: 'zero:model=m,exploration=2', says: 'exploration is an option of rule=puct, not of rule=auto' },
    { text: 'engine:cmd="unfinished', says: 'name=value, separated by commas' },
    { text: 'engine:cmd="\\q"', says: 'is not a quoted text' },
    { text: 'random:name=" "', says: 'name must be a text of 1 to 60 characters' },
    { text: 'mcts:sims=0,rollout=clever,x=1', says: 'sims must be' },
    { text: 'mcts:sims=0,rollout=clever,x=1', says: '; rollout must be one of random, guarded; x is not known' },
  ])('$text', ({ text, says }) => {
    expect(() => parseAgentSpec(text)).toThrow(InvalidInput);
    expect(() => parseAgentSpec(text)).toThrow(says);
  });
});

test('an agent is called by its label, or by its shortest spec', () => {
  expect(agentName(parseAgentSpec('mcts:sims=9,rollout=guarded'))).toBe('mcts:sims=9');
  expect(agentName(parseAgentSpec('mcts:sims=9,name="my tree"'))).toBe('my tree');
  expect(formatAgentSpec(parseAgentSpec('mcts:name="my tree",sims=9'))).toBe('mcts:sims=9,name="my tree"');
});

test('the network of a spec is known and can be another', () => {
  const spec = parseAgentSpec('zero:model=a,sims=5');
  expect([networkOf(spec), networkOf(parseAgentSpec('random'))]).toEqual(['a', undefined]);
  expect(formatAgentSpec(withNetwork(spec, 'b'))).toBe('zero:model=b,sims=5');
});

test('the path of a module that was loaded stands for the kind of agent in it', () => {
  AGENT_MODULES.set('./mine.mjs', engineKind);
  const spec = parseAgentSpec('./mine.mjs:cmd=x,ms=3');
  expect(spec).toEqual({ kind: './mine.mjs', options: { cmd: 'x', fast: false, ms: 3 } });
  expect(formatAgentSpec(spec)).toBe('./mine.mjs:cmd=x,ms=3');
  AGENT_MODULES.delete('./mine.mjs');
});
