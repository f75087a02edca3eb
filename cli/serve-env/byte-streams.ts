/**
 * Standard input and output as bytes, without streams: one request is answered after another, so there is nothing to do while
 * one is awaited, and a blocking read wakes up sooner than an event does.
 */
import { readSync, writevSync } from 'node:fs';

/** Reads from a file descriptor; 0 at the end, and where the other side is gone. */
export const readFrom =
  (file: number) =>
  (into: Uint8Array, offset: number, length: number): number => {
    for (;;) {
      try {
        return readSync(file, into, offset, length, null);
      } catch (error) {
        if (!mustWait(error)) return endOrThrow(error);
      }
    }
  };

/** Overwrites the beginning of a file. */
export const writeAtStart = (file: number, pieces: readonly Uint8Array[]): void => {
  let [left, at] = [pieces, 0];
  while (left.length > 0) {
    const written = writevSync(file, left.slice(0, PIECES_AT_ONCE), at);
    left = withoutFirst(left, written);
    at += written;
  }
};

/** Writes all pieces; false where nobody reads any more. */
export const writeTo = (file: number, pieces: readonly Uint8Array[]): boolean => {
  let left = pieces;
  while (left.length > 0) {
    try {
      left = withoutFirst(left, writevSync(file, left.slice(0, PIECES_AT_ONCE)));
    } catch (error) {
      if (!mustWait(error)) return endOrThrow(error) !== 0;
    }
  }
  return true;
};

/** What systems take in one call. */
const PIECES_AT_ONCE = 1024;
const GONE: readonly unknown[] = ['EOF', 'EPIPE', 'ECONNRESET'];

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException).code;

/** Whoever started us may have left the pipe in a mode that does not block. */
const mustWait = (error: unknown): boolean => {
  if (codeOf(error) !== 'EAGAIN') return false;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
  return true;
};

const endOrThrow = (error: unknown): 0 => {
  if (GONE.includes(codeOf(error))) return 0;
  throw error;
};

const withoutFirst = (pieces: readonly Uint8Array[], written: number): readonly Uint8Array[] => {
  let [piece, left] = [0, written];
  while (piece < pieces.length && left >= pieces[piece].length) left -= pieces[piece++].length;
  return left === 0 ? pieces.slice(piece) : [pieces[piece].subarray(left), ...pieces.slice(piece + 1)];
};
