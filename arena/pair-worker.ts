/** A worker thread of the arena. */

import { serveJobs } from '../fleet/serve-jobs.ts';
import { pairKind } from './pair-kind.ts';
import { createPairPlayer } from './play-pair.ts';

serveJobs(createPairPlayer(), pairKind);
