/**
 * JSON objects of a run's folder; a sentence says why one cannot be read. They are sealed: the last key is the SHA-256 of
 * all others as they are written, since a changed digit is JSON like any other.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { InvalidInput, isRecord } from '../../env/index.ts';
import { describeFailure } from '../../fleet/index.ts';

type JsonObject = Readonly<Record<string, unknown>>;

export const formatSealed = (value: JsonObject): string => {
  const sha256 = createHash('sha256')
    .update(JSON.stringify(value, null, 2))
    .digest('hex');
  return `${JSON.stringify({ ...value, sha256 }, null, 2)}\n`;
};

/** Whether files without a seal are taken, as those of older programs are. */
export type SealOption = { readonly sealed: 'always' | 'if it has one' };

/**
 * Null for a file that is not there. Errors use the name `called`: their reader need not know where the run lies.
 */
export const readRunJson = (file: string, called: string, { sealed }: SealOption): JsonObject | null => {
  const refuse = (why: string, cause?: unknown): never => {
    throw new InvalidInput('run', called, `its ${basename(file)} ${why}`, { cause });
  };
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    refuse(`cannot be read: ${describeFailure(error as NodeJS.ErrnoException)}`, error);
  }
  const value = parseObject(text);
  if (value === null) return refuse('is damaged: expected a JSON object');
  const { sha256, ...rest } = value;
  if (sha256 === undefined && sealed !== 'always') return rest;
  if (sha256 === undefined) refuse('is damaged: its SHA-256 is missing');
  if (!isSealed(rest, text)) refuse('is damaged, or was changed by hand: its SHA-256 does not match');
  return rest;
};

const isSealed = (value: JsonObject, text: string): boolean => {
  try {
    return formatSealed(value) === text;
  } catch {
    return false; // nested deeper than anything that was written here
  }
};

const parseObject = (text: string): JsonObject | null => {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
};
