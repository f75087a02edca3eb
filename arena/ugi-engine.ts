/**
 * This project as a UGI engine: a line in, lines out. Unknown lines are ignored, as the protocol asks; lines that cannot
 * be obeyed are answered with `info string error …`. The search blocks, so `stop` has nothing to stop.
 */
import type { Agent, Budget } from '../agents/index.ts';
import {
  type Action,
  clonePosition,
  FIXED_START_TEXT,
  formatTurn,
  InvalidInput,
  outcome,
  type Position,
  parsePosition,
  parseTurn,
  play,
  WHITE,
} from '../env/index.ts';

/** An agent as a UGI engine: lines in, lines out. */
export class UgiEngine {
  readonly #agent: Agent;
  readonly #version: string;
  #position: Position = parsePosition(FIXED_START_TEXT);
  #games = 0;
  readonly #ponders: boolean;
  #pondering: { readonly stop: AbortController; readonly done: Promise<void> } | null = null;

  constructor(agent: Agent, version: string, { ponder = false }: { readonly ponder?: boolean } = {}) {
    this.#agent = agent;
    this.#version = version;
    this.#ponders = ponder && agent.ponder !== undefined;
    agent.newGame(0);
  }

  /** The answer to one line; null when the engine should end. Any line ends its pondering. */
  async answer(line: string): Promise<string[] | null> {
    await this.#endPondering();
    const [command = '', ...words] = line.trim().split(/\s+/);
    try {
      switch (command) {
        case 'ugi':
          return [
            `id name tzaar-zero ${this.#version} ${this.#agent.name}`,
            'id author the tzaar-zero authors',
            'ugiok',
          ];
        case 'isready':
          return ['readyok'];
        case 'uginewgame':
          this.#agent.newGame(++this.#games);
          return [];
        case 'position':
          this.#position = readPosition(words);
          return [];
        case 'go':
          return await this.#go(readBudget(words));
        case 'query':
          return [`response ${this.#query(words[0])}`];
        case 'quit':
          return null;
        default:
          return [];
      }
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      return [`info string error ${error.message}`];
    }
  }

  /** Chooses actions until the turn is over. */
  async #go(budget: Budget): Promise<string[]> {
    const position = clonePosition(this.#position);
    if (outcome(position) !== null) throw new InvalidInput('command', 'go', 'the game is over');
    const { mover } = position;
    const start = performance.now();
    const actions: Action[] = [];
    let info = '';
    while (position.mover === mover && outcome(position) === null) {
      const { timeMs } = budget;
      const left = timeMs === undefined ? {} : { timeMs: Math.max(1, timeMs - (performance.now() - start)) };
      const { action, nodes, value } = await this.#agent.choose(position, { ...budget, ...left });
      if (info === '') info = `info nodes ${nodes}${value === undefined ? '' : ` value ${value.toFixed(3)}`}`;
      actions.push(action);
      play(position, action);
    }
    this.#ponder(position);
    return [info, `bestmove ${formatTurn(this.#position, actions)}`];
  }

  /** Thinks on the opponent's time about what this turn has led to. */
  #ponder(position: Position): void {
    if (!this.#ponders || outcome(position) !== null) return;
    const stop = new AbortController();
    this.#pondering = { stop, done: this.#agent.ponder?.(position, stop.signal) ?? Promise.resolve() };
  }

  /** Ends what it thinks about; the agent stays open. */
  close(): Promise<void> {
    return this.#endPondering();
  }

  async #endPondering(): Promise<void> {
    this.#pondering?.stop.abort();
    await this.#pondering?.done;
    this.#pondering = null;
  }

  #query(what: string | undefined): string {
    const over = outcome(this.#position);
    switch (what) {
      case 'p1turn':
        return String(this.#position.mover === WHITE);
      case 'gameover':
        return String(over !== null);
      case 'result':
        return over === null ? 'none' : over.winner === WHITE ? 'p1win' : 'p2win';
      default:
        throw new InvalidInput('query', what, 'expected p1turn, gameover or result');
    }
  }
}

const FEN_FIELDS = 4;

/** `startpos [moves …]` or `fen TEXT [moves …]`; the start is the fixed one. */
const readPosition = ([kind, ...words]: readonly string[]): Position => {
  const fields = kind === 'fen' ? words.slice(0, FEN_FIELDS) : [];
  if (kind !== 'fen' && kind !== 'startpos') throw new InvalidInput('position', kind, 'expected startpos or fen TEXT');
  const position = parsePosition(kind === 'fen' ? fields.join(' ') : FIXED_START_TEXT);
  const [moves, ...turns] = words.slice(fields.length);
  if (moves !== undefined && moves !== 'moves') throw new InvalidInput('position', moves, 'expected moves');
  for (const turn of turns) for (const action of parseTurn(position, turn)) play(position, action);
  return position;
};

/** Reads `movetime` and `nodes`; `p1time` and `p2time` are not supported: an arena gives time for each turn. */
const readBudget = (words: readonly string[]): Budget => {
  const read = (name: string): number | undefined => {
    const at = words.indexOf(name);
    if (at < 0) return undefined;
    const value = Number(words[at + 1]);
    if (!Number.isInteger(value) || value < 1)
      throw new InvalidInput(name, words[at + 1], 'expected a whole number from 1 up');
    return value;
  };
  const [timeMs, nodes] = [read('movetime'), read('nodes')];
  return { ...(timeMs !== undefined && { timeMs }), ...(nodes !== undefined && { nodes }) };
};
