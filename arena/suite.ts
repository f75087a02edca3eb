/** Positions with known answers: how many does an agent get right, and how many can it prove? */
import type { Agent } from '../agents/index.ts';
import {
  formatAction,
  InvalidInput,
  PLAYERS,
  type PlayerName,
  type Position,
  parseAction,
  parsePosition,
} from '../env/index.ts';

/** A position with a known answer. */
export type SuiteItem = {
  readonly id: string;
  readonly position: Position;
  /** Every move that keeps the win; none where the mover is lost. */
  readonly best: readonly string[];
  readonly winner: PlayerName;
};

/** What an agent made of a position of a suite. */
export type SuiteResult = {
  readonly id: string;
  /** The move is one that keeps the win; null where there is none. */
  readonly solved: boolean | null;
  /** The agent was certain of the result, and right. */
  readonly proven: boolean;
  /** The agent was certain of the wrong result: a bug in it. */
  readonly wrong: boolean;
  readonly move: string;
  readonly nodes: number;
  readonly timeMs: number;
};

/** What an agent made of a whole suite. */
export type SuiteSummary = {
  readonly positions: number;
  readonly winnable: number;
  readonly solved: number;
  readonly proven: number;
  readonly wrong: number;
  readonly nodes: number;
  readonly timeMs: number;
};

/** One JSON object a line: `{ position, best, winner }`, and an `id` if there is one. */
export const parseSuite = (text: string): SuiteItem[] => {
  const items = text
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, number }) => parseItem(line, number));
  if (items.length === 0) throw new InvalidInput('suite', 'empty', 'expected lines { position, best, winner }');
  return items;
};

/** Asks an agent about each position and yields what it made of it. */
export async function* runSuite(items: readonly SuiteItem[], agent: Agent): AsyncGenerator<SuiteResult> {
  for (const [index, { id, position, best, winner }] of items.entries()) {
    agent.newGame(index);
    const { action, proven, nodes, timeMs } = await agent.choose(position);
    const move = formatAction(position, action);
    const moverWins = PLAYERS[position.mover] === winner;
    yield {
      id,
      solved: best.length === 0 ? null : best.includes(move),
      proven: proven !== undefined && (proven === 'win') === moverWins,
      wrong: proven !== undefined && (proven === 'win') !== moverWins,
      move,
      nodes,
      timeMs,
    };
  }
}

/** Adds up the results of a suite. */
export const summariseSuite = (results: readonly SuiteResult[]): SuiteSummary => ({
  positions: results.length,
  winnable: results.filter(({ solved }) => solved !== null).length,
  solved: results.filter(({ solved }) => solved === true).length,
  proven: results.filter(({ proven }) => proven).length,
  wrong: results.filter(({ wrong }) => wrong).length,
  nodes: results.reduce((sum, { nodes }) => sum + nodes, 0),
  timeMs: results.reduce((sum, { timeMs }) => sum + timeMs, 0),
});

const parseItem = (line: string, number: number): SuiteItem => {
  const fail = (expected: string): never => {
    throw new InvalidInput(`suite line ${number}`, line, expected);
  };
  let item: Record<string, unknown> = {};
  try {
    item = JSON.parse(line);
  } catch {
    fail('expected one JSON object');
  }
  const { id, position: text, best, winner } = item ?? {};
  if (typeof text !== 'string') return fail('expected "position": a text');
  if (!Array.isArray(best) || best.some((move) => typeof move !== 'string'))
    return fail('expected "best": a list of moves');
  if (!PLAYERS.includes(winner as PlayerName)) return fail('expected "winner": white or black');
  const position = parsePosition(text);
  for (const move of best) parseAction(position, move);
  return { id: typeof id === 'string' ? id : String(number), position, best, winner: winner as PlayerName };
};
