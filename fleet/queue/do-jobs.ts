/** One job of a queue, from its message to its result in the blob store. */
import { InvalidInput } from '../../env/index.ts';
import type { EngineOptions } from '../../models/node/choose-engine.ts';
import { BlobCache } from '../blobs/blob-cache.ts';
import type { AnyJobKind } from '../job-kind.ts';
import type { NetworkStore } from '../network-store.ts';
import { defaultCache } from './default-folders.ts';
import type { FleetLink } from './fleet-link.ts';
import { checkJobMessage, type ResultMessage, sealResult } from './job-message.ts';
import { announcedModules } from './roster.ts';
import { differencesOf, type Terms } from './terms.ts';
import { ThreadPools } from './thread-pools.ts';
import { WorkerModules } from './worker-modules.ts';

export type JobDoerOptions = {
  readonly kinds: readonly AnyJobKind[];
  readonly evaluator?: EngineOptions;
  /** The folder for what jobs name; nothing else is read or written for them. */
  readonly cache?: string;
  /** Whether users' modules are loaded, which run as any program does. */
  readonly modules?: boolean;
};

export type JobDoer = {
  /** Throws what is wrong with the job, or what it threw itself. */
  work(entry: { readonly id?: string | undefined; readonly data: unknown }): Promise<Omit<ResultMessage, 'worker'>>;
  close(): Promise<void>;
};

export const createJobDoer = (
  link: FleetLink,
  terms: Terms,
  { kinds, evaluator = {}, cache: folder = defaultCache(), modules: isAllowed = true }: JobDoerOptions,
): JobDoer => {
  const cache = new BlobCache(folder, link.blobs);
  const modules = new WorkerModules(folder, link.blobs, isAllowed);
  const paths = new Map<string, string>();
  const pools = new ThreadPools(kinds, evaluator, cachedNetworks(paths));
  return {
    work: async ({ id, data }) => {
      const start = performance.now();
      const { kind, trainer, terms: asked, job, networks, modules: named } = checkJobMessage(data);
      const others = differencesOf(asked, terms);
      if (others.length > 0) throw new InvalidInput('job from the queue', id, others.join('; '));
      const files = await modules.fetch(named, () => announcedModules(link, trainer));
      for (const [weights, blob] of Object.entries(networks)) paths.set(weights, await cache.fetch('networks', blob));
      const { bytes, facts } = await pools.run(kind, files, job);
      const blob = await link.blobs.put('results', sealResult(id!, bytes));
      return { blob, bytes: bytes.length, facts, seconds: (performance.now() - start) / 1000 };
    },
    close: () => pools.close(),
  };
};

/** Networks that jobs have named so far. */
const cachedNetworks = (paths: ReadonlyMap<string, string>): NetworkStore => ({
  add: async (path) => {
    throw new InvalidInput('network', path, 'a worker adds none');
  },
  where: (hash) => {
    const path = paths.get(hash);
    if (path === undefined) throw new InvalidInput('network', hash, 'the job does not say where it is');
    return path;
  },
});
