/**
 * What holds for every answer. The server only reads, so the danger is another page in the same browser: it must not be
 * able to read runs (by a name that it points at 127.0.0.1), frame the pages, or have a file taken for a script.
 */
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

/** Names for a server that listens on this address: on loopback its names alone, since a page may rename any other. */
export const namesOf = (address: string): readonly string[] | null => (isLoopback(address) ? LOOPBACK_NAMES : null);

export const isLoopback = (address: string): boolean =>
  address === 'localhost' || address === '::1' || /^127(\.\d+){3}$/.test(address);
