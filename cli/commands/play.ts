/** `tzaar play`: a person against any agent, in the terminal. */
import { randomInt } from 'node:crypto';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import { openAgent } from '../../arena/index.ts';
import {
  describeOutcome,
  formatRecord,
  InvalidInput,
  outcome,
  PLAYERS,
  type Player,
  type PlayerName,
  randomStream,
  renderText,
  type Setup,
} from '../../env/index.ts';
import { appendLine } from '../../fleet/index.ts';
import { type DeviceOption, engineOf, withDeviceOption } from '../device-option.ts';
import { readPosition, wholeNumber } from '../input.ts';
import { print, printColoured, wantsColour } from '../output.ts';
import { loadPartsOption, type PartsOption, withPartsOption } from '../parts-option.ts';
import { Advisers } from '../play/advisers.ts';
import { obey, type Table } from '../play/obey.ts';
import { PersonGame } from '../play/person-game.ts';
import { openPersonInput } from '../play/person-input.ts';
import { completeLine } from '../play/words.ts';

type Options = PartsOption &
  DeviceOption & {
    readonly setup: string;
    readonly position?: string;
    readonly seed?: number;
    readonly colour: string;
    readonly record?: string;
  };

const LARGEST_SEED = 2 ** 31;

export const addPlay = (program: Command): void => {
  withDeviceOption(withPartsOption(program.command('play')))
    .description('play against an agent in the terminal (docs/play.md)')
    .argument('[agent]', 'the opponent, such as alphabeta:ms=500 (tzaar agents lists them)', 'zero:ms=1000')
    .option('--setup <name>', 'start of the game: random, fixed or tournament', 'random')
    .option('--position <text>', 'a position text to begin with instead')
    .option('--seed <number>', 'the same seed gives the same start; by default a new one', wholeNumber('seed', 0))
    .option('--colour <name>', 'what you play: white or black', 'white')
    .option('--record <file>', 'add the game to this file of game records when you leave')
    .action(async (spec: string, options: Options) => {
      await loadPartsOption(options);
      const seed = options.seed ?? randomInt(LARGEST_SEED);
      const start = readPosition({ ...options, seed });
      if (outcome(start) !== null) throw new InvalidInput('position', options.position, 'the game is over there');
      const person = readColour(options.colour);
      if (options.record !== undefined) checkRecord(options.record);
      const open = (text: string) => openAgent(text, engineOf(options));
      const opponent = await open(spec);
      const advisers = new Advisers(open);
      const setup = options.position === undefined ? (options.setup as Setup) : 'position';
      const game = new PersonGame({ start, setup, person, opponent, seed });
      try {
        await sit({ game, advisers, opponent: spec, rng: randomStream('lot', seed) }, `${setup}, seed ${seed}`);
        if (options.record !== undefined) keep(game, options.record);
      } finally {
        await advisers.close();
        await opponent.close();
      }
    });
};

const readColour = (text: string): Player => {
  const player = PLAYERS.indexOf(text as PlayerName);
  if (player < 0) throw new InvalidInput('colour', text, `expected ${PLAYERS.join(' or ')}`);
  return player as Player;
};

/** Before the game: after it, it would be too late to name another file. */
const checkRecord = (path: string): void => {
  const isThere = existsSync(path);
  if (isThere && statSync(path).isDirectory()) throw new InvalidInput('record', path, 'it is a folder');
  try {
    accessSync(isThere ? path : dirname(path), constants.W_OK);
  } catch (error) {
    throw new InvalidInput('record', path, 'it cannot be written', { cause: error });
  }
};

/** Until the person leaves, or the input ends. */
const sit = async (table: Table, about: string): Promise<void> => {
  const { game } = table;
  const input = openPersonInput((line) => completeLine(line, game.isPersonToAct ? game.position : null));
  print(
    `You play ${PLAYERS[game.person]} against ${game.opponentName} (${about}). Type a move such as D7xE7, or help.`,
  );
  try {
    await showTurn(game);
    for (let leaves = false; !leaves; ) {
      try {
        const line = await input.ask(promptOf(game));
        if (line === undefined) {
          print('The input has ended.');
          return;
        }
        const { text, redraw, ends = false } = await obey(table, line);
        if (text !== undefined) print(text);
        if (redraw) await showTurn(game);
        leaves = ends;
      } catch (error) {
        if (!(error instanceof InvalidInput)) throw error;
        print(error.message);
      }
    }
    if (game.forfeit !== null) print(game.forfeit);
  } finally {
    input.close();
  }
};

/** The agent's turn, if it is its turn, and the board for the next decision. */
const showTurn = async (game: PersonGame): Promise<void> => {
  const moves = await game.letOpponentPlay();
  if (moves.length > 0) print(`\n${game.opponentName} plays ${moves.join(' ')}`);
  printColoured(`\n${renderText(game.position, { colour: wantsColour() })}\n`);
  if (game.forfeit !== null) print(game.forfeit);
};

const promptOf = ({ isOver, position, person }: PersonGame): string => {
  if (isOver) return 'game over> ';
  return `${PLAYERS[person]}, step ${position.step + 1}> `;
};

const keep = (game: PersonGame, path: string): void => {
  const record = game.record();
  if (record.moves.length === 0) {
    print(`Nothing was played, so nothing was added to ${path}.`);
    return;
  }
  appendLine(path, formatRecord(record));
  const over = outcome(game.position);
  print(`Added the game to ${path}${over === null ? '' : `: ${describeOutcome(over)}`}.`);
};
