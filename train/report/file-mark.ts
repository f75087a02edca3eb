/**
 * Tells a file that has grown from another one of the same name, such as the metrics of a run that was deleted and begun
 * again. Its inode number alone does not: file systems reuse it. Its time of creation is not known everywhere. So
 * the beginning of the content counts too, which for metrics holds the moment of the first line.
 */
import { fstatSync, readSync } from 'node:fs';

/** By what a file is known again. */
export type FileMark = { readonly inode: number; readonly head: Buffer };

/** More than the time of a line takes; a file that is shorter still is marked by what it has. */
const HEAD_BYTES = 256;

/** Marks an open file. One that has grown should be marked again. */
export const markFile = (file: number): FileMark => {
  const head = Buffer.alloc(HEAD_BYTES);
  return { inode: fstatSync(file).ino, head: head.subarray(0, readSync(file, head, 0, HEAD_BYTES, 0)) };
};

/** Whether `now` can be the file that was marked `before`, as it is or grown. */
export const isSameFile = (before: FileMark, now: FileMark): boolean =>
  before.inode === now.inode && before.head.equals(now.head.subarray(0, before.head.length));
