/** A fleet without workers, for tests of what is played rather than where. */
import { createNetworkCache, type Fleet, type JobServer, LocalNetworkStore } from '../../fleet/index.ts';

export const inlineFleet = <Job, Result>(server: JobServer<Job, Result>): Fleet<Job, Result> => {
  const networks = new LocalNetworkStore();
  const cache = createNetworkCache(2);
  const openNetwork = (hash: string): ReturnType<typeof cache.open> => cache.open(hash, networks.where(hash));
  return {
    networks,
    async *run(jobs) {
      for (const job of jobs) yield await server.work(job, { openNetwork });
    },
    close: async () => {
      await server.close();
      await cache.close();
    },
  };
};
