/** Those who wait for something to happen to a job, by its id. A call that comes while nobody listens is not lost. */

export type Waiter = {
  /** Resolves once it was woken since the last time. */
  woken(): Promise<void>;
  end(): void;
};

export class Waiters {
  readonly #wakes = new Map<string, () => void>();

  /** The signal wakes it too. */
  add(id: string, signal: AbortSignal): Waiter {
    let isWoken = false;
    let resolve: (() => void) | null = null;
    const wake = (): void => {
      isWoken = true;
      resolve?.();
    };
    this.#wakes.set(id, wake);
    signal.addEventListener('abort', wake, { once: true });
    return {
      woken: async () => {
        if (!isWoken) await new Promise<void>((done) => (resolve = done));
        isWoken = false;
        resolve = null;
      },
      end: () => {
        if (this.#wakes.get(id) === wake) this.#wakes.delete(id);
        signal.removeEventListener('abort', wake);
      },
    };
  }

  wake(id: string): void {
    this.#wakes.get(id)?.();
  }

  wakeAll(): void {
    for (const wake of this.#wakes.values()) wake();
  }
}
