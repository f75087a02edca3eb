import { expect, test } from 'vitest';
import { createProof, type Proof, runProof, verifyProof } from '../../../agents/proof/index.ts';
import { judgeLeaf, newJudgement } from '../../../agents/proof/leaf.ts';
import { clearProofTable, NEVER, storeEntry } from '../../../agents/proof/proof-table.ts';
import type { Position } from '../../../env/index.ts';
import { winnerAfter } from '../../reference/minimax.ts';
import { legalList } from '../../support/games.ts';
import { quietEndgames } from '../../support/search.ts';

const proofOf = (position: Position): Proof => {
  const proof = createProof(position, 1);
  runProof(proof, {});
  return proof;
};

test('every proof is verified by playing it', () => {
  for (const position of quietEndgames(80, 14, 'verified')) {
    expect(verifyProof(proofOf(position)).verdict).toBe('verified');
  }
});

test('a proof whose table is lost is verified by proving its parts anew', () => {
  for (const position of quietEndgames(20, 12, 'renewed')) {
    const proof = proofOf(position);
    clearProofTable(proof.search.table);
    expect(verifyProof(proof).verdict).toBe('verified');
  }
});

test('a claim of the wrong winner does not pass', () => {
  for (const position of quietEndgames(40, 10, 'forged')) {
    const proof = proofOf(position);
    proof.result = proof.result === 'win' ? 'loss' : 'win';
    expect(verifyProof(proof).verdict).toBe('refuted');
  }
});

test('an entry with an action that gives the win away does not pass', () => {
  let forged = 0;
  for (const position of quietEndgames(150, 10, 'blunders')) {
    const proof = proofOf(position);
    if (proof.result !== 'win' || judgeLeaf(position, newJudgement())) continue;
    const known = new Map();
    const blunder = legalList(position).find((action) => winnerAfter(position, action, known) !== position.mover);
    if (blunder === undefined) continue;
    storeEntry(proof.search.table, position.hashLow, position.hashHigh, 0, NEVER, blunder, 1);
    expect(verifyProof(proof).verdict).toBe('refuted');
    forged++;
  }
  expect(forged).toBeGreaterThan(5);
});

test('bounds end a verification without a verdict', () => {
  const positions = quietEndgames(40, 14, 'bounds');
  const large = positions.map(proofOf).filter((proof) => verifyProof(proof).positions > 1);
  expect(large.length).toBeGreaterThan(0);
  for (const proof of large) expect(verifyProof(proof, { positions: 1 }).verdict).toBe('unfinished');
});
