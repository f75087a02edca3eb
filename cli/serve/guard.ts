/**
 * Headers and checks for every answer. The server only reads, so the danger is another page in the same browser: it must not be
 * able to read runs (by a name that it points at 127.0.0.1), frame the pages, or have a file taken for a script.
 */
import { BlockList, isIP } from 'node:net';
import type { Context, MiddlewareHandler } from 'hono';

const LOOPBACK_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Pages run their own scripts, WebAssembly, and workers; `data:` pictures are what the bundler puts into style sheets. */
export const PAGE_POLICY: string = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self' data: blob:",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A report is a page of its own with its scripts inside; it may run them, but as a stranger to this server. */
export const REPORT_POLICY: string =
  "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:";

export const sayNo = (context: Context, status: 400 | 403 | 404 | 405 | 500, error: string): Response =>
  context.json({ error }, status);

/** `hosts` are the names by which the server may be called, or null for any. */
export const guard =
  (hosts: readonly string[] | null): MiddlewareHandler =>
  async (context, next) => {
    const { req } = context;
    const host = (req.header('host') ?? new URL(req.url).host).replace(/:\d+$/, '').toLowerCase();
    if (hosts !== null && !hosts.includes(host)) {
      context.res = sayNo(context, 403, `this server is not called ${JSON.stringify(host)}`);
    } else if (req.method !== 'GET' && req.method !== 'HEAD') {
      context.res = sayNo(context, 405, `${req.method} is not for here: this server only answers GET`);
      context.header('Allow', 'GET, HEAD');
    } else await next();
    context.header('X-Content-Type-Options', 'nosniff');
    context.header('Referrer-Policy', 'no-referrer');
    context.header('Cross-Origin-Resource-Policy', 'same-origin');
    if (!context.res.headers.has('Content-Security-Policy')) context.header('Content-Security-Policy', PAGE_POLICY);
    if (!context.res.headers.has('Cache-Control')) context.header('Cache-Control', 'no-cache');
  };

/**
 * Names for a server that listens there: on loopback its own alone, since a page may rename any other. `given` is what
 * it was told to listen on, and `address` what that stands for.
 */
export const namesOf = (given: string, address: string = given): readonly string[] | null =>
  isLoopback(address) ? [...LOOPBACK_NAMES, ...[given, address].flatMap(spellings)] : null;

export const isLoopback = (address: string): boolean => {
  const name = browserName(address).replace(/^\[|\]$|\.$/g, '');
  const version = isIP(name);
  return version === 0 ? name === 'localhost' : LOOPBACK.check(name, version === 4 ? 'ipv4' : 'ipv6');
};

/** Addresses of version 4 count in the spelling of version 6 as well. */
const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

/** As it was written, and as a browser writes it. */
const spellings = (host: string): readonly string[] => [bracket(host).toLowerCase(), browserName(host)];

/** `127.1` is 127.0.0.1, and `0:0:0:0:0:0:0:1` is [::1]. What no browser could call stays as it is. */
const browserName = (host: string): string => {
  const name = bracket(host);
  return URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : name;
};

const bracket = (host: string): string => (host.includes(':') ? `[${host}]` : host);
