/** What the commands of a person do to the game, and what is answered. */
import {
  formatAction,
  formatPosition,
  formatRecord,
  InvalidInput,
  legalActions,
  legalMoveTexts,
  MAX_LEGAL_ACTIONS,
  PLACEMENT,
  type Rng,
  randomBelow,
} from '../../env/index.ts';
import { appendLine } from '../../fleet/index.ts';
import type { Advisers } from './advisers.ts';
import type { PersonGame } from './person-game.ts';
import { COMMAND_HELP, readLine } from './words.ts';

/** What a game at the terminal consists of. */
export type Table = {
  readonly game: PersonGame;
  readonly advisers: Advisers;
  /** Spec of the opponent, who is asked where no other adviser is named. */
  readonly opponent: string;
  /** For pieces that are placed by lot. */
  readonly rng: Rng;
};

/** An answer to a line; `redraw` where the position has changed or is asked for, `ends` where the person leaves. */
export type Answer = { readonly text?: string; readonly redraw?: true; readonly ends?: true };

/** Does what a line says. Throws `InvalidInput` where that cannot be done, and the game is as it was. */
export const obey = async (table: Table, line: string): Promise<Answer> => {
  const typed = readLine(line);
  switch (typed.type) {
    case 'nothing':
      return {};
    case 'moves':
      table.game.playMoves(typed.moves);
      return { redraw: true };
    case 'command':
      return COMMANDS[typed.name](table, typed.argument);
  }
};

type Command = (table: Table, argument: string) => Answer | Promise<Answer>;

const COMMANDS: Readonly<Record<string, Command>> = {
  moves: ({ game }) => ({ text: wrap(legalMoveTexts(undecided(game, 'moves').position)) }),
  hint: async ({ game, advisers, opponent }, spec) => ({
    text: await advisers.hint(spec || opponent, undecided(game, 'hint').position),
  }),
  eval: async ({ game, advisers, opponent }, spec) => ({
    text: await advisers.judge(spec || opponent, undecided(game, 'eval').position),
  }),
  undo: ({ game }) => {
    game.takeBack();
    return { redraw: true };
  },
  lot: async ({ game, rng }) => {
    const { position } = undecided(game, 'lot');
    if (position.phase !== PLACEMENT) throw new InvalidInput('lot', 'here', 'all pieces have been placed');
    const actions = new Uint16Array(MAX_LEGAL_ACTIONS);
    while (game.isPersonToAct && position.phase === PLACEMENT) {
      game.playMoves([formatAction(position, actions[randomBelow(rng, legalActions(position, actions))])]);
      if (position.phase === PLACEMENT) await game.letOpponentPlay();
    }
    return { redraw: true };
  },
  board: () => ({ redraw: true }),
  position: ({ game }) => ({ text: formatPosition(game.position) }),
  save: ({ game }, path) => {
    if (path === '') throw new InvalidInput('file', undefined, 'write save FILE');
    appendLine(path, formatRecord(game.record()));
    return { text: `added the game to ${path}` };
  },
  resign: ({ game }) => {
    game.resign();
    return { ends: true };
  },
  quit: () => ({ ends: true }),
  help: () => ({ text: HELP }),
};

/** The game, if the person has something to decide in it. */
const undecided = (game: PersonGame, command: string): PersonGame => {
  if (game.isPersonToAct) return game;
  throw new InvalidInput('command', command, 'the game is over; undo, save FILE and quit are left');
};

const HELP: string = [
  'Type a move: D7xE7 captures, G1+F2 stacks, pass, Z@E5 places a tzaar. Both steps of a turn fit on one line. Tab completes.',
  ...COMMAND_HELP.map(([name, argument, does]) => `  ${`${name} ${argument}`.padEnd(14)}  ${does}`),
].join('\n');

const WIDTH = 100;

/** Words in lines that fit most terminals. */
const wrap = (words: readonly string[]): string => {
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 1 + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.join('\n');
};
