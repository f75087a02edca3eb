/** Ctrl-C and SIGTERM, for commands that end what they have begun before they stop. */

export type Stop = { readonly signal: AbortSignal; readonly release: () => void };

/** The first one aborts the signal and says `message`, the second one ends the process. */
export const listenForStop = (message: string): Stop => {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(STOPPED);
    process.stderr.write(`\n${message} (once more to quit at once)\n`);
    controller.abort();
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const name of signals) process.on(name, stop);
  return {
    signal: controller.signal,
    release: () => {
      for (const name of signals) process.off(name, stop);
    },
  };
};

/** What a shell takes for "stopped by Ctrl-C". */
export const STOPPED = 130;
