/**
 * A proof search that can be held and resumed: begun on a position, moved on by so many nodes at a time, and asked for its
 * result in between. Agents and pages stay responsive by taking small steps; what is known stays in the table.
 */
import { clonePosition, type Position } from '../../env/index.ts';
import { createDfPn, type DfPn, lookUp, searchNode } from './df-pn.ts';
import { clearProofTable, NEVER } from './proof-table.ts';

/** What a proof search says of a position, for its mover. */
export type ProofResult = 'win' | 'loss' | 'unknown';

/** A proof search with its table. */
export type Proof = {
  readonly search: DfPn;
  /** The position that is asked about; the proof's own. */
  position: Position;
  result: ProofResult;
  /** Positions looked at since the question was put. */
  nodes: number;
};

/** Memory for the table where nobody says how much. */
export const DEFAULT_PROOF_MB = 64;

/** Asks about a position, with an empty table of so many MB. */
export const createProof = (position: Position, memoryMb: number = DEFAULT_PROOF_MB): Proof => {
  const proof: Proof = { search: createDfPn(memoryMb), position, result: 'unknown', nodes: 0 };
  askProof(proof, position);
  return proof;
};

/** Asks about another position. The table is kept: what is known of one position of a game helps with the next. */
export const askProof = (proof: Proof, position: Position): void => {
  proof.position = clonePosition(position);
  proof.nodes = 0;
  lookUp(proof.search, proof.position);
  noteResult(proof);
};

/** Forgets everything that was found out. */
export const clearProof = ({ search }: Proof): void => clearProofTable(search.table);

/** Searches on for about so many nodes, or until the result is known, and returns the result so far. */
export const stepProof = (proof: Proof, nodes: number): ProofResult => {
  if (proof.result !== 'unknown') return proof.result;
  const { search, position } = proof;
  search.nodes = 0;
  search.nodeLimit = nodes;
  searchNode(search, position, NEVER, NEVER, 0);
  proof.nodes += search.nodes;
  noteResult(proof);
  return proof.result;
};

const noteResult = (proof: Proof): void => {
  const { win, loss } = proof.search.found;
  proof.result = win === 0 ? 'win' : loss === 0 ? 'loss' : 'unknown';
};
