import type { Command } from 'commander';
import {
  formatAction,
  formatPosition,
  formatRecord,
  type GameRecord,
  legalActions,
  MAX_LEGAL_ACTIONS,
  type Position,
  parseSetup,
  play,
  randomBelow,
  randomStream,
  renderText,
  type Setup,
  startPosition,
} from '../../env/index.ts';
import { wholeNumber } from '../input.ts';
import { outcomeJson, print, printColoured, wantsColour } from '../output.ts';

type Options = { readonly setup: string; readonly seed: number; readonly json?: true };

export const addRandomGame = (program: Command): void => {
  program
    .command('random-game')
    .description('play one game of random moves')
    .option('--setup <name>', 'start of the game: random, fixed or tournament', 'random')
    .option('--seed <number>', 'the same seed gives the same game', wholeNumber('seed', 0), 0)
    .option('--json', 'print the game record as one line of JSON')
    .action(({ setup, seed, json }: Options) => {
      const { record, position } = playRandomGame(parseSetup(setup), seed);
      if (json) print(formatRecord(record));
      else printColoured(`${formatTurns(record)}\n\n${renderText(position, { colour: wantsColour() })}`);
    });
};

const playRandomGame = (setup: Setup, seed: number): { record: GameRecord; position: Position } => {
  const rng = randomStream(seed);
  const position = startPosition(setup, rng);
  const start = formatPosition(position);
  const actions = new Uint16Array(MAX_LEGAL_ACTIONS);
  const moves: string[] = [];
  for (let count = legalActions(position, actions); count > 0; count = legalActions(position, actions)) {
    const action = actions[randomBelow(rng, count)];
    moves.push(formatAction(position, action));
    play(position, action);
  }
  const players = { white: 'random', black: 'random' };
  return { record: { setup, start, moves, result: outcomeJson(position), players, notes: { seed } }, position };
};

/** The moves as people write them down: placements in one block, then a numbered line for each pair of turns. */
const formatTurns = ({ moves }: GameRecord): string => {
  const placements = moves.filter((move) => move.includes('@'));
  const played = moves.slice(placements.length);
  const turns = [played[0]];
  for (let index = 1; index < played.length; index += 2) turns.push(played.slice(index, index + 2).join(' '));
  const lines = turns.flatMap((turn, index) =>
    index % 2 === 0 ? [`${String(index / 2 + 1).padStart(3)}. ${turn.padEnd(14)} ${turns[index + 1] ?? ''}`] : [],
  );
  return [...(placements.length > 0 ? [placements.join(' ')] : []), ...lines].join('\n');
};
