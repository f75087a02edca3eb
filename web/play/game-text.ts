/** Games and positions as text to paste, save and open: a position in one line, or records as JSON lines. */
import { type GameRecord, InvalidInput, parseRecord } from '../../env/index.ts';
import { type Game, gameFrom, gameOfRecord } from './game.ts';

/** One game that a text holds; its moves are played through, and checked, when it is opened. */
export type ReadGame = { readonly title: string; readonly open: () => Game };

/** More games than this are not offered one by one. */
const MOST_GAMES = 5000;

/** Reads a position text, or one record a line. Throws `InvalidInput` that says which line is wrong and why. */
export const readGames = (text: string): ReadGame[] => {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const filled = lines.flatMap((line, index) => (line === '' ? [] : [{ line, number: index + 1 }]));
  if (filled.length === 0) throw new InvalidInput('text', text, 'expected a position or a game record');
  if (filled.length > MOST_GAMES) {
    throw new InvalidInput('text', `${filled.length} lines`, `expected at most ${MOST_GAMES} games`);
  }
  return filled.map(({ line, number }) => {
    try {
      return readLine(line);
    } catch (error) {
      if (filled.length === 1 || !(error instanceof InvalidInput)) throw error;
      throw new InvalidInput('line', number, error.message);
    }
  });
};

const readLine = (line: string): ReadGame => {
  if (!line.startsWith('{')) {
    const game = gameFrom(line);
    return { title: line, open: () => game };
  }
  const record = parseRecord(line);
  return { title: titleOf(record), open: () => gameOfRecord(record) };
};

const titleOf = ({ players, result, moves, setup }: GameRecord): string => {
  const end = result === null ? 'not finished' : `${result.winner} won`;
  return `${players.white} – ${players.black}, ${end}, ${moves.length} actions, ${setup}`;
};
