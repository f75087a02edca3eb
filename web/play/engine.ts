/**
 * The engine behind the page: thinks about one position after another and looks up between rounds of a search, so that a
 * stop is heard. A model is fetched beside that: alpha-beta does not wait for it. Knows nothing of workers;
 * `engine-worker.ts` connects it to one.
 */
import { AlphaBetaAgent } from '../../agents/alphabeta-agent.ts';
import { InvalidInput, type Position, parsePosition, type Rng } from '../../env/index.ts';
import type { Evaluator } from '../../models/index.ts';
import type { Thinking } from './levels.ts';
import { NetworkThinker } from './network-thinker.ts';
import { type Insight, type Reply, type Request, readRequest } from './protocol.ts';

export type OpenedNetwork = { readonly evaluator: Evaluator; readonly name: string; readonly about: string };
export type OpenNetwork = (model: string, wasm: string) => Promise<OpenedNetwork>;

export class Engine {
  readonly #openNetwork: OpenNetwork;
  readonly #send: (reply: Reply) => void;
  readonly #rng: Rng;
  readonly #alphaBeta = new Map<number, AlphaBetaAgent>(); // by depth
  readonly #waiting = new Set<number>(); // ids of requests not answered yet
  readonly #stopped = new Set<number>(); // those of them that were stopped
  #network: NetworkThinker | null = null;
  #lastJob: Promise<void> = Promise.resolve();

  constructor(openNetwork: OpenNetwork, send: (reply: Reply) => void, rng: Rng) {
    this.#openNetwork = openNetwork;
    this.#send = send;
    this.#rng = rng;
  }

  /** Takes a message; what is not a request is ignored. Settles when the request has been answered. */
  receive(data: unknown): Promise<void> {
    const request = readRequest(data);
    if (request === null) return Promise.resolve();
    if (request.type === 'stop') {
      if (this.#waiting.has(request.id)) this.#stopped.add(request.id);
      return Promise.resolve();
    }
    if (request.type === 'open') return this.#answer(request.id, () => this.#open(request));
    this.#waiting.add(request.id);
    return this.#inTurn(() => this.#answer(request.id, () => this.#think(request)));
  }

  #inTurn(job: () => Promise<void>): Promise<void> {
    this.#lastJob = this.#lastJob.then(job);
    return this.#lastJob;
  }

  async #answer(id: number, job: () => Promise<void>): Promise<void> {
    try {
      if (!this.#isStopped(id)) await job();
    } catch (error) {
      this.#send({ type: 'failed', id, message: error instanceof Error ? error.message : String(error) });
    } finally {
      this.#waiting.delete(id);
      this.#stopped.delete(id);
    }
  }

  #isStopped(id: number): boolean {
    return this.#stopped.has(id);
  }

  async #open({ id, model, wasm }: Request & { readonly type: 'open' }): Promise<void> {
    const { evaluator, name, about } = await this.#openNetwork(model, wasm);
    await this.#inTurn(async () => {
      await this.#network?.close();
      this.#network = new NetworkThinker(evaluator, this.#rng);
    });
    this.#send({ type: 'opened', id, name, about });
  }

  async #think({ id, position: text, thinking }: Request & { readonly type: 'think' }): Promise<void> {
    const position = parsePosition(text);
    const start = performance.now();
    const thought =
      thinking.type === 'alphabeta'
        ? await this.#thinkAlphaBeta(position, thinking)
        : await this.#thinker().think(position, thinking, {
            isStopped: () => this.#isStopped(id),
            report: (insight, done) => this.#send({ type: 'progress', id, insight, done }),
          });
    if (thought === null || this.#isStopped(id)) return;
    this.#send({ type: 'thought', id, ...thought, timeMs: performance.now() - start });
  }

  #thinker(): NetworkThinker {
    if (this.#network !== null) return this.#network;
    throw new InvalidInput('network', undefined, 'open a model before thinking with it');
  }

  async #thinkAlphaBeta(
    position: Position,
    { depth, timeMs }: Extract<Thinking, { readonly type: 'alphabeta' }>,
  ): Promise<{ readonly action: number; readonly insight: Insight }> {
    const agent = this.#alphaBeta.get(depth) ?? new AlphaBetaAgent(`alphabeta:depth=${depth}`, { depth });
    this.#alphaBeta.set(depth, agent);
    const { action, value = 0, proven } = await agent.choose(position, { timeMs });
    const certain = proven === undefined ? {} : { proven };
    const candidate = { action, share: 1, visits: 0, value, ...certain, line: [action] };
    return { action, insight: { value, ...certain, by: 'alphabeta', effort: timeMs, candidates: [candidate] } };
  }
}
