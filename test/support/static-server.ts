/** Serves folders on a free port of this machine, as any static host would. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';

export type StaticServer = {
  /** Address of the folder, with a slash at the end. */
  readonly url: string;
  /** Bytes of compressed bodies that went over the wire so far, by path. */
  readonly sent: Map<string, number>;
  close(): Promise<void>;
};

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** Serves the folders under these sub-paths (`/deep/down/` → folder) on a free port, as any static host would. */
export const serveFolders = async (folders: Readonly<Record<string, string>>): Promise<StaticServer> => {
  const sent = new Map<string, number>();
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    const prefix = Object.keys(folders).find((each) => path.startsWith(each));
    const inside = prefix === undefined ? '' : normalize(path.slice(prefix.length) || 'index.html');
    const file = prefix === undefined ? '' : join(folders[prefix], inside);
    if (file === '' || inside.startsWith('..') || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end('not found');
      return;
    }
    const body = gzipSync(readFileSync(file));
    sent.set(path, (sent.get(path) ?? 0) + body.length);
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${Object.keys(folders)[0]}`,
    sent,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
};
