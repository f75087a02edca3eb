/** Lines of a person: edited and completed at a terminal, plain from a pipe. */
import { createInterface } from 'node:readline';
import { InvalidInput } from '../../env/index.ts';
import { LONGEST_LINE, linesOf } from '../input.ts';

export type PersonInput = {
  /** The next line; undefined at the end of the input. Only a terminal shows the prompt. */
  ask(prompt: string): Promise<string | undefined>;
  close(): void;
};

/** `complete` is asked for the words that the end of a line may become. */
export const openPersonInput = (complete: (line: string) => [string[], string]): PersonInput =>
  process.stdin.isTTY ? openTerminal(complete) : openPipe();

const openTerminal = (completer: (line: string) => [string[], string]): PersonInput => {
  const terminal = createInterface({ input: process.stdin, output: process.stdout, completer });
  const lines = terminal[Symbol.asyncIterator](); // begun before the first line can come, or it would be lost
  return {
    async ask(prompt) {
      terminal.setPrompt(prompt);
      terminal.prompt();
      const { done, value } = await lines.next();
      return done ? undefined : value;
    },
    close: () => terminal.close(),
  };
};

const openPipe = (): PersonInput => {
  const lines = linesOf(process.stdin);
  return {
    async ask() {
      const { done, value } = await lines.next();
      if (done) return undefined;
      if (value === null) throw new InvalidInput('line', undefined, `it is longer than ${LONGEST_LINE >> 20} MB`);
      return value;
    },
    close: () => void process.stdin.destroy(),
  };
};
