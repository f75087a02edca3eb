/**
 * Proof search as the first thing an agent does: where few stacks are left a proof is often found in a fraction of the time, and
 * then there is nothing to weigh up. The table stays from action to action, so a proof that was found once is played to its
 * end without another search.
 */
import type { Position } from '../../env/index.ts';
import type { Choice } from '../agent.ts';
import { askProof, clearProof, createProof, type Proof } from './proof.ts';
import { NO_PROVEN_ACTION, provenAction } from './proof-line.ts';
import { runProof } from './prove.ts';

/** Small, since every agent of a match has its own: a second fills about this much. */
const AGENT_MB = 16;
/** With more stacks than this on the board proofs within seconds are rare. */
const MOST_STACKS = 30;

/** A millisecond or two, should the table have lost what it was just asked. */
const RENEWAL_NODES = 500;

/** Looks for proofs on behalf of an agent, from one action to the next. */
export class Prover {
  #proof: Proof | null = null;

  /** Forgets the last game. */
  newGame(): void {
    if (this.#proof !== null) clearProof(this.#proof);
  }

  /** The proven choice in a position, if one is found in this time; null where there is none, or too many stacks are left. */
  proveFirst(position: Position, timeMs: number): Choice | null {
    if (!(timeMs > 0) || stackCount(position) > MOST_STACKS) return null;
    const start = performance.now();
    if (this.#proof === null) this.#proof = createProof(position, AGENT_MB);
    else askProof(this.#proof, position);
    const proof = this.#proof;
    const result = runProof(proof, { timeMs });
    if (result === 'unknown') return null;
    const action = provenAction(proof.search, proof.position, RENEWAL_NODES);
    if (action === NO_PROVEN_ACTION) return null;
    const value = result === 'win' ? 1 : -1;
    return { action, value, proven: result, nodes: proof.nodes, timeMs: performance.now() - start };
  }
}

const stackCount = ({ counts }: Position): number => counts.reduce((sum, kind) => sum + kind, 0);
