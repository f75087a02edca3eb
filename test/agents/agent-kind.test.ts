import { expect, test } from 'vitest';
import { AGENT_KINDS, type AgentKind, agentKind, createAgent, RandomAgent } from '../../agents/index.ts';
import { randomStream, startPosition, whole, withDefault } from '../../env/index.ts';
import { UniformEvaluator } from '../../models/index.ts';

const fixedKind = (name: string): AgentKind =>
  agentKind({
    name,
    help: 'always the same of the legal actions',
    options: { index: withDefault(whole(0, 9), 0) },
    open: ({ index }, context) => ({
      name: `${context.name}, index ${index}`,
      newGame: () => {},
      choose: async (position) => ({ ...(await new RandomAgent().choose(position)), nodes: index + 1 }),
      close: async () => {},
    }),
  });

test('a kind of one’s own is opened by its spec and goes by the name that the spec gives', async () => {
  const remove = AGENT_KINDS.add(fixedKind('fixed'));
  try {
    const agent = await createAgent('fixed:index=4');
    expect(agent.name).toBe('fixed:index=4');
    expect((await agent.choose(startPosition('fixed', randomStream(1)))).nodes).toBe(5);
    expect((await createAgent({ kind: 'fixed', label: 'mine' })).name).toBe('mine');
    await expect(createAgent({ kind: 'fixed', options: { index: 10 } })).rejects.toThrow(
      'index must be a whole number from 0 to 9',
    );
    await expect(createAgent('fixed:indx=4')).rejects.toThrow('indx is not known: known are index, name');
  } finally {
    remove();
  }
  await expect(createAgent('fixed')).rejects.toThrow('invalid agent "fixed": expected random');
});

test('a name is given once', () => {
  const [kind, other] = [fixedKind('twice'), fixedKind('twice')];
  const remove = AGENT_KINDS.add(kind);
  expect(() => AGENT_KINDS.add(kind)).not.toThrow();
  expect(() => AGENT_KINDS.add(other)).toThrow('there is one of that name already');
  remove();
  expect(() => AGENT_KINDS.add({ ...kind, name: 'a b' })).toThrow('expected letters, digits and hyphens');
});

test.each([
  { opened: undefined, says: 'returned undefined without the functions newGame, choose, close' },
  { opened: null, says: 'returned null without' },
  { opened: { name: 'x', newGame: () => {} }, says: 'returned something without the functions choose, close' },
])('an open that returns $opened is refused', async ({ opened, says }) => {
  const remove = AGENT_KINDS.add({ name: 'broken', help: '', options: {}, open: () => opened as never });
  await expect(createAgent('broken')).rejects.toThrow(`invalid agent "broken": its open ${says}`);
  remove();
});

test('networks are opened by whoever makes the agent', async () => {
  await expect(createAgent('zero:model=m')).rejects.toThrow('networks cannot be opened here');
  const opened: string[] = [];
  const agent = await createAgent('zero:model=m,sims=3,rule=puct', async (model) => {
    opened.push(model);
    return new UniformEvaluator();
  });
  expect(opened).toEqual(['m']);
  expect(agent.name).toBe('zero:model=m,sims=3,rule=puct');
  expect((await agent.choose(startPosition('random', randomStream(2)))).nodes).toBe(3);
});
