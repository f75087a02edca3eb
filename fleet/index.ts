/** The public face of `fleet`: where work is done, and files that are written safely. Needs Node. */
export { removePartialFiles, writeAtomic } from './files/atomic-file.ts';
export { makeFolder } from './files/make-folder.ts';
export { type Holder, LOCK_FILE, type LockWords, lockHolder, lockRun, type RunLock } from './files/run-lock.ts';
export { describeFailure, syncFolder, writeSynced } from './files/synced-file.ts';
export { appendLine, readTextFile, writeTextFile } from './files/text-file.ts';
export { ATTEMPTS, type Fleet, LOOK_AHEAD, networksOf } from './fleet.ts';
export { type Exported, importModule } from './import-module.ts';
export type { AnyJobKind, JobKind, PackedResult } from './job-kind.ts';
export { type LoadedParts, loadedModules, loadedParts, loadParts, type ModuleRef, referTo } from './load-parts.ts';
export { createNetworkCache, type NetworkCache } from './network-cache.ts';
export { LocalNetworkStore, type NetworkStore } from './network-store.ts';
export { type FleetOptions, openFleet, openNetworks } from './open-fleet.ts';
export { PART_KINDS, type PartKind, type Parts } from './parts.ts';
export { type FleetAddress, type FleetLink, openFleetLink } from './queue/fleet-link.ts';
export {
  type FleetStatus,
  type MemberStatus,
  type QueueStatus,
  readFleetStatus,
  type SetAside,
} from './queue/fleet-status.ts';
export { QueueFleet, type QueueFleetOptions } from './queue/queue-fleet.ts';
export { QueueNetworks } from './queue/queue-networks.ts';
export { type QueueWorker, type QueueWorkerOptions, serveQueue } from './queue/serve-queue.ts';
export { type JobContext, type JobServer, serveJobs } from './serve-jobs.ts';
export { ThreadFleet, type ThreadFleetOptions } from './thread-fleet.ts';
export { untilAborted } from './until-aborted.ts';
