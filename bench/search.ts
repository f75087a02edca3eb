/**
 * The search tree alone: simulations a second with an evaluator that costs nothing, one thread, and memory for a node; then
 * with a network, how much of the time is the network's. Seconds are of the processor, not of the clock, so that other
 * programs on the machine count for little.
 */
import {
  BatchedSearch,
  beginSearch,
  createSearch,
  runSearches,
  SEARCH_RULES,
  treeBytes,
} from '../agents/search/index.ts';
import {
  ACTION_COUNT,
  legalActions,
  MAX_LEGAL_ACTIONS,
  outcome,
  type Position,
  play,
  randomBelow,
  randomStream,
  startPosition,
} from '../env/index.ts';
import { allocateBatch, type EvaluationBatch, type Evaluator, freshNetwork, networkPreset } from '../models/index.ts';
import { fillEvaluations } from '../models/masked-softmax.ts';
import { createEvaluator } from '../models/node/index.ts';
import { playRandomGames } from './random-playouts.ts';
import { median } from './statistics.ts';

const ROUNDS = 5;
const SIMULATIONS = 20_000;
const MANY = 1_000_000;
const GAMES = 128;
const LEAVES = 16;
const PRESET = 'small'; // the default of training

/** Every action equally likely and every position even, at no cost: the priors are written once and stay in the batch. */
export class FreeEvaluator implements Evaluator {
  readonly name = 'free';
  readonly needsObservations = false;
  readonly #filled = new WeakSet<EvaluationBatch>();

  async evaluate(batch: EvaluationBatch): Promise<void> {
    if (this.#filled.has(batch)) return;
    batch.priors.fill(1);
    this.#filled.add(batch);
  }

  async close(): Promise<void> {}
}

export const benchSearch = async (): Promise<void> => {
  const evaluator = new FreeEvaluator();
  print('simulations/s by processor time, one thread');
  for (const rule of SEARCH_RULES.names) {
    await benchPlies(rule, evaluator);
    await benchGames(rule, evaluator);
    await benchLarge(rule, evaluator);
    await benchNetwork(rule);
  }
};

/** Seconds of the processor, all threads of this process together, since it began. */
const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** The same search after 0, 10, 20 and 30 random plies: a node of the opening has twice the edges of later ones. */
const benchPlies = async (rule: string, evaluator: Evaluator): Promise<void> => {
  const search = createSearch({ rule, leaves: LEAVES, reuse: false });
  const batch = allocateBatch(LEAVES);
  const run = async (position: Position): Promise<number> => {
    const start = cpuSeconds();
    beginSearch(search, position, { simulations: SIMULATIONS });
    await runSearches([search], evaluator, batch);
    return search.simulations / (cpuSeconds() - start);
  };
  for (const plies of [0, 10, 20, 30]) {
    await run(afterRandomPlies(plies, 0)); // let the compiler see it first: late positions run code that early ones do not
    const rates: number[] = [];
    const actions: number[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      actions.push(rateOfRandomPlay(round));
      rates.push(await run(afterRandomPlies(plies, round)));
    }
    const ratio = median(rates) / median(actions);
    print(
      `${rule}, ${SIMULATIONS} simulations after ${plies} plies: ${thousands(median(rates))} simulations/s, ` +
        `${ratio.toFixed(2)} a random action of the bare engine`,
    );
  }
};

const benchGames = async (rule: string, evaluator: Evaluator): Promise<void> => {
  const batched = new BatchedSearch(evaluator, GAMES, { rule });
  const positions = Array.from({ length: GAMES }, (_, game) => afterRandomPlies(game % 40, game));
  const rates: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    for (let game = 0; game < GAMES; game++) batched.newGame(game, round);
    const start = cpuSeconds();
    const results = await batched.search(positions, { simulations: 64 });
    const simulations = results.reduce((sum, result) => sum + (result?.simulations ?? 0), 0);
    if (round > 0) rates.push(simulations / (cpuSeconds() - start));
  }
  print(`${rule}, ${GAMES} games in step, 64 simulations each: ${thousands(median(rates))} simulations/s`);
};

const benchLarge = async (rule: string, evaluator: Evaluator): Promise<void> => {
  const search = createSearch({ rule, leaves: LEAVES, reuse: false });
  const start = cpuSeconds();
  beginSearch(search, afterRandomPlies(0, 1), { simulations: MANY });
  await runSearches([search], evaluator, allocateBatch(LEAVES));
  const { tree, simulations } = search;
  const rate = simulations / (cpuSeconds() - start);
  const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MB`;
  print(
    `${rule}, ${simulations} simulations from the start: ${thousands(rate)} simulations/s, ${tree.nodeCount} nodes, ` +
      `${(treeBytes(tree) / tree.nodeCount).toFixed(0)} bytes a node, tree ${megabytes(treeBytes(tree))}, ` +
      `process ${megabytes(process.memoryUsage.rss())}`,
  );
};

/** Counts the seconds and the rows of another evaluator. */
class TimedEvaluator implements Evaluator {
  readonly name: string;
  seconds = 0;
  rows = 0;
  readonly #inner: Evaluator;

  constructor(inner: Evaluator) {
    this.name = inner.name;
    this.#inner = inner;
  }

  async evaluate(batch: EvaluationBatch, count: number): Promise<void> {
    const start = cpuSeconds();
    await this.#inner.evaluate(batch, count);
    this.seconds += cpuSeconds() - start;
    this.rows += count;
  }

  close(): Promise<void> {
    return this.#inner.close();
  }
}

/** Games in step with a fresh network: all that is not its matrix products is the cost of searching with it. */
const benchNetwork = async (rule: string): Promise<void> => {
  const evaluator = new TimedEvaluator(await createEvaluator(freshNetwork(networkPreset(PRESET), 1)));
  const batched = new BatchedSearch(evaluator, GAMES, { rule });
  const positions = Array.from({ length: GAMES }, (_, game) => afterRandomPlies(game % 40, game));
  const rates: number[] = [];
  const shares: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    for (let game = 0; game < GAMES; game++) batched.newGame(game, round);
    [evaluator.seconds, evaluator.rows] = [0, 0];
    const start = cpuSeconds();
    const results = await batched.search(positions, { simulations: 64 });
    const seconds = cpuSeconds() - start;
    if (round === 0) continue;
    rates.push(results.reduce((sum, result) => sum + (result?.simulations ?? 0), 0) / seconds);
    shares.push((evaluator.seconds - evaluator.rows * softmaxSeconds(positions)) / seconds);
  }
  await evaluator.close();
  print(
    `${rule}, ${GAMES} games in step, 64 simulations each, ${evaluator.name}: ${thousands(median(rates))} simulations/s, ` +
      `${(100 * median(shares)).toFixed(0)} % of the time in the network`,
  );
};

/** Seconds that turning a row of logits into priors takes, which the evaluator does but the network does not. */
const softmaxSeconds = (positions: readonly Position[]): number => {
  const batch = allocateBatch(positions.length);
  const actions = new Uint16Array(MAX_LEGAL_ACTIONS);
  positions.forEach((position, row) => {
    const count = legalActions(position, actions);
    for (const action of actions.subarray(0, count)) batch.masks[row * ACTION_COUNT + action] = 1;
  });
  const logits = Float32Array.from({ length: batch.priors.length }, (_, at) => Math.sin(at));
  const repeats = 20;
  const start = cpuSeconds();
  for (let repeat = 0; repeat < repeats; repeat++) {
    fillEvaluations(batch, 0, positions.length, logits, batch.values);
  }
  return (cpuSeconds() - start) / (repeats * positions.length);
};

/** A position that random play reaches from a random set-up; another game is tried where one ends before. */
const afterRandomPlies = (plies: number, seed: number): Position => {
  const rng = randomStream('bench search', plies, seed);
  const actions = new Uint16Array(MAX_LEGAL_ACTIONS);
  for (;;) {
    const position = startPosition('random', rng);
    for (let count = legalActions(position, actions); count > 0 && position.ply < plies; ) {
      play(position, actions[randomBelow(rng, count)]);
      count = legalActions(position, actions);
    }
    if (outcome(position) === null) return position;
  }
};

const rateOfRandomPlay = (seed: number): number => {
  const start = cpuSeconds();
  const { plies } = playRandomGames(0.2, seed);
  return plies / (cpuSeconds() - start);
};

const thousands = (rate: number): string => `${(rate / 1000).toFixed(0)} thousand`;
const print = (line: string): void => void process.stdout.write(`${line}\n`);
