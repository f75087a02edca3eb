/**
 * Remembers evaluations by position hash: the game has no cycles, but many orders of moves lead to one position. Bounded;
 * entries unused for longest go first.
 */
import { ACTION_COUNT, InvalidInput, OBSERVATION_SIZE } from '../env/index.ts';
import { allocateBatch, type EvaluationBatch, type Evaluator } from './evaluator.ts';

/** How well a cache did. */
export type CacheStatistics = {
  /** Rows answered without evaluating; `hits + misses` are all rows that were asked for. */
  readonly hits: number;
  readonly misses: number;
  readonly evictions: number;
  readonly entries: number;
};

type Entry = {
  readonly highWord: number; // the part of the hash that the key has no room for
  readonly priors: Float32Array; // of the legal actions alone, in ascending order
  readonly value: number;
};

/** Remembers what another evaluator said of positions. */
export class CachingEvaluator implements Evaluator {
  readonly name: string;
  readonly #inner: Evaluator;
  readonly #capacity: number;
  readonly #entries = new Map<number, Entry>(); // oldest first
  readonly #spare: EvaluationBatch[] = []; // one for each call under way at the same time
  #hits = 0;
  #misses = 0;
  #evictions = 0;

  /** Keeps at most `capacity` positions, some hundred bytes each. */
  constructor(inner: Evaluator, capacity: number) {
    if (!(Number.isInteger(capacity) && capacity >= 1)) {
      throw new InvalidInput('cache capacity', capacity, 'expected a whole number of at least 1');
    }
    this.name = `${inner.name}, cached`;
    this.#inner = inner;
    this.#capacity = capacity;
  }

  async evaluate(batch: EvaluationBatch, count: number): Promise<void> {
    const spare = this.#spare.pop();
    const questions = spare !== undefined && spare.capacity >= count ? spare : allocateBatch(batch.capacity);
    const rows = new Int32Array(count); // where each row stands among the questions; `KNOWN` if the cache knew
    const asked = new Map<number, number>(); // key → row among the questions
    let wanted = 0;
    for (let row = 0; row < count; row++) {
      const key = keyOf(batch, row);
      if (this.#answer(key, batch, row)) {
        rows[row] = KNOWN;
        continue;
      }
      const twin = asked.get(key);
      if (twin !== undefined && isSameQuestion(batch, row, questions, twin)) {
        this.#hits++;
        rows[row] = twin;
        continue;
      }
      this.#misses++;
      copyQuestion(batch, row, questions, wanted);
      asked.set(key, wanted);
      rows[row] = wanted++;
    }
    if (wanted > 0) await this.#inner.evaluate(questions, wanted);
    for (let row = 0; row < count; row++) if (rows[row] !== KNOWN) copyAnswer(questions, rows[row], batch, row);
    for (const [key, row] of asked) this.#remember(key, questions, row);
    this.#spare.push(questions);
  }

  /** Fills the row from the cache, if it is there, and counts it. */
  #answer(key: number, batch: EvaluationBatch, row: number): boolean {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.highWord !== batch.keys[row * 2 + 1]) return false;
    if (!spreadPriors(entry.priors, batch, row)) return false;
    batch.values[row] = entry.value;
    this.#entries.delete(key);
    this.#entries.set(key, entry); // the youngest now
    this.#hits++;
    return true;
  }

  #remember(key: number, batch: EvaluationBatch, row: number): void {
    this.#entries.delete(key);
    if (this.#entries.size >= this.#capacity) {
      const [oldest] = this.#entries.keys();
      this.#entries.delete(oldest);
      this.#evictions++;
    }
    const entry = { highWord: batch.keys[row * 2 + 1], priors: legalPriors(batch, row), value: batch.values[row] };
    this.#entries.set(key, entry);
  }

  get statistics(): CacheStatistics {
    return { hits: this.#hits, misses: this.#misses, evictions: this.#evictions, entries: this.#entries.size };
  }

  /** Forgets everything: after a change of weights nothing known is true. */
  clear(): void {
    this.#entries.clear();
  }

  async close(): Promise<void> {
    this.clear();
    await this.#inner.close();
  }
}

const KNOWN = -1;

/** 53 bits of the hash, as many as a number holds; entries keep the rest. */
const keyOf = ({ keys }: EvaluationBatch, row: number): number =>
  (keys[row * 2] >>> 0) + (keys[row * 2 + 1] & 0x1fffff) * 2 ** 32;

const isSameQuestion = (a: EvaluationBatch, rowA: number, b: EvaluationBatch, rowB: number): boolean =>
  a.keys[rowA * 2] === b.keys[rowB * 2] && a.keys[rowA * 2 + 1] === b.keys[rowB * 2 + 1];

const copyQuestion = (from: EvaluationBatch, rowFrom: number, to: EvaluationBatch, rowTo: number): void => {
  to.observations.set(rowOf(from.observations, rowFrom, OBSERVATION_SIZE), rowTo * OBSERVATION_SIZE);
  to.masks.set(rowOf(from.masks, rowFrom, ACTION_COUNT), rowTo * ACTION_COUNT);
  to.keys.set(rowOf(from.keys, rowFrom, 2), rowTo * 2);
};

const copyAnswer = (from: EvaluationBatch, rowFrom: number, to: EvaluationBatch, rowTo: number): void => {
  to.priors.set(rowOf(from.priors, rowFrom, ACTION_COUNT), rowTo * ACTION_COUNT);
  to.values[rowTo] = from.values[rowFrom];
};

const rowOf = <Numbers extends Float32Array | Uint8Array | Int32Array>(
  numbers: Numbers,
  row: number,
  size: number,
): Numbers => numbers.subarray(row * size, (row + 1) * size) as Numbers;

const legalPriors = ({ masks, priors }: EvaluationBatch, row: number): Float32Array => {
  const start = row * ACTION_COUNT;
  return rowOf(priors, row, ACTION_COUNT).filter((_, action) => masks[start + action] !== 0);
};

/** Puts remembered priors on the legal actions; false, and nothing written, if there are more or fewer of them. */
const spreadPriors = (known: Float32Array, { masks, priors }: EvaluationBatch, row: number): boolean => {
  const start = row * ACTION_COUNT;
  let legal = 0;
  for (let action = 0; action < ACTION_COUNT; action++) legal += masks[start + action];
  if (legal !== known.length) return false;
  let next = 0;
  for (let action = 0; action < ACTION_COUNT; action++) {
    priors[start + action] = masks[start + action] === 0 ? 0 : known[next++];
  }
  return true;
};
