// Starts a TypeScript module as a worker thread where the sources run through tsx.
import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register();
await import(workerData.entry);
