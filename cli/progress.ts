/** Progress of long work on stderr: one line that is rewritten at a terminal, an occasional line elsewhere. */
import { printable } from '../env/index.ts';

const PLAIN_EVERY_MS = 10_000;
const TERMINAL_EVERY_MS = 100;

export type Progress = { show(text: string): void; end(): void };

export const createProgress = (quiet: boolean): Progress => {
  const isTerminal = process.stderr.isTTY === true;
  let shownAt = isTerminal ? 0 : performance.now();
  let isDrawn = false;
  return {
    show(text) {
      const now = performance.now();
      if (quiet || now - shownAt < (isTerminal ? TERMINAL_EVERY_MS : PLAIN_EVERY_MS)) return;
      shownAt = now;
      isDrawn = isTerminal;
      const line = printable(text);
      // A line that wraps could not be rewritten.
      process.stderr.write(isTerminal ? `\r\x1b[K${line.slice(0, (process.stderr.columns ?? 80) - 1)}` : `${line}\n`);
    },
    end() {
      if (isDrawn) process.stderr.write('\r\x1b[K');
    },
  };
};
