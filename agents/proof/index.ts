/** The public face of the proof search: who wins a position with best play, and how. */
export {
  askProof,
  clearProof,
  createProof,
  DEFAULT_PROOF_MB,
  type Proof,
  type ProofResult,
  stepProof,
} from './proof.ts';
export { provenAction, provenLine } from './proof-line.ts';
export { type ProvenPosition, type ProveOptions, prove, proveAtOnce, runProof } from './prove.ts';
export { Prover } from './prover.ts';
export { type ProofVerdict, type Verification, type VerifyLimits, verifyProof } from './verify-proof.ts';
