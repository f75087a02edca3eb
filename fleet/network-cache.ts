/**
 * Networks that are open in a worker, by hash. Opening one costs more than a short job, and most jobs want the network
 * of the job before. A network in use is never closed; of the others, only the latest few stay open.
 */
import { InvalidInput } from '../env/index.ts';
import type { Evaluator } from '../models/evaluator.ts';
import type { EngineOptions } from '../models/node/choose-engine.ts';
import { createEvaluator, type EvaluatorOptions, readNetwork } from '../models/node/open-evaluator.ts';
import { weightsHash } from '../models/node/weights-hash.ts';

/** How a network is opened; the rest is the worker's own choice of engine. */
export type OpenOptions = Pick<EvaluatorOptions, 'precision'>;

/** Networks that are open, by hash. */
export type NetworkCache = {
  /** The caller closes the evaluator when it is no longer needed. Requests for the same hash, opened alike, share one network. */
  open(hash: string, where: string, options?: OpenOptions): Promise<Evaluator>;
  /** How many networks are open, in use or not. */
  readonly size: number;
  /** Closes all networks, those in use too. */
  close(): Promise<void>;
};

type Entry = { readonly evaluator: Promise<Evaluator>; users: number };

/** Keeps at most `capacity` networks open besides those in use. */
export const createNetworkCache = (capacity: number, engine: EngineOptions = {}): NetworkCache => {
  const entries = new Map<string, Entry>(); // by hash and options; the latest used last
  const closeUnused = async (): Promise<void> => {
    const unused = [...entries].filter(([, { users }]) => users === 0);
    for (const [key, { evaluator }] of unused.slice(0, Math.max(0, unused.length - capacity))) {
      entries.delete(key);
      await (await evaluator).close();
    }
  };
  return {
    get size() {
      return entries.size;
    },
    open: async (hash, where, options = {}) => {
      const { precision = 'float32' } = options;
      const key = `${hash} ${precision}`;
      const entry = entries.get(key) ?? {
        evaluator: openChecked(hash, where, { ...engine, precision }),
        users: 0,
      };
      entry.users++;
      entries.delete(key);
      entries.set(key, entry);
      try {
        const evaluator = await entry.evaluator;
        await closeUnused();
        return shared(evaluator, async () => {
          entry.users--;
          await closeUnused();
        });
      } catch (error) {
        if (entries.get(key) === entry) entries.delete(key); // so that a repaired file can be opened
        throw error;
      }
    },
    close: async () => {
      const open = [...entries.values()];
      entries.clear();
      for (const { evaluator } of open) await (await evaluator).close();
    },
  };
};

const openChecked = async (hash: string, where: string, engine: EvaluatorOptions): Promise<Evaluator> => {
  const network = await readNetwork(where);
  const found = weightsHash(network);
  if (found !== hash)
    throw new InvalidInput('network', where, `it changed since: its weights are ${found} now, expected ${hash}`);
  // An engine by name was chosen, and told, by whoever started this worker.
  return createEvaluator(network, engine.engine === undefined ? engine : { ...engine, say: () => {} });
};

/** The same evaluator with a way to give it back; giving it back twice counts once. */
const shared = (evaluator: Evaluator, release: () => Promise<void>): Evaluator => {
  let isOpen = true;
  return {
    name: evaluator.name,
    ...(evaluator.needsObservations !== undefined && { needsObservations: evaluator.needsObservations }),
    evaluate: (batch, count) => evaluator.evaluate(batch, count),
    close: async () => {
      if (!isOpen) return;
      isOpen = false;
      await release();
    },
  };
};
