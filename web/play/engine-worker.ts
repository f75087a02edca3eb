/** The engine in a worker of its own, so that the page never waits for it. */
import { randomStream } from '../../env/index.ts';
import { Engine } from './engine.ts';
import { openNetwork } from './open-network.ts';

const engine = new Engine(openNetwork, (reply) => postMessage(reply), randomStream(Date.now(), 'engine'));
addEventListener('message', ({ data }) => {
  engine.receive(data);
});
