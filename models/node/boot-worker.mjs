// Starts a TypeScript module as a worker thread where the sources run through tsx. Users' modules may lie in folders whose
// files count as CommonJS, hence both.
import { workerData } from 'node:worker_threads';
import { register as registerCommonJs } from 'tsx/cjs/api';
import { register } from 'tsx/esm/api';

registerCommonJs();
register();
await import(workerData.entry);
