/** The two 32-bit checksums that our file formats need; both are one table walk over reflected polynomials. */

/** Castagnoli's, used by event files. */
export const crc32c = (bytes: Uint8Array): number => checksum(CASTAGNOLI, bytes);

/** The one used by PNG and zip. */
export const crc32 = (bytes: Uint8Array): number => checksum(STANDARD, bytes);

const tableOf = (polynomial: number): Uint32Array =>
  Uint32Array.from({ length: 256 }, (_, index) => {
    let value = index;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1;
    return value;
  });

const CASTAGNOLI = tableOf(0x82f63b78);
const STANDARD = tableOf(0xedb88320);

const checksum = (table: Uint32Array, bytes: Uint8Array): number => {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (sum >>> 8) ^ table[(sum ^ byte) & 0xff];
  return (sum ^ 0xffffffff) >>> 0;
};
