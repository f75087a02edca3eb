/** Puts a server on a port. */
import { lookup } from 'node:dns/promises';
import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { InvalidInput } from '../../env/index.ts';

export type Listening = {
  readonly port: number;
  /** `http://127.0.0.1:8460`. */
  readonly url: string;
  /** Ends open streams too. */
  close(): Promise<void>;
};

/** How many ports after the wanted one are tried where any will do. */
const PORTS_TRIED = 20;

/** `isFixed`: this port or none. Otherwise the next free one will do; port 0 is any. */
export const listen = async (app: Hono, host: string, port: number, isFixed: boolean): Promise<Listening> => {
  const last = isFixed || port === 0 ? port : Math.min(65_535, port + PORTS_TRIED);
  for (let tried = port; ; tried++) {
    const server = createHttpServer(getRequestListener(app.fetch));
    const problem = await startListening(server, host, tried);
    if (problem === null) return listening(server, host);
    if (problem !== 'EADDRINUSE')
      throw new InvalidInput('address', `${host}:${tried}`, `cannot listen there (${problem})`);
    if (tried === last) {
      const ports = last === port ? `port ${port} is` : `ports ${port} to ${last} are`;
      throw new InvalidInput('port', port, `${ports} in use; give another one by --port`);
    }
  }
};

/** The address that a name stands for. A name without one is left as it is: listening on it gives the error. */
export const resolveHost = async (host: string): Promise<string> => {
  try {
    return (await lookup(host)).address;
  } catch {
    return host;
  }
};

const startListening = (server: Server, host: string, port: number): Promise<string | null> =>
  new Promise((done) => {
    server.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
    server.listen(port, host, () => done(null));
  });

const listening = (server: Server, host: string): Listening => {
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://${nameOf(host)}:${port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
};

/** What a browser on this machine calls the address; "any address" is not one that it could call. */
const nameOf = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
};
