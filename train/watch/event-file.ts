/**
 * Event files that TensorBoard reads: records of a length, a payload and their checksums (TFRecord), each payload an
 * `Event` message. The format is small and fixed, so it is written here by hand; no kept package writes it.
 */

import { appendFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { InvalidInput } from '../../env/index.ts';
import { describeFailure, makeFolder } from '../../fleet/index.ts';
import type { FlatSettings } from '../experiment/flatten-settings.ts';
import { crc32c } from './checksum.ts';
import { sessionStart } from './hyperparameters.ts';
import { bytesField, doubleField, floatField, intField, message, packedDoubles, textField } from './wire.ts';

/** A file that TensorBoard reads. */
export class EventFile {
  readonly path: string;

  constructor(folder: string, wallTimeSeconds: number) {
    makeFolder(folder);
    this.path = join(folder, `events.out.tfevents.${Math.floor(wallTimeSeconds)}.${hostname()}.${process.pid}`);
    this.#append(message(doubleField(1, wallTimeSeconds), textField(3, 'brain.Event:2')));
  }

  scalar(tag: string, step: number, value: number, wallTimeSeconds: number): void {
    this.#summary(step, wallTimeSeconds, message(textField(1, tag), floatField(2, value)));
  }

  /** Values in thirty equal buckets; what is not a number is left out. */
  histogram(tag: string, step: number, values: ArrayLike<number>, wallTimeSeconds: number): void {
    this.#summary(step, wallTimeSeconds, message(textField(1, tag), bytesField(5, histogramProto(values))));
  }

  /** A picture as PNG, in RGB. */
  image(tag: string, step: number, png: Uint8Array, width: number, height: number, wallTimeSeconds: number): void {
    const image = message(intField(1, height), intField(2, width), intField(3, 3), bytesField(4, png));
    this.#summary(step, wallTimeSeconds, message(textField(1, tag), bytesField(4, image)));
  }

  /** Settings for the HParams tab; its plug-in takes the run's curves as what they led to. */
  hyperparameters(settings: FlatSettings, wallTimeSeconds: number): void {
    this.#summary(0, wallTimeSeconds, sessionStart(settings, wallTimeSeconds));
  }

  #summary(step: number, wallTimeSeconds: number, value: Uint8Array): void {
    const summary = message(bytesField(1, value));
    this.#append(message(doubleField(1, wallTimeSeconds), intField(2, step), bytesField(5, summary)));
  }

  #append(event: Uint8Array): void {
    try {
      appendFileSync(this.path, frameRecord(event));
    } catch (error) {
      const why = `cannot be written: ${describeFailure(error as NodeJS.ErrnoException)}`;
      throw new InvalidInput('file', this.path, why, { cause: error });
    }
  }
}

const BUCKETS = 30;

const histogramProto = (values: ArrayLike<number>): Uint8Array => {
  const numbers = Array.from(values).filter(Number.isFinite);
  const least = numbers.reduce((one, other) => Math.min(one, other), numbers[0] ?? 0); // spread would overflow the stack
  const most = numbers.reduce((one, other) => Math.max(one, other), numbers[0] ?? 0);
  const width = (most - least) / BUCKETS || 1;
  const counts = new Array<number>(BUCKETS).fill(0);
  for (const value of numbers) counts[Math.min(BUCKETS - 1, Math.floor((value - least) / width))]++;
  const limits = counts.map((_, bucket) => least + width * (bucket + 1));
  const sum = numbers.reduce((total, value) => total + value, 0);
  const squares = numbers.reduce((total, value) => total + value * value, 0);
  return message(
    doubleField(1, least),
    doubleField(2, most),
    doubleField(3, numbers.length),
    doubleField(4, sum),
    doubleField(5, squares),
    packedDoubles(6, limits),
    packedDoubles(7, counts),
  );
};

/** Length, its checksum, the payload, its checksum. */
export const frameRecord = (payload: Uint8Array): Uint8Array => {
  const frame = new Uint8Array(16 + payload.length);
  const view = new DataView(frame.buffer);
  view.setBigUint64(0, BigInt(payload.length), true);
  view.setUint32(8, maskedChecksum(frame.subarray(0, 8)), true);
  frame.set(payload, 12);
  view.setUint32(12 + payload.length, maskedChecksum(payload), true);
  return frame;
};

/** Masked, since checksums of data that contain checksums are weak. */
const maskedChecksum = (bytes: Uint8Array): number => {
  const checksum = crc32c(bytes);
  return (((checksum >>> 15) | (checksum << 17)) + 0xa282ead8) >>> 0;
};
