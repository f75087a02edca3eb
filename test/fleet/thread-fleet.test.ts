import { ThreadFleet } from '../../fleet/index.ts';
import { testFleet } from './conformance.ts';

testFleet('a fleet of threads', (threads) => {
  return new ThreadFleet({ worker: new URL('./trial-worker.ts', import.meta.url), threads });
});
