/** Alpha-beta as an agent: depth, nodes or time, whichever ends first. */
import {
  maybe,
  PLACEMENT,
  type Position,
  type Rng,
  randomStream,
  real,
  whole,
  withDefault,
  word,
} from '../env/index.ts';
import type { Agent, Budget, Choice } from './agent.ts';
import { type AgentKind, agentKind } from './agent-kind.ts';
import { logOddsOf } from './alphabeta/leaf.ts';
import { clearOrdering } from './alphabeta/move-ordering.ts';
import {
  type AlphaBeta,
  type AlphaBetaResult,
  createAlphaBeta,
  PROVEN,
  STANDARD_PRUNING,
  searchPosition,
} from './alphabeta/search.ts';
import { ageTable, clearTable } from './alphabeta/transposition-table.ts';
import { expectedResult } from './evaluation.ts';
import { judgedPlacement } from './judged-placement.ts';
import { TURN_MS } from './limits.ts';
import { Prover } from './proof/prover.ts';
import { randomPlacement } from './random-placement.ts';
import { actionTimeMs, clockedTimeMs, createTurnClock, noteSpent, type TurnClock } from './turn-clock.ts';

/** Limits: whichever is reached first ends the search. */
export type AlphaBetaOptions = {
  readonly depth?: number | undefined;
  readonly nodes?: number | undefined;
  readonly ms?: number | undefined;
  /** The share of the time for a turn that a search for a proof may take, where few stacks are left; by default none. */
  readonly prove?: number | undefined;
  /** How pieces are placed in the tournament set-up. */
  readonly placing?: Placing | undefined;
  /** From which move on, counted from 0, others are tried less deeply first. */
  readonly late?: number | undefined;
  /** How far from the last depth's score a deeper search expects its own, in hundredths of log-odds; 0 expects nothing. */
  readonly window?: number | undefined;
};

const PLACING = ['judged', 'random'] as const;
type Placing = (typeof PLACING)[number];

export const alphabetaKind: AgentKind = agentKind({
  name: 'alphabeta',
  help: 'alpha-beta with a fitted evaluation',
  options: {
    depth: maybe(whole(1, 100, 'actions to look ahead')),
    nodes: maybe(whole(1, 1e9, 'positions for an action')),
    ms: maybe(TURN_MS),
    prove: withDefault(real(0, 1, 'share of the time that a proof may take, where few stacks are left'), 0),
    placing: withDefault(word(PLACING, 'how pieces are placed: by the evaluation of starts, or by chance'), 'judged'),
    late: withDefault(
      whole(1, 181, 'moves of a position that are searched to full depth at once'),
      STANDARD_PRUNING.late,
    ),
    window: withDefault(
      whole(0, 10_000, 'around the last depth’s score, in hundredths of log-odds; 0 is none'),
      STANDARD_PRUNING.window,
    ),
  },
  limit: { names: ['depth', 'nodes', 'ms'], standard: { ms: 200 } },
  open: (options, { name }) => new AlphaBetaAgent(name, options),
});

const NO_LIMIT = Number.POSITIVE_INFINITY;
const DEEPEST = 100;

/** Searches with alpha-beta and an evaluation made by hand. */
export class AlphaBetaAgent implements Agent {
  readonly name: string;
  readonly #options: AlphaBetaOptions;
  readonly #search: AlphaBeta;
  readonly #clock: TurnClock;
  readonly #prover = new Prover();
  #rng: Rng = randomStream('alphabeta', 0);

  constructor(name: string, options: AlphaBetaOptions) {
    this.name = name;
    this.#options = options;
    const { late = STANDARD_PRUNING.late, window = STANDARD_PRUNING.window } = options;
    this.#search = createAlphaBeta({ late, window });
    this.#clock = createTurnClock(options.ms ?? NO_LIMIT);
  }

  newGame(seed: number): void {
    this.#rng = randomStream('alphabeta', seed);
    clearTable(this.#search.table);
    clearOrdering(this.#search.ordering);
    this.#prover.newGame();
    this.#clock.spentMs = 0;
  }

  async choose(position: Position, budget: Budget = {}): Promise<Choice> {
    if (position.phase === PLACEMENT) return this.#place(position, budget);
    const start = performance.now();
    const ownMs = clockedTimeMs(this.#clock, position);
    const givenMs = actionTimeMs(position, budget.timeMs ?? NO_LIMIT);
    const allowedMs = Math.min(ownMs, givenMs);
    const choice = this.#prove(position, allowedMs) ?? this.#searchOn(position, budget, start, start + allowedMs);
    noteSpent(this.#clock, position, choice.timeMs);
    return choice;
  }

  #place(position: Position, { timeMs = NO_LIMIT }: Budget): Choice {
    const { placing, ms = NO_LIMIT } = this.#options;
    if (placing === 'random') return randomPlacement(position, this.#rng);
    return judgedPlacement(position, this.#rng, Math.min(ms, timeMs));
  }

  /** Budgets without a time have no share to give: their choices are the same on every machine. */
  #prove(position: Position, allowedMs: number): Choice | null {
    const { prove = 0 } = this.#options;
    return allowedMs === NO_LIMIT ? null : this.#prover.proveFirst(position, { timeMs: prove * allowedMs });
  }

  #searchOn(position: Position, budget: Budget, start: number, deadline: number): Choice {
    const { depth = DEEPEST, nodes = NO_LIMIT } = this.#options;
    ageTable(this.#search.table);
    const limits = { depth, nodes: Math.min(nodes, budget.nodes ?? NO_LIMIT), deadline };
    return describe(searchPosition(this.#search, position, limits), performance.now() - start);
  }

  async close(): Promise<void> {}
}

const describe = ({ action, score, nodes }: AlphaBetaResult, timeMs: number): Choice => {
  if (score > PROVEN) return { action, value: 1, proven: 'win', nodes, timeMs };
  if (score < -PROVEN) return { action, value: -1, proven: 'loss', nodes, timeMs };
  return { action, value: expectedResult(logOddsOf(score)), nodes, timeMs };
};
