/** Another program that speaks UGI over its standard input and output: lines in, lines out, and deadlines. */
import { type ChildProcess, spawn } from 'node:child_process';
import { InvalidInput } from '../env/index.ts';

/** An engine that did not do what it must: it crashed, was silent for too long, or answered nonsense. */
export class EngineFailure extends Error {
  override readonly name: string = 'EngineFailure';
}

/** An engine that was not there to begin with: its program is missing, ends at once, or does not speak UGI. */
export class EngineNeverStarted extends EngineFailure {
  override readonly name = 'EngineNeverStarted';
}

/** A UGI engine as a child process. */
export class UgiProcess {
  readonly #command: string;
  readonly #child: ChildProcess;
  readonly #lines: string[] = [];
  #rest = '';
  #exit: string | null = null;
  #wake: (() => void) | null = null;

  constructor(command: string) {
    this.#command = command;
    const [program, ...args] = splitCommand(command);
    this.#child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'] });
    this.#child.on('error', (error) => this.#end(`cannot be started (${(error as NodeJS.ErrnoException).code})`));
    this.#child.on('exit', (code, signal) => this.#end(`ended with ${signal ?? `code ${code}`}`));
    this.#child.stdin?.on('error', () => {}); // 'exit' reports its death
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => this.#receive(text));
  }

  get isAlive(): boolean {
    return this.#exit === null;
  }

  send(line: string): void {
    if (this.isAlive) this.#child.stdin?.write(`${line}\n`);
  }

  /** The first line from now on that `wanted` accepts; others are passed over. */
  async waitFor(what: string, wanted: (line: string) => boolean, timeoutMs: number): Promise<string> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      for (let line = this.#lines.shift(); line !== undefined; line = this.#lines.shift())
        if (wanted(line)) return line;
      if (this.#exit !== null) throw new EngineFailure(`${this.#command} ${this.#exit}`);
      const leftMs = deadline - performance.now();
      if (leftMs <= 0) throw new EngineFailure(`${this.#command} gave no ${what} within ${Math.round(timeoutMs)} ms`);
      await this.#nextEvent(leftMs);
    }
  }

  async close(): Promise<void> {
    if (!this.isAlive) return;
    const gone = new Promise<void>((resolve) => this.#child.once('exit', () => resolve()));
    this.send('quit');
    this.#child.stdin?.end();
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), QUIT_MS);
    await gone;
    clearTimeout(timer);
  }

  kill(): void {
    this.#child.kill('SIGKILL');
    this.#end('was stopped');
  }

  #receive(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    if (this.#rest.length > LONGEST_LINE) this.kill();
    for (const line of lines) this.#lines.push(line.trim());
    this.#wake?.();
  }

  #end(how: string): void {
    this.#exit ??= how;
    this.#wake?.();
  }

  #nextEvent(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.#wake = () => {
        clearTimeout(timer);
        this.#wake = null;
        resolve();
      };
    });
  }
}

const QUIT_MS = 500;
const LONGEST_LINE = 1 << 20;

/** Words separated by spaces; quotes keep words together. No shell sees the command. */
const splitCommand = (command: string): string[] => {
  const words = Array.from(
    command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g),
    ([, double, single, bare]) => double ?? single ?? bare,
  );
  if (words.length === 0) throw new InvalidInput('cmd', command, 'expected the command that starts an engine');
  return words;
};
