/**
 * An agent of one's own in one file. It hunts: it takes what leaves the opponent with the fewest stacks of some kind, since
 * the last stack of a kind decides the game. Ties are broken by the seed. Try it:
 *
 *     npm run -s tzaar -- match ./examples/own-agent.ts greedy --games 20
 *     npm run -s tzaar -- match ./examples/own-agent.ts:slips=0.2 ./examples/own-agent.ts
 */
import { type Agent, agentKind } from '../agents/index.ts';
import {
  legalActions,
  MAX_LEGAL_ACTIONS,
  opponentOf,
  type Position,
  play,
  randomBelow,
  randomStream,
  real,
  undo,
  withDefault,
} from '../env/index.ts';
import type { Parts } from '../fleet/index.ts';

/** How many stacks the opponent has of its rarest kind after an action. */
const rarestAfter = (position: Position, action: number): number => {
  const first = opponentOf(position.mover) * 3; // three kinds each
  play(position, action);
  const rarest = Math.min(...position.counts.subarray(first, first + 3));
  undo(position);
  return rarest;
};

const openHunter = (name: string, slips: number): Agent => {
  const buffer = new Uint16Array(MAX_LEGAL_ACTIONS);
  let rng = randomStream('hunter', 0);
  return {
    name,
    newGame: (seed) => {
      rng = randomStream('hunter', seed);
    },
    choose: async (position) => {
      const start = performance.now();
      const actions = buffer.subarray(0, legalActions(position, buffer));
      const left = Array.from(actions, (action) => (slips > 0 && rng() < slips ? 99 : rarestAfter(position, action)));
      const best = actions.filter((_, index) => left[index] === Math.min(...left));
      const action = best[randomBelow(rng, best.length)];
      return { action, nodes: actions.length, timeMs: performance.now() - start };
    },
    close: async () => {},
  };
};

export const parts: Parts = {
  agents: [
    agentKind({
      name: 'hunter',
      help: 'captures what the opponent has fewest of',
      options: { slips: withDefault(real(0, 1, 'share of actions that it overlooks'), 0) },
      open: async ({ slips }, { name }) => openHunter(name, slips),
    }),
  ],
};
