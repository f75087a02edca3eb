/** A real Redis server on loopback, for one test file; killed and started again on the same data where a test asks for it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, realpathSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { lacking } from './lacking.ts';

const isInstalled = (program: string): boolean => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** True where tests with Redis must be skipped. */
export const lackingRedis = (): boolean =>
  lacking('redis-server (apt-get install redis-server)', isInstalled('redis-server'));

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

export type RedisServer = {
  readonly url: string;
  readonly port: number;
  readonly folder: string;
  /** As a crash would end it. */
  kill(): Promise<void>;
  /** On the same port and the same data. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts a server whose data lie in an append-only file, as docs/scale-out.md advises. */
export const startRedis = async (settings: readonly string[] = []): Promise<RedisServer> => {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'tzaar-redis-'));
  const url = `redis://127.0.0.1:${port}`;
  let process: ChildProcess | null = null;
  const ended = async (signal: NodeJS.Signals): Promise<void> => {
    const running = process;
    if (running === null) return;
    process = null;
    const exit = new Promise((done) => running.once('exit', done));
    running.kill(signal);
    await exit;
  };
  const start = async (): Promise<void> => {
    const options = [
      '--bind',
      '127.0.0.1',
      '--port',
      String(port),
      '--dir',
      folder,
      '--save',
      '',
      '--appendonly',
      'yes',
    ];
    process = spawn('redis-server', [...options, '--maxmemory-policy', 'noeviction', ...settings], { stdio: 'ignore' });
    await answering(port);
  };
  await start();
  return { url, port, folder, start, kill: () => ended('SIGKILL'), stop: () => ended('SIGTERM') };
};

/** Whatever it answers, if only that it wants a password. */
const answering = async (port: number): Promise<void> => {
  for (;;) {
    const answer = await ping(port).catch(() => '-LOADING');
    if (!answer.startsWith('-LOADING')) return;
    await sleep(20);
  }
};

const ping = (port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write('PING\r\n'));
    socket.once('error', reject);
    socket.once('close', reject);
    socket.once('data', (text) => {
      resolve(String(text));
      socket.destroy();
    });
  });

/** An address for blobs in a folder of its own. */
export const blobFolder = (): { readonly folder: string; readonly url: string } => {
  const folder = join(realpathSync(mkdtempSync(join(tmpdir(), 'tzaar-blobs-'))), 'store');
  return { folder, url: pathToFileURL(folder).href };
};
