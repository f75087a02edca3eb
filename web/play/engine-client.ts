/** The page's end of the line to the engine. Answers to questions that are no longer asked are dropped here. */
import type { Pondering, Thinking } from './levels.ts';
import { type Reply, type Request, readReply } from './protocol.ts';

/** What the client needs of a `Worker`. */
export type WorkerPort = {
  postMessage(request: Request): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'error', listener: (event: { readonly message?: string }) => void): void;
  terminate(): void;
};

export type EngineListener = {
  /** The model that was asked for last is there, or is not. */
  model(reply: Reply): void;
  /** Progress, thought or failure of what was asked last. */
  thinking(reply: Reply): void;
  /** The worker itself is dead: nothing will be answered any more. */
  broken(message: string): void;
};

const NOTHING = 0;

export class EngineClient {
  readonly #worker: WorkerPort;
  #lastId = NOTHING;
  #opening = NOTHING;
  #thinking = NOTHING;

  constructor(worker: WorkerPort, { model, thinking, broken }: EngineListener) {
    this.#worker = worker;
    worker.addEventListener('message', ({ data }) => {
      const reply = readReply(data);
      if (reply === null) return;
      if (reply.id === this.#opening) model(reply);
      if (reply.id !== this.#thinking) return;
      if (reply.type !== 'progress') this.#thinking = NOTHING;
      thinking(reply);
    });
    worker.addEventListener('error', ({ message }) => broken(message ?? 'its worker could not start'));
  }

  open(model: string, wasm: string): void {
    this.#opening = ++this.#lastId;
    this.#worker.postMessage({ type: 'open', id: this.#opening, model, wasm });
  }

  /** Thinks about this and nothing else: what was asked before is stopped. */
  think(position: string, thinking: Thinking | Pondering): void {
    this.stop();
    this.#thinking = ++this.#lastId;
    this.#worker.postMessage({ type: 'think', id: this.#thinking, position, thinking });
  }

  stop(): void {
    if (this.#thinking !== NOTHING) this.#worker.postMessage({ type: 'stop', id: this.#thinking });
    this.#thinking = NOTHING;
  }

  close(): void {
    this.#worker.terminate();
  }
}
