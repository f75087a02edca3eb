/**
 * A picture of pixels, the few shapes that a board needs, and PNG. A shape is a distance to its edge: half a pixel inside is
 * full colour, half a pixel outside none, so edges are smooth without drawing anything twice as large.
 */
import { zlibSync } from 'fflate';
import { crc32 } from './checksum.ts';

export type Raster = { readonly width: number; readonly height: number; readonly pixels: Uint8Array }; // [height × width × 3]

/** `0xRRGGBB`. */
export type Colour = number;

export const createRaster = (width: number, height: number, ground: Colour): Raster => {
  const raster = { width, height, pixels: new Uint8Array(width * height * 3) };
  paint(raster, [0, 0, width, height], () => -1, ground);
  return raster;
};

export const drawDisc = (raster: Raster, x: number, y: number, radius: number, colour: Colour): void =>
  paint(raster, around(x, y, radius), (atX, atY) => Math.hypot(atX - x, atY - y) - radius, colour);

export const drawRing = (
  raster: Raster,
  x: number,
  y: number,
  radius: number,
  thickness: number,
  colour: Colour,
): void => {
  const distance = (atX: number, atY: number): number =>
    Math.abs(Math.hypot(atX - x, atY - y) - radius) - thickness / 2;
  paint(raster, around(x, y, radius + thickness), distance, colour);
};

export const drawLine = (
  raster: Raster,
  [fromX, fromY]: readonly [number, number],
  [toX, toY]: readonly [number, number],
  thickness: number,
  colour: Colour,
): void => {
  const [alongX, alongY] = [toX - fromX, toY - fromY];
  const square = alongX ** 2 + alongY ** 2 || 1;
  const distance = (x: number, y: number): number => {
    const share = Math.min(1, Math.max(0, ((x - fromX) * alongX + (y - fromY) * alongY) / square));
    return Math.hypot(x - fromX - share * alongX, y - fromY - share * alongY) - thickness / 2;
  };
  const box: Box = [Math.min(fromX, toX), Math.min(fromY, toY), Math.max(fromX, toX), Math.max(fromY, toY)];
  paint(raster, box, distance, colour, thickness);
};

/** Digits of three by five dots, row after row of three bits. */
const DIGITS = [31599, 11415, 29671, 29647, 23497, 31183, 31215, 29257, 31727, 31695];

/** A whole number around a point. */
export const drawNumber = (raster: Raster, x: number, y: number, dot: number, value: number, colour: Colour): void => {
  const digits = [...String(value)].map(Number);
  const left = x - ((digits.length * 4 - 1) * dot) / 2;
  digits.forEach((digit, place) => {
    for (let bit = 0; bit < 15; bit++) {
      if (((DIGITS[digit] >> (14 - bit)) & 1) === 0) continue;
      const dotX = Math.round(left + (place * 4 + (bit % 3)) * dot);
      const dotY = Math.round(y + (Math.floor(bit / 3) - 2.5) * dot);
      paint(raster, [dotX, dotY, dotX + dot - 1, dotY + dot - 1], () => -1, colour, 0);
    }
  });
};

type Box = readonly [left: number, top: number, right: number, bottom: number];

const around = (x: number, y: number, radius: number): Box => [x - radius, y - radius, x + radius, y + radius];

const paint = (
  { width, height, pixels }: Raster,
  [left, top, right, bottom]: Box,
  distance: (x: number, y: number) => number,
  colour: Colour,
  margin = 1,
): void => {
  const channels = [colour >> 16, (colour >> 8) & 255, colour & 255];
  for (let y = Math.max(0, Math.floor(top - margin)); y <= Math.min(height - 1, bottom + margin); y++) {
    for (let x = Math.max(0, Math.floor(left - margin)); x <= Math.min(width - 1, right + margin); x++) {
      const cover = Math.min(1, Math.max(0, 0.5 - distance(x, y)));
      if (cover === 0) continue;
      const at = (y * width + x) * 3;
      for (let channel = 0; channel < 3; channel++) {
        pixels[at + channel] += Math.round(cover * (channels[channel] - pixels[at + channel]));
      }
    }
  }
};

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

export const encodePng = ({ width, height, pixels }: Raster): Uint8Array => {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, 2], 8); // bits a channel, RGB
  const stride = width * 3;
  const rows = new Uint8Array(height * (stride + 1)); // each row begins with its filter: 0, none
  for (let row = 0; row < height; row++) {
    rows.set(pixels.subarray(row * stride, (row + 1) * stride), row * (stride + 1) + 1);
  }
  const parts = [SIGNATURE, chunk('IHDR', header), chunk('IDAT', zlibSync(rows)), chunk('IEND', new Uint8Array(0))];
  return new Uint8Array(Buffer.concat(parts));
};

/** Length, name, data, checksum of the two. */
const chunk = (name: string, data: Uint8Array): Uint8Array => {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(name), 4);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
  return bytes;
};
