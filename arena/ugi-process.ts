/** Another program that speaks UGI over its standard input and output: lines in, lines out, and deadlines. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { InvalidInput, printable } from '../env/index.ts';

/** An engine that did not do what it must: it crashed, was silent for too long, or answered nonsense. */
export class EngineFailure extends Error {
  override readonly name: string = 'EngineFailure';
}

/** An engine that was not there to begin with: its program is missing, ends at once, or does not speak UGI. */
export class EngineNeverStarted extends EngineFailure {
  override readonly name = 'EngineNeverStarted';
}

/** What the caller waits for: the lines that come in are shown to `hear`, which says whether it has what it wants. */
type Listener = { readonly hear: (line: string) => boolean; readonly fail: (how: string) => void };

/** A UGI engine as a child process. */
export class UgiProcess {
  readonly #command: string;
  readonly #child: ChildProcess;
  #rest = '';
  #exit: string | null = null;
  #listener: Listener | null = null;

  constructor(command: string) {
    this.#command = command;
    const [program, ...args] = splitCommand(command);
    // A group of its own: what the program starts in turn, as a wrapper script does, is ended with it.
    this.#child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'], detached: HAS_GROUPS });
    this.#child.on('error', (error) => this.#end(`cannot be started (${(error as NodeJS.ErrnoException).code})`));
    this.#child.on('exit', (code, signal) => {
      this.#end(`ended with ${signal ?? `code ${code}`}`);
      this.#killGroup(); // whoever it left behind
    });
    this.#child.stdin?.on('error', () => {}); // 'exit' reports its death
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => this.#receive(text));
  }

  get isAlive(): boolean {
    return this.#exit === null;
  }

  send(line: string): void {
    if (this.isAlive) this.#child.stdin?.write(`${line}\n`);
  }

  /**
   * The first line from now on that `wanted` accepts. Lines are looked at as they come and none is kept, so an engine that
   * chatters while nobody asks costs nothing; whoever expects an answer calls this in the same breath as `send`.
   */
  waitFor(what: string, wanted: (line: string) => boolean, timeoutMs: number): Promise<string> {
    return new Promise((resolve, reject) => {
      const finish = (): void => {
        clearTimeout(timer);
        this.#listener = null;
      };
      const fail = (how: string): void => {
        finish();
        reject(new EngineFailure(printable(`${this.#command} ${how}`, FAILURE_LIMIT)));
      };
      const hear = (line: string): boolean => {
        if (!wanted(line)) return false;
        finish();
        resolve(line);
        return true;
      };
      const timer = setTimeout(() => fail(`gave no ${what} within ${Math.round(timeoutMs)} ms`), timeoutMs);
      this.#listener = { hear, fail };
      if (this.#exit !== null) fail(this.#exit);
    });
  }

  async close(): Promise<void> {
    if (!this.isAlive) return;
    const gone = new Promise<void>((resolve) => this.#child.once('exit', () => resolve()));
    this.send('quit');
    this.#child.stdin?.end();
    const timer = setTimeout(() => this.#killGroup(), QUIT_MS);
    await gone;
    clearTimeout(timer);
  }

  kill(): void {
    this.#killGroup();
    this.#end('was stopped');
  }

  /** Ends the program and all that it started, as long as these stay in its group. */
  #killGroup(): void {
    const { pid } = this.#child;
    if (pid === undefined) return; // it was never started
    try {
      if (HAS_GROUPS) process.kill(-pid, 'SIGKILL');
      else spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' });
    } catch {
      // nobody of it is left
    }
    this.#child.stdout?.destroy(); // a process that has left the group may hold the other end
  }

  #receive(text: string): void {
    if (this.#listener === null) {
      // The end of a line that began while nobody asked must not look like a line.
      const lastEnd = text.lastIndexOf('\n');
      this.#rest = lastEnd >= 0 ? text.slice(lastEnd + 1) : this.#rest + text;
    } else {
      const lines = (this.#rest + text).split('\n');
      this.#rest = lines.pop() ?? '';
      for (const line of lines) if (this.#listener?.hear(line.trim())) break;
    }
    if (this.#rest.length > LONGEST_LINE) this.kill();
  }

  #end(how: string): void {
    this.#exit ??= how;
    this.#listener?.fail(this.#exit);
  }
}

/** Windows has no process groups of this kind; its own tool ends a process with its children. */
const HAS_GROUPS = process.platform !== 'win32';
const QUIT_MS = 500;
const LONGEST_LINE = 1 << 20;
const FAILURE_LIMIT = 500;

/** Words separated by spaces; quotes keep words together. No shell sees the command. */
const splitCommand = (command: string): string[] => {
  const words = Array.from(
    command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g),
    ([, double, single, bare]) => double ?? single ?? bare,
  );
  if (words.length === 0) throw new InvalidInput('cmd', command, 'expected the command that starts an engine');
  return words;
};
