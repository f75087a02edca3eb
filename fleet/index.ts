/** The public face of `fleet`: where work is done, and files that are written safely. Needs Node. */
export { removePartialFiles, writeAtomic } from './files/atomic-file.ts';
export { makeFolder } from './files/make-folder.ts';
export { type Holder, lockHolder, lockRun, type RunLock } from './files/run-lock.ts';
export { describeFailure, syncFolder, writeSynced } from './files/synced-file.ts';
export { readTextFile, writeTextFile } from './files/text-file.ts';
export { type JobServer, serveJobs } from './serve-jobs.ts';
export { CLOSE, type Fleet, type JobMessage, type ResultMessage, ThreadFleet } from './thread-fleet.ts';
export { untilAborted } from './until-aborted.ts';
