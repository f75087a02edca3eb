import { expect, test } from 'vitest';
import type { Agent, Choice } from '../../agents/index.ts';
import { playGame } from '../../arena/index.ts';
import { legalActions, MAX_LEGAL_ACTIONS, randomStream, startPosition } from '../../env/index.ts';

/** Plays the first legal action and says so much of it. */
const saying = (opinions: readonly Partial<Choice>[]): Agent => {
  let asked = 0;
  return {
    name: 'somebody',
    newGame: () => {},
    choose: async (position) => {
      const actions = new Uint16Array(MAX_LEGAL_ACTIONS);
      legalActions(position, actions);
      return { action: actions[0], nodes: 1, timeMs: 0, ...opinions[asked++] };
    },
    close: async () => {},
  };
};

test('a record tells what is proven from what is only nearly certain', async () => {
  const agent = saying([{ value: 0.9999 }, { value: -1, proven: 'loss' }, {}, { value: 1, proven: 'win' }]);
  const { record } = await playGame({
    start: startPosition('random', randomStream(1)),
    setup: 'random',
    agents: [agent, agent],
    seeds: [1, 2],
    notes: {},
  });
  const { values, proven } = record.notes as { values: (number | null)[]; proven: number[] };
  expect(values.slice(0, 4)).toEqual([1, -1, null, 1]);
  expect(proven).toEqual([1, 3]);
});
