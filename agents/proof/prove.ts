/** Proof search in one call: who wins a position with best play, and how. */
import { type Action, InvalidInput, type Position } from '../../env/index.ts';
import { createProof, DEFAULT_PROOF_MB, type Proof, type ProofResult, stepProof } from './proof.ts';
import { provenLine } from './proof-line.ts';

/** What a proof may spend; whichever is reached first ends it. Without any limit it goes on until the result is known. */
export type ProveOptions = {
  readonly timeMs?: number;
  /** Positions looked at: with these alone the same question has the same answer on every machine. */
  readonly nodes?: number;
  /** Memory for what is remembered. */
  readonly memoryMb?: number;
  /** Ends the search early, with what is known by then. */
  readonly signal?: AbortSignal;
};

/** The result for the mover under best play, the line that shows it, and what it took. */
export type ProvenPosition = {
  readonly result: ProofResult;
  /** Best play of the winner against the toughest replies, to the end of the game; empty if the result is unknown. */
  readonly line: readonly Action[];
  readonly nodes: number;
  readonly timeMs: number;
};

/** Nodes between two looks at the clock: a few milliseconds. */
const SLICE_NODES = 1000;
/** How long events wait at most. */
const HOLD_MS = 30;

/** Searches for a proof and lets other events in on the way. */
export const prove = async (position: Position, options: ProveOptions = {}): Promise<ProvenPosition> => {
  const { memoryMb, signal } = checkOptions(options);
  const start = performance.now();
  const proof = createProof(position, memoryMb);
  while (!isSpent(proof, options, start) && signal?.aborted !== true) {
    runProof(proof, { ...options, timeMs: Math.min(HOLD_MS, timeLeft(options, start)) });
    await new Promise((resolve) => setTimeout(resolve));
  }
  return readProof(proof, performance.now() - start);
};

/** The same without letting anything in, for workers and self-play. The signal is looked at once. */
export const proveAtOnce = (position: Position, options: ProveOptions = {}): ProvenPosition => {
  const { memoryMb, signal } = checkOptions(options);
  const start = performance.now();
  const proof = createProof(position, memoryMb);
  if (signal?.aborted !== true) runProof(proof, options);
  return readProof(proof, performance.now() - start);
};

/** Moves a proof on until it is done or a limit is reached; nodes count from when its question was put. */
export const runProof = (proof: Proof, limits: Pick<ProveOptions, 'timeMs' | 'nodes'>): ProofResult => {
  const start = performance.now();
  while (!isSpent(proof, limits, start)) stepProof(proof, Math.min(SLICE_NODES, nodesLeft(proof, limits)));
  return proof.result;
};

const isSpent = (proof: Proof, options: ProveOptions, start: number): boolean =>
  proof.result !== 'unknown' || nodesLeft(proof, options) <= 0 || timeLeft(options, start) <= 0;

const nodesLeft = (proof: Proof, { nodes = Number.POSITIVE_INFINITY }: ProveOptions): number => nodes - proof.nodes;

const timeLeft = ({ timeMs = Number.POSITIVE_INFINITY }: ProveOptions, start: number): number =>
  start + timeMs - performance.now();

const readProof = ({ search, position, result, nodes }: Proof, timeMs: number): ProvenPosition => ({
  result,
  line: result === 'unknown' ? [] : provenLine(search, position),
  nodes,
  timeMs,
});

const LARGEST_MB = 4096;

const checkOptions = ({
  timeMs,
  nodes,
  memoryMb = DEFAULT_PROOF_MB,
  signal,
}: ProveOptions): { readonly memoryMb: number; readonly signal: AbortSignal | undefined } => {
  if (timeMs !== undefined && !(timeMs > 0))
    throw new InvalidInput('time', timeMs, 'expected more than 0 milliseconds');
  if (nodes !== undefined && !(nodes >= 1)) throw new InvalidInput('nodes', nodes, 'expected at least 1');
  if (!(memoryMb >= 1 && memoryMb <= LARGEST_MB)) {
    throw new InvalidInput('memory for proofs', memoryMb, `expected 1 to ${LARGEST_MB} MB`);
  }
  return { memoryMb, signal };
};
