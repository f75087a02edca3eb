/**
 * Zip files that tell when a single bit of them has changed: the comment at the end of the archive, which zip readers pass over, is the
 * SHA-256 of every byte before it. The CRC-32 that zip has of its own leaves out the directory, and fflate does not look at it.
 */
import { createHash } from 'node:crypto';
import { unzipSync, type ZipOptions, type Zippable, zipSync } from 'fflate';

const PREFIX = 'sha256:';
const SEAL_LENGTH = PREFIX.length + 64;

export const zipSealed = (files: Zippable, options: ZipOptions): Uint8Array => {
  const plain = zipSync(files, options);
  const bytes = new Uint8Array(plain.length + SEAL_LENGTH);
  bytes.set(plain);
  new DataView(bytes.buffer).setUint16(plain.length - 2, SEAL_LENGTH, true); // the length of the comment ends the archive
  bytes.set(new TextEncoder().encode(sealOf(bytes.subarray(0, plain.length))), plain.length);
  return bytes;
};

const sealOf = (bytes: Uint8Array): string => `${PREFIX}${createHash('sha256').update(bytes).digest('hex')}`;

/** `none` for an archive of anybody else, and where the seal itself is what was hit. */
export const checkSeal = (bytes: Uint8Array): 'whole' | 'damaged' | 'none' => {
  const at = bytes.length - SEAL_LENGTH;
  const seal = new TextDecoder().decode(bytes.subarray(Math.max(0, at)));
  if (at < 0 || !/^sha256:[0-9a-f]{64}$/.test(seal)) return 'none';
  return seal === sealOf(bytes.subarray(0, at)) ? 'whole' : 'damaged';
};

export type ZipEntry = { readonly name: string; readonly bytes: number };

/** What an archive holds and how large each file says it is once unpacked. Nothing is unpacked. */
export const listZip = (bytes: Uint8Array): ZipEntry[] => {
  const entries: ZipEntry[] = [];
  unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      entries.push({ name, bytes: originalSize });
      return false;
    },
  });
  return entries;
};

/** Only these files; each takes no more memory than `listZip` says. */
export const unzipSome = (bytes: Uint8Array, names: ReadonlySet<string>): Readonly<Record<string, Uint8Array>> =>
  unzipSync(bytes, { filter: ({ name }) => names.has(name) });
