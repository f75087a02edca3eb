/** The opponents to choose from: how strong each is, and how it thinks. */

/** How the engine thinks about one action. */
export type Thinking =
  /** One look of the network, the move drawn from its policy. */
  | { readonly type: 'policy' }
  /** Tree search on the network; `steady` spends simulations evenly enough to watch, for analysis. */
  | { readonly type: 'network'; readonly simulations: number; readonly steady?: boolean }
  /** Alpha-beta, which needs no network; `timeMs` is for a whole turn. */
  | { readonly type: 'alphabeta'; readonly depth: number; readonly timeMs: number };

/** Goes on in the tree of the search with as many simulations, for the move after the person's; chooses nothing. */
export type Pondering = { readonly type: 'ponder'; readonly simulations: number };

export type Level = {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly thinking: Thinking;
};

export const LEVELS: readonly Level[] = [
  {
    id: 'policy',
    name: 'Beginner',
    about: 'the network at first sight, without looking ahead',
    thinking: { type: 'policy' },
  },
  network('net-16', 'Easy', 16),
  network('net-64', 'Medium', 64),
  network('net-256', 'Strong', 256),
  network('net-1000', 'Strongest', 1000),
  {
    id: 'ab-1',
    name: 'Alpha-beta, shallow',
    about: 'looks two actions ahead, without a network',
    thinking: { type: 'alphabeta', depth: 2, timeMs: 200 },
  },
  {
    id: 'ab-2',
    name: 'Alpha-beta, quick',
    about: 'a fifth of a second a turn, without a network',
    thinking: { type: 'alphabeta', depth: 100, timeMs: 200 },
  },
  {
    id: 'ab-3',
    name: 'Alpha-beta, patient',
    about: 'one second a turn, without a network',
    thinking: { type: 'alphabeta', depth: 100, timeMs: 1000 },
  },
];

export const DEFAULT_LEVEL = 'net-64';
const LEVEL_WITHOUT_NETWORK = 'ab-2';

export const levelNamed = (id: string): Level => {
  const level = LEVELS.find((each) => each.id === id);
  if (level === undefined) throw new Error(`there is no level ${id}`);
  return level;
};

/** The level that plays when this one was chosen: another one takes over while there is no network. */
export const levelInPlay = (wished: string, hasNetwork: boolean): Level => {
  const level = levelNamed(wished);
  return hasNetwork || !needsNetwork(level) ? level : levelNamed(LEVEL_WITHOUT_NETWORK);
};

export const needsNetwork = ({ thinking }: Level): boolean => thinking.type !== 'alphabeta';

function network(id: string, name: string, simulations: number): Level {
  const about = `the network, ${simulations} simulations for an action`;
  return { id, name, about, thinking: { type: 'network', simulations } };
}
