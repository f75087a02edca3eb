/**
 * Looks one turn ahead and takes what leaves it with the most material: pieces on the board, and stacks of each kind,
 * worth more the fewer there are. It knows nothing of threats. Ties are broken by chance, so that two games differ.
 */
import {
  EMPTY,
  heightOf,
  KIND_COUNT,
  legalActions,
  MAX_LEGAL_ACTIONS,
  NOBODY,
  opponentOf,
  outcome,
  ownerOf,
  PLACEMENT,
  type Player,
  POINT_COUNT,
  type Position,
  play,
  type Rng,
  randomStream,
  undo,
} from '../env/index.ts';
import type { Agent, Choice } from './agent.ts';
import { type AgentKind, agentKind } from './agent-kind.ts';

export const greedyKind: AgentKind = agentKind({
  name: 'greedy',
  help: 'most material after its own turn',
  options: {},
  open: (_, { name }) => new GreedyAgent(name),
});

const WON = 1000;
/** Pieces that the last stack of a kind is worth; the last but one half of it, and so on. */
const SCARCITY = 12;

/** Takes what looks best one turn ahead. */
export class GreedyAgent implements Agent {
  readonly name: string;
  readonly #buffers = [new Uint16Array(MAX_LEGAL_ACTIONS), new Uint16Array(MAX_LEGAL_ACTIONS)] as const;
  #rng: Rng = randomStream('greedy', 0);
  #nodes = 0;

  constructor(name = 'greedy') {
    this.name = name;
  }

  newGame(seed: number): void {
    this.#rng = randomStream('greedy', seed);
  }

  async choose(position: Position): Promise<Choice> {
    const start = performance.now();
    this.#nodes = 0;
    const { mover } = position;
    const actions = this.#buffers[0];
    const count = legalActions(position, actions);
    let [best, bestScore, ties] = [actions[0], Number.NEGATIVE_INFINITY, 0];
    for (let index = 0; index < count; index++) {
      play(position, actions[index]);
      const score = this.#bestOfTurn(position, mover);
      undo(position);
      if (score > bestScore) [best, bestScore, ties] = [actions[index], score, 1];
      else if (score === bestScore && this.#rng() * ++ties < 1) best = actions[index];
    }
    return { action: best, nodes: this.#nodes, timeMs: performance.now() - start };
  }

  async close(): Promise<void> {}

  /** The most that `player` can have at the end of the turn that is under way. */
  #bestOfTurn(position: Position, player: Player): number {
    this.#nodes++;
    if (position.mover !== player || position.bereft !== NOBODY || position.phase === PLACEMENT) {
      return materialFor(position, player);
    }
    const actions = this.#buffers[1];
    const count = legalActions(position, actions);
    let best = Number.NEGATIVE_INFINITY;
    for (let index = 0; index < count; index++) {
      play(position, actions[index]);
      this.#nodes++;
      best = Math.max(best, materialFor(position, player));
      undo(position);
    }
    return best;
  }
}

/** Own material less the opponent's; the end of the game outweighs everything. */
const materialFor = (position: Position, player: Player): number => {
  const over = outcome(position);
  if (over !== null) return over.winner === player ? WON : -WON;
  const { cells, counts } = position;
  let sum = 0;
  for (let point = 0; point < POINT_COUNT; point++) {
    const cell = cells[point];
    if (cell !== EMPTY) sum += ownerOf(cell) === player ? heightOf(cell) : -heightOf(cell);
  }
  for (let kind = 0; kind < KIND_COUNT; kind++) {
    sum += SCARCITY / counts[opponentOf(player) * KIND_COUNT + kind] - SCARCITY / counts[player * KIND_COUNT + kind];
  }
  return sum;
};
