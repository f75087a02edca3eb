import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { crc32, crc32c } from '../../../train/watch/checksum.ts';
import { EventFile, frameRecord } from '../../../train/watch/event-file.ts';
import { floatField, intField, message, textField } from '../../../train/watch/wire.ts';

test('the checksums are those of the standards', () => {
  expect(crc32c(new TextEncoder().encode('123456789')).toString(16)).toBe('e3069283');
  expect(crc32(new TextEncoder().encode('123456789')).toString(16)).toBe('cbf43926');
});

test('fields are encoded as protocol buffers have them', () => {
  expect([...message(intField(1, 300), textField(2, 'ab'), floatField(3, 1))]).toEqual([
    8, 0xac, 2, 18, 2, 97, 98, 29, 0, 0, 128, 63,
  ]);
  expect([...intField(2, 2 ** 40)]).toEqual([16, 128, 128, 128, 128, 128, 32]);
});

test('a file is a sequence of framed records, beginning with its version', () => {
  const file = new EventFile(mkdtempSync(join(tmpdir(), 'tzaar-events-')), 1_700_000_000);
  file.scalar('loss/policy', 7, 0.5, 1_700_000_001);
  file.histogram('values', 7, [0, 0.5, 1], 1_700_000_002);
  const bytes = new Uint8Array(readFileSync(file.path));
  const payloads: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = Number(new DataView(bytes.buffer, bytes.byteOffset + at).getBigUint64(0, true));
    const payload = bytes.slice(at + 12, at + 12 + length);
    expect(bytes.slice(at, at + 16 + length)).toEqual(frameRecord(payload));
    payloads.push(payload);
    at += 16 + length;
  }
  expect(payloads).toHaveLength(3);
  expect(new TextDecoder().decode(payloads[0])).toContain('brain.Event:2');
  expect(new TextDecoder().decode(payloads[1])).toContain('loss/policy');
});
