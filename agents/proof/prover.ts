/**
 * Proof search for those who ask about one position of a game after another: an agent before it searches, self-play for exact
 * labels. The table stays from one to the next, so a proof that was found once is played to its end without another search.
 */
import { PLACEMENT, type Position } from '../../env/index.ts';
import { onlyAction } from '../../models/index.ts';
import type { Choice } from '../agent.ts';
import type { Look } from '../search/search-state.ts';
import { askProof, clearProof, createProof, type Proof, type ProofResult } from './proof.ts';
import { provenLine } from './proof-line.ts';
import { type ProveOptions, runProof } from './prove.ts';

/** Small, since every agent of a match has its own; a second of searching fills it. */
const PROVER_MB = 16;
/** With more stacks than this on the board a proof within seconds is rare. */
const MOST_STACKS = 30;
/** A few milliseconds, should the table have lost what it was just asked. */
const RENEWAL_NODES = 500;

/** What a proof may take: with nodes alone the same questions in the same order have the same answers on every machine. */
export type ProofLimits = Pick<ProveOptions, 'timeMs' | 'nodes'>;

/** Looks for proofs in the positions of a game. Its memory is claimed by the first question. */
export class Prover {
  readonly #memoryMb: number;
  #proof: Proof | null = null;

  constructor(memoryMb: number = PROVER_MB) {
    this.#memoryMb = memoryMb;
  }

  /** Forgets the last game: from here on the same questions with bounds on nodes have the same answers. */
  newGame(): void {
    if (this.#proof !== null) clearProof(this.#proof);
  }

  /** The result of a position for its mover, as far as these limits let it be found: an exact label. */
  resultOf(position: Position, limits: ProofLimits): ProofResult {
    return runProof(this.#ask(position), limits);
  }

  /** A proven choice, if one is found within these limits; null where there is none, or too many stacks are left to try. */
  proveFirst(position: Position, limits: ProofLimits): Choice | null {
    const isNothing = limits.timeMs === 0 || limits.nodes === 0;
    if (isNothing || position.phase === PLACEMENT || stackCount(position) > MOST_STACKS) return null;
    const start = performance.now();
    const proof = this.#ask(position);
    const result = runProof(proof, limits);
    if (result === 'unknown') return null;
    const line = provenLine(proof.search, proof.position, RENEWAL_NODES);
    if (line.length === 0) return null;
    const [action] = line;
    const value = result === 'win' ? 1 : -1;
    const { nodes } = proof;
    return {
      action,
      policy: onlyAction(action),
      value,
      proven: result,
      line,
      nodes,
      timeMs: performance.now() - start,
    };
  }

  /** What a search looks at its new positions with, each in so many positions of a proof; null where these are none. */
  lookWith(nodes: number): Look | null {
    if (nodes === 0) return null;
    return (position) => {
      const choice = this.proveFirst(position, { nodes });
      if (choice === null) return null;
      const { action, proven, line = [] } = choice;
      return { isWon: proven === 'win', action, distance: line.length };
    };
  }

  #ask(position: Position): Proof {
    if (this.#proof === null) this.#proof = createProof(position, this.#memoryMb);
    else askProof(this.#proof, position);
    return this.#proof;
  }
}

const stackCount = ({ counts }: Position): number => counts.reduce((sum, kind) => sum + kind, 0);
