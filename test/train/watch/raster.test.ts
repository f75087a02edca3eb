import { unzlibSync } from 'fflate';
import { expect, test } from 'vitest';
import { emptyPosition, randomStream, startPosition } from '../../../env/index.ts';
import { drawBoard } from '../../../train/watch/board-image.ts';
import { crc32 } from '../../../train/watch/checksum.ts';
import { createRaster, drawDisc, drawNumber, encodePng, type Raster } from '../../../train/watch/raster.ts';

/** Reads a PNG as the format says, checksums included. */
const decodePng = (png: Uint8Array): Raster => {
  const bytes = Buffer.from(png);
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    expect(bytes.readUInt32BE(at + 8 + length)).toBe(crc32(bytes.subarray(at + 4, at + 8 + length)));
    chunks.set(bytes.toString('latin1', at + 4, at + 8), bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const header = chunks.get('IHDR')!;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  expect([...header.subarray(8)]).toEqual([8, 2, 0, 0, 0]);
  expect(chunks.has('IEND')).toBe(true);
  const rows = unzlibSync(chunks.get('IDAT')!);
  const pixels = new Uint8Array(width * height * 3);
  for (let row = 0; row < height; row++) {
    expect(rows[row * (width * 3 + 1)]).toBe(0);
    pixels.set(rows.subarray(row * (width * 3 + 1) + 1, (row + 1) * (width * 3 + 1)), row * width * 3);
  }
  return { width, height, pixels };
};

const at = ({ width, pixels }: Raster, x: number, y: number): number[] => [
  ...pixels.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
];

test('a picture survives PNG', () => {
  const raster = drawBoard(startPosition('random', randomStream(1)));
  expect(decodePng(encodePng(raster))).toEqual(raster);
});

test('a disc is full inside, nothing outside and something between at its edge', () => {
  const raster = createRaster(21, 21, 0xffffff);
  drawDisc(raster, 10, 10, 6, 0x000000);
  expect(at(raster, 10, 10)).toEqual([0, 0, 0]);
  expect(at(raster, 10, 2)).toEqual([255, 255, 255]);
  const [edge] = at(raster, 10, 4);
  expect(edge).toBeGreaterThan(60);
  expect(edge).toBeLessThan(200);
});

test('shapes beyond the edge of the picture are cut off', () => {
  const raster = createRaster(8, 8, 0x112233);
  drawDisc(raster, -2, 4, 5, 0xff0000);
  drawNumber(raster, 7, 7, 2, 12, 0xff0000);
  expect(raster.pixels).toHaveLength(8 * 8 * 3);
  expect(at(raster, 0, 4)).toEqual([255, 0, 0]);
});

test('an empty board shows its lines, and stacks stand on them', () => {
  const [empty, full] = [emptyPosition(), startPosition('fixed', randomStream(1))].map(drawBoard);
  const colours = ({ pixels }: Raster): number => {
    const seen = new Set<number>();
    for (let i = 0; i < pixels.length; i += 3) seen.add((pixels[i] << 16) | (pixels[i + 1] << 8) | pixels[i + 2]);
    return seen.size;
  };
  expect(colours(empty)).toBeGreaterThan(5);
  for (const colour of [0xfffdf6, 0x33363b, 0xb3541e, 0xf0b429]) {
    const channels = [colour >> 16, (colour >> 8) & 255, colour & 255];
    const holds = ({ pixels }: Raster): boolean =>
      pixels.some((_, i) => i % 3 === 0 && channels.every((channel, place) => pixels[i + place] === channel));
    expect([holds(empty), holds(full)]).toEqual([false, true]);
  }
});
