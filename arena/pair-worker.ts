/** A worker thread of the arena. */
import { createPairPlayer } from './play-pair.ts';
import { serveJobs } from './serve-jobs.ts';

serveJobs(createPairPlayer());
