/**
 * Another engine as an agent. UGI knows whole turns, an agent single actions: the second action of a turn is kept and
 * handed out when it is asked for. An engine that fails is stopped, loses that game, and is restarted for the next.
 */
import { type Agent, type AgentKind, agentKind, type Budget, type Choice, TURN_MS } from '../agents/index.ts';
import {
  type Action,
  formatPosition,
  InvalidInput,
  matching,
  maybe,
  type Position,
  parseTurn,
  play,
  undo,
  whole,
} from '../env/index.ts';
import { EngineFailure, EngineNeverStarted, UgiProcess } from './ugi-process.ts';

/** What `UgiAgent` is told. */
export type UgiOptions = {
  readonly cmd: string;
  readonly ms?: number | undefined;
  readonly nodes?: number | undefined;
  readonly depth?: number | undefined;
};

/** The kind of agents that are other programs. */
export const ugiKind: AgentKind = agentKind({
  name: 'ugi',
  help: 'another program that speaks UGI (docs/ugi.md)',
  options: {
    cmd: matching(/./s, 'the command that starts it'),
    ms: maybe(TURN_MS),
    nodes: maybe(whole(1, 1e9, 'nodes for a turn')),
    depth: maybe(whole(1, 1000, 'depth of the search')),
  },
  limit: { names: ['ms', 'nodes', 'depth'], standard: { ms: 1000 } },
  open: (options, { name }) => new UgiAgent(name, options),
});

type Planned = { readonly hashLow: number; readonly hashHigh: number; readonly action: Action };

const START_MS = 10_000;
/** Over its time, an engine gets this much longer before it loses. */
const GRACE_MS = 2000;
/** Where the limit is not a time. */
const PATIENCE_MS = 600_000;

/** Another program as an agent, by the UGI protocol. */
export class UgiAgent implements Agent {
  readonly name: string;
  readonly #options: UgiOptions;
  #engine: UgiProcess | null = null;
  #planned: Planned | null = null;
  #isNewGame = true;
  #isClosed = false;

  constructor(name: string, options: UgiOptions) {
    this.name = name;
    this.#options = options;
  }

  newGame(_seed: number): void {
    this.#isNewGame = true;
    this.#planned = null;
  }

  async choose(position: Position, budget: Budget = {}): Promise<Choice> {
    const start = performance.now();
    const planned = this.#planned;
    this.#planned = null;
    if (planned !== null && planned.hashLow === position.hashLow && planned.hashHigh === position.hashHigh) {
      return { action: planned.action, nodes: 0, timeMs: 0 };
    }
    try {
      const actions = await this.#askEngine(position, budget);
      this.#plan(position, actions);
      return { action: actions[0], nodes: 0, timeMs: performance.now() - start };
    } catch (error) {
      this.#engine?.kill();
      this.#engine = null;
      if (error instanceof InvalidInput) throw new EngineFailure(`${this.name} answered an ${error.message}`);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true; // a game under way is lost now, and the next one must not start the engine again
    await this.#engine?.close();
    this.#engine = null;
  }

  async #askEngine(position: Position, budget: Budget): Promise<Action[]> {
    const engine = await this.#readyEngine();
    const ms = Math.min(this.#options.ms ?? Number.POSITIVE_INFINITY, budget.timeMs ?? Number.POSITIVE_INFINITY);
    const limits = [
      Number.isFinite(ms) ? `movetime ${Math.round(ms)}` : '',
      this.#options.nodes === undefined ? '' : `nodes ${this.#options.nodes}`,
      this.#options.depth === undefined ? '' : `depth ${this.#options.depth}`,
    ];
    engine.send(`position fen ${formatPosition(position)}`);
    engine.send(`go ${limits.filter((limit) => limit !== '').join(' ')}`);
    const timeoutMs = Number.isFinite(ms) ? ms + GRACE_MS : PATIENCE_MS;
    const line = await engine.waitFor('bestmove', (text) => text.startsWith('bestmove'), timeoutMs);
    return parseTurn(position, line.split(/\s+/)[1] ?? '');
  }

  async #readyEngine(): Promise<UgiProcess> {
    if (this.#isClosed) throw new EngineFailure(`${this.name} was closed`);
    if (this.#engine === null || !this.#engine.isAlive) {
      this.#engine = new UgiProcess(this.#options.cmd);
      this.#engine.send('ugi');
      await this.#engine
        .waitFor('ugiok', (line) => line === 'ugiok', START_MS)
        .catch(({ message }: Error) => Promise.reject(new EngineNeverStarted(message)));
      this.#isNewGame = true;
    }
    if (this.#isNewGame) {
      this.#engine.send('uginewgame');
      this.#engine.send('isready');
      await this.#engine.waitFor('readyok', (line) => line === 'readyok', START_MS);
      this.#isNewGame = false;
    }
    return this.#engine;
  }

  /** Keeps the second action for the position that the first leads to. */
  #plan(position: Position, [first, second]: readonly Action[]): void {
    if (second === undefined) return;
    play(position, first);
    this.#planned = { hashLow: position.hashLow, hashHigh: position.hashHigh, action: second };
    undo(position);
  }
}
