/** Hands out a file under a folder, piece by piece: a network or the metrics of a long run need not fit into memory. */
import { closeSync, createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { Context } from 'hono';
import { openInside } from './inside.ts';

/** Null where there is no such file inside. HEAD opens it, for its length, and reads nothing. */
export const sendFile = (context: Context, root: string, path: string, type: string): Response | null => {
  const opened = openInside(root, path);
  if (opened === null) return null;
  const { file, size } = opened;
  const headers = { 'Content-Type': type, 'Content-Length': String(size) };
  if (context.req.method === 'HEAD' || size === 0) {
    closeSync(file);
    return context.body(null, 200, headers);
  }
  // A file that grows meanwhile is sent up to the announced length.
  const bytes = createReadStream('', { fd: file, start: 0, end: size - 1 });
  return context.body(Readable.toWeb(bytes) as ReadableStream, 200, headers);
};
