/**
 * Proofs in hard endgames (`hard-endgames.txt`, made by `hard-endgames.ts`), at the same time a position for each way to find them;
 * `BENCH_MS` sets it. The clock is the processor's, so that other programs on the machine count for little.
 */
import { readFileSync } from 'node:fs';
import { type Agent, createAgent } from '../agents/index.ts';
import { createProof, type ProofResult, type ProofVerdict, runProof, verifyProof } from '../agents/proof/index.ts';
import { ZeroAgent } from '../agents/zero-agent.ts';
import { type Position, parsePosition } from '../env/index.ts';
import { UniformEvaluator } from '../models/index.ts';
import { openEvaluator } from '../models/node/index.ts';

const NETWORK = 'models/released/small-3';
const ENDGAMES = new URL('./hard-endgames.txt', import.meta.url);
const limitMs = Number(process.env.BENCH_MS ?? 5000);

/** A way to find proofs: what it says of a position within the limit. */
type Method = { readonly name: string; readonly ask: (position: Position) => ProofResult | Promise<ProofResult> };

export const benchProving = async (): Promise<void> => {
  const { now } = performance;
  performance.now = () => process.cpuUsage().user / 1000;
  const endgames = readFileSync(ENDGAMES, 'utf8').trim().split('\n');
  const network = await openEvaluator(NETWORK);
  const agents = [
    new ZeroAgent(new UniformEvaluator(), { name: 'search, uniform' }),
    new ZeroAgent(network, { name: 'search, network', leaves: 16 }),
    await createAgent('alphabeta:depth=100,name=alphabeta'),
  ];
  const known = new Map<string, ProofResult>();
  print(`${endgames.length} endgames, ${limitMs} ms each`);
  try {
    for (const method of [proofSearch, ...agents.map(methodOf)]) print(await measure(method, endgames, known));
    print(playProofs(endgames.filter((text) => known.has(text))));
  } finally {
    performance.now = now;
    for (const agent of agents) await agent.close();
  }
};

const proofSearch: Method = {
  name: 'proof search',
  ask: (position) => runProof(createProof(position), { timeMs: limitMs }),
};

/** An agent leaves half of a turn's time for the second step. */
const methodOf = (agent: Agent): Method => ({
  name: agent.name,
  ask: async (position) => {
    agent.newGame(0);
    return (await agent.choose(position, { timeMs: 2 * limitMs })).proven ?? 'unknown';
  },
});

/** Results are kept in `known`: whoever contradicts another has a fault. */
const measure = async (
  { name, ask }: Method,
  endgames: readonly string[],
  known: Map<string, ProofResult>,
): Promise<string> => {
  const start = performance.now();
  const results = { win: 0, loss: 0, unknown: 0 };
  for (const text of endgames) {
    const result = await ask(parsePosition(text));
    results[result]++;
    if (result === 'unknown') continue;
    if ((known.get(text) ?? result) !== result) throw new Error(`${name} says ${result} of ${text}, others do not`);
    known.set(text, result);
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const proven = results.win + results.loss;
  return `${name}: ${proven} proven (${results.win} wins, ${results.loss} losses) in ${seconds} s`;
};

/** How many proofs stand when they are played. */
const playProofs = (endgames: readonly string[]): string => {
  const verdicts = endgames.map(verdictOn);
  const count = (verdict: ProofVerdict): number => verdicts.filter((each) => each === verdict).length;
  return `proofs played: ${count('verified')} verified, ${count('refuted')} refuted, ${count('unfinished')} unfinished`;
};

const verdictOn = (text: string): ProofVerdict => {
  const proof = createProof(parsePosition(text));
  runProof(proof, { timeMs: limitMs });
  return verifyProof(proof, { positions: 500_000 }).verdict;
};

const print = (line: string): void => void process.stdout.write(`${line}\n`);
