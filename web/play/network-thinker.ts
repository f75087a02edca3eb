/** Thinks with a network: one look, or a search in rounds that can be watched and stopped, also on the person's time. */
import type { Choice } from '../../agents/agent.ts';
import { Prover } from '../../agents/proof/index.ts';
import {
  absorbLeaves,
  beginSearch,
  collectLeaves,
  createSearch,
  isFinished,
  leavesFor,
  playSettings,
  proofNodesFor,
  readLines,
  readResult,
  type Search,
  type SearchBudget,
  type SearchLine,
  withoutNoise,
} from '../../agents/search/index.ts';
import { ACTION_COUNT, type Action, encodeObservation, type Position, type Rng } from '../../env/index.ts';
import { allocateBatch, CachingEvaluator, type EvaluationBatch, type Evaluator } from '../../models/index.ts';
import { legalOf } from './game.ts';
import type { Pondering, Thinking } from './levels.ts';
import type { Candidate, Insight } from './protocol.ts';

export type Watcher = {
  isStopped(): boolean;
  /** Hears of what is known so far, with the share of the work that is done. */
  report(insight: Insight, done: number): void;
};

export type Thought = { readonly action: Action; readonly insight: Insight };

type NetworkThinking = Exclude<Thinking, { readonly type: 'alphabeta' }> | Pondering;

const CANDIDATES = 5;
const MOST_LEAVES = 8;
const FEW_SIMULATIONS = 64;
const CACHED_POSITIONS = 20_000;
const MEMORY_MB = 256;
/** Work between two looks at the messages that have come in. */
const ROUND_MS = 12;
const REPORT_EVERY_MS = 200;
/** The same work of a proof, in positions. */
const PROOF_NODES = 4000;
/**
 * Pondering ends with a tree of so many nodes, at most 40 MB or so: far enough below `MEMORY_MB` that what is kept of it, and the
 * simulations of the move to come, always find room.
 */
const PONDERED_NODES = 50_000;
/** A month: pondering ends for other reasons. By the clock a young tree sends few leaves at once, and a full one is no error. */
const UNTIL_TOLD: SearchBudget = { timeMs: 30 * 24 * 3_600_000 };

export class NetworkThinker {
  readonly #evaluator: Evaluator;
  readonly #rng: Rng;
  readonly #prover = new Prover();
  readonly #batch: EvaluationBatch = allocateBatch(MOST_LEAVES);
  readonly #searches = new Map<string, Search>();
  readonly #ponderedNodes: number;

  /** The evaluator is the thinker's from here on and is closed with it. */
  constructor(evaluator: Evaluator, rng: Rng, ponderedNodes: number = PONDERED_NODES) {
    this.#evaluator = new CachingEvaluator(evaluator, CACHED_POSITIONS);
    this.#rng = rng;
    this.#ponderedNodes = ponderedNodes;
  }

  /** Null if it was stopped, and always after pondering. */
  think(position: Position, thinking: NetworkThinking, watcher: Watcher): Promise<Thought | null> {
    switch (thinking.type) {
      case 'policy':
        return this.#look(position);
      case 'network':
        return this.#search(position, thinking, watcher);
      case 'ponder':
        return this.#ponder(position, thinking, watcher);
    }
  }

  close(): Promise<void> {
    return this.#evaluator.close();
  }

  /** One evaluation; the action is drawn from the policy. */
  async #look(position: Position): Promise<Thought> {
    const batch = this.#batch;
    const legal = legalOf(position);
    batch.masks.fill(0, 0, ACTION_COUNT);
    for (const action of legal) batch.masks[action] = 1;
    batch.keys.set([position.hashLow, position.hashHigh]);
    encodeObservation(position, batch.observations, 0);
    await this.#evaluator.evaluate(batch, 1);
    const value = batch.values[0];
    const candidates = legal
      .map((action) => ({ action, share: clampShare(batch.priors[action]), visits: 0, value, line: [action] }))
      .sort((a, b) => b.share - a.share);
    const insight: Insight = { value, by: 'network', effort: 1, candidates: candidates.slice(0, CANDIDATES) };
    return { action: draw(candidates, this.#rng), insight };
  }

  async #search(
    position: Position,
    { simulations, steady = false }: Extract<NetworkThinking, { readonly type: 'network' }>,
    { isStopped, report }: Watcher,
  ): Promise<Thought | null> {
    const proof = steady ? null : await this.#prove(position, simulations, isStopped);
    if (proof === 'stopped') return null;
    if (proof !== null) return proof;
    const search = this.#searchFor(simulations, steady);
    search.look = steady ? null : this.#prover.lookWith(proofNodesFor(simulations).leaf);
    beginSearch(search, position, { simulations });
    let [lookedUp, reported] = [performance.now(), performance.now()];
    while (!isFinished(search)) {
      await this.#round(search);
      const now = performance.now();
      if (now - lookedUp < ROUND_MS) continue;
      await nextMessage();
      if (isStopped()) return null;
      lookedUp = performance.now();
      if (now - reported < REPORT_EVERY_MS || isFinished(search)) continue;
      reported = now;
      report(insightOf(search), search.simulations / simulations);
    }
    return { action: readResult(search).action, insight: insightOf(search) };
  }

  /** A win that is proven before the search, as `zero` looks for one; analysis goes without, since it shows what else there is. */
  async #prove(position: Position, simulations: number, isStopped: () => boolean): Promise<Thought | 'stopped' | null> {
    for (let left = proofNodesFor(simulations).root; left > 0; left -= PROOF_NODES) {
      const choice = this.#prover.proveFirst(position, { nodes: Math.min(left, PROOF_NODES) });
      if (choice !== null) return choice.proven === 'win' ? provenThought(choice) : null;
      await nextMessage();
      if (isStopped()) return 'stopped';
    }
    return null;
  }

  /** Looks up after every round: a person's move must not wait for what is done on the person's time. */
  async #ponder(position: Position, { simulations }: Pondering, { isStopped }: Watcher): Promise<null> {
    const search = this.#searchFor(simulations, false);
    beginSearch(search, position, UNTIL_TOLD);
    while (!isFinished(search) && search.tree.nodeCount < this.#ponderedNodes) {
      await this.#round(search);
      await nextMessage();
      if (isStopped()) break;
    }
    return null;
  }

  /** One batch of leaves. The search is whole afterwards: it can be left, and gone on with from any position below. */
  async #round(search: Search): Promise<void> {
    const rows = collectLeaves(search, this.#batch, 0, true);
    if (rows > 0) await this.#evaluator.evaluate(this.#batch, rows);
    absorbLeaves(search, this.#batch, 0);
  }

  /** Analysis may send more leaves at once, since it goes on anyway. Trees live on, each kind of question in one of its own. */
  #searchFor(simulations: number, steady: boolean): Search {
    const settings = playSettings({ simulations });
    const leaves =
      steady && simulations > FEW_SIMULATIONS ? MOST_LEAVES : Math.min(MOST_LEAVES, leavesFor({ simulations }));
    const key = `${steady} ${leaves}`;
    const known = this.#searches.get(key);
    if (known !== undefined) return known;
    const search = createSearch(withoutNoise({ ...settings, leaves, memoryMb: MEMORY_MB }));
    this.#searches.set(key, search);
    return search;
  }
}

const provenThought = ({ action, line = [action] }: Choice): Thought => ({
  action,
  insight: {
    value: 1,
    proven: 'win',
    by: 'network',
    effort: 0,
    candidates: [{ action, share: 1, visits: 0, value: 1, proven: 'win', line }],
  },
});

const insightOf = (search: Search): Insight => {
  const { value, proven, simulations } = readResult(search);
  return {
    value,
    ...(proven === undefined ? {} : { proven }),
    by: 'network',
    effort: simulations,
    candidates: readLines(search, CANDIDATES).map(describe),
  };
};

const describe = ({ action, policy, visits, value, proven, actions }: SearchLine): Candidate => ({
  action,
  share: clampShare(policy),
  visits,
  value,
  ...(proven === undefined ? {} : { proven }),
  line: actions,
});

const draw = (candidates: readonly Candidate[], rng: Rng): Action => {
  let left = rng() * candidates.reduce((sum, { share }) => sum + share, 0);
  for (const { action, share } of candidates) {
    left -= share;
    if (left < 0) return action;
  }
  return candidates[0].action;
};

const clampShare = (share: number): number => Math.max(0, Math.min(1, share));

/** Lets messages in: they come as tasks, which awaiting an evaluation does not wait for. */
const nextMessage = (): Promise<void> =>
  new Promise((resume) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resume();
    };
    port2.postMessage(null);
  });
