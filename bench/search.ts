/** The search tree alone: simulations a second with an evaluator that costs nothing, one thread, and memory for a node. */
import {
  BatchedSearch,
  beginSearch,
  createSearch,
  ROOT_RULES,
  type RootRule,
  runSearches,
  treeBytes,
} from '../agents/search/index.ts';
import {
  legalActions,
  MAX_LEGAL_ACTIONS,
  outcome,
  type Position,
  play,
  randomBelow,
  randomStream,
  startPosition,
} from '../env/index.ts';
import { allocateBatch, type EvaluationBatch, type Evaluator } from '../models/index.ts';
import { playRandomGames } from './random-playouts.ts';
import { median } from './statistics.ts';

const ROUNDS = 5;
const SIMULATIONS = 20_000;
const MANY = 1_000_000;
const GAMES = 128;
const LEAVES = 16;

/** Every action alike and every position even, at no cost: whoever fills the batch first leaves the priors in it. */
class FreeEvaluator implements Evaluator {
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
  for (const root of ROOT_RULES) {
    await benchPlies(root, evaluator);
    await benchGames(root, evaluator);
    await benchLarge(root, evaluator);
  }
};

/** The same search after 0, 10, 20 and 30 random plies: a node of the opening has twice the edges of later ones. */
const benchPlies = async (root: RootRule, evaluator: Evaluator): Promise<void> => {
  const search = createSearch({ root, leaves: LEAVES, reuse: false });
  const batch = allocateBatch(LEAVES);
  const run = async (position: Position): Promise<number> => {
    const start = performance.now();
    beginSearch(search, position, { simulations: SIMULATIONS });
    await runSearches([search], evaluator, batch);
    return (search.simulations / (performance.now() - start)) * 1000;
  };
  await run(afterRandomPlies(0, 0)); // let the compiler see it first
  for (const plies of [0, 10, 20, 30]) {
    const rates: number[] = [];
    const actions: number[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      actions.push(rateOfRandomPlay(round));
      rates.push(await run(afterRandomPlies(plies, round)));
    }
    const ratio = median(rates) / median(actions);
    print(
      `${root}, ${SIMULATIONS} simulations after ${plies} plies: ${thousands(median(rates))} simulations/s, ` +
        `${ratio.toFixed(2)} a random action of the bare engine`,
    );
  }
};

const benchGames = async (root: RootRule, evaluator: Evaluator): Promise<void> => {
  const batched = new BatchedSearch(evaluator, GAMES, { root });
  const positions = Array.from({ length: GAMES }, (_, game) => afterRandomPlies(game % 40, game));
  const rates: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    for (let game = 0; game < GAMES; game++) batched.newGame(game, round);
    const start = performance.now();
    const results = await batched.search(positions, { simulations: 64 });
    const simulations = results.reduce((sum, result) => sum + (result?.simulations ?? 0), 0);
    if (round > 0) rates.push((simulations / (performance.now() - start)) * 1000);
  }
  print(`${root}, ${GAMES} games in step, 64 simulations each: ${thousands(median(rates))} simulations/s`);
};

const benchLarge = async (root: RootRule, evaluator: Evaluator): Promise<void> => {
  const search = createSearch({ root, leaves: LEAVES, reuse: false });
  const start = performance.now();
  beginSearch(search, afterRandomPlies(0, 1), { simulations: MANY });
  await runSearches([search], evaluator, allocateBatch(LEAVES));
  const { tree, simulations } = search;
  const rate = (simulations / (performance.now() - start)) * 1000;
  const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MB`;
  print(
    `${root}, ${simulations} simulations from the start: ${thousands(rate)} simulations/s, ${tree.nodeCount} nodes, ` +
      `${(treeBytes(tree) / tree.nodeCount).toFixed(0)} bytes a node, tree ${megabytes(treeBytes(tree))}, ` +
      `process ${megabytes(process.memoryUsage.rss())}`,
  );
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
  const { plies, seconds } = playRandomGames(0.2, seed);
  return plies / seconds;
};

const thousands = (rate: number): string => `${(rate / 1000).toFixed(0)} thousand`;
const print = (line: string): void => void process.stdout.write(`${line}\n`);
