/** The thread fleets of a worker: one for each kind of job and set of users' modules, since a thread cannot forget a module. */

import { InvalidInput } from '../../env/index.ts';
import type { EngineOptions } from '../../models/node/choose-engine.ts';
import type { AnyJobKind, PackedResult } from '../job-kind.ts';
import type { ModuleRef } from '../load-parts.ts';
import type { NetworkStore } from '../network-store.ts';
import { ThreadFleet } from '../thread-fleet.ts';

type Pool = { readonly fleet: ThreadFleet<object, PackedResult>; active: number };

/** Those of the trainers that gave jobs last; each holds threads. */
const KEPT = 3;

export class ThreadPools {
  readonly #kinds: readonly AnyJobKind[];
  readonly #evaluator: EngineOptions;
  readonly #networks: NetworkStore;
  readonly #pools = new Map<string, Pool>(); // the latest used last

  constructor(kinds: readonly AnyJobKind[], evaluator: EngineOptions, networks: NetworkStore) {
    this.#kinds = kinds;
    this.#evaluator = evaluator;
    this.#networks = networks;
  }

  /** Does one job; a thread that dies is replaced, and the job tried again. */
  async run(kind: string, modules: readonly ModuleRef[], job: object): Promise<PackedResult> {
    const pool = this.#poolFor(kind, modules);
    pool.active++;
    try {
      const { value, done } = await pool.fleet.run([job]).next();
      if (done === true) throw new Error('the job ended without a result');
      return value;
    } finally {
      pool.active--;
    }
  }

  async close(): Promise<void> {
    await Promise.all(Array.from(this.#pools.values(), ({ fleet }) => fleet.close()));
  }

  #poolFor(name: string, modules: readonly ModuleRef[]): Pool {
    const kind = this.#kinds.find((each) => each.name === name);
    if (kind === undefined) {
      const known = this.#kinds.map((each) => each.name).join(', ');
      throw new InvalidInput('kind of job', name, `this worker does ${known}`);
    }
    const key = [name, ...modules.map(({ hash }) => hash)].join(' ');
    const pool = this.#pools.get(key) ?? { fleet: this.#open(kind, modules), active: 0 };
    this.#pools.delete(key);
    this.#pools.set(key, pool);
    this.#closeOldest();
    return pool;
  }

  #open({ worker }: AnyJobKind, modules: readonly ModuleRef[]): ThreadFleet<object, PackedResult> {
    const [evaluator, networks] = [this.#evaluator, this.#networks];
    return new ThreadFleet({ worker, threads: 1, modules, evaluator, networks, isRemote: true });
  }

  #closeOldest(): void {
    const idle = [...this.#pools].filter(([, { active }]) => active === 0);
    for (const [key, { fleet }] of idle.slice(0, Math.max(0, this.#pools.size - KEPT))) {
      this.#pools.delete(key);
      void fleet.close();
    }
  }
}
