/** What each kind of part must look like, since it comes from a user's module. What it computes shows when it is used. */
import { fitting, list, matching, maybe, real, record, type Schema, text, whole, word } from '../env/index.ts';
import { COLUMN_TYPES } from '../models/index.ts';
import { NEIGHBOURHOODS } from '../models/program/value.ts';
import type { PartKind } from './parts.ts';

const NAME = matching(/^[A-Za-z][A-Za-z0-9-]{0,39}$/, 'a name of at most 40 letters, digits and hyphens');
const FUNCTION: Schema = fitting((given) => typeof given === 'function', 'a function');
const isObject = (given: unknown): given is object =>
  typeof given === 'object' && given !== null && !Array.isArray(given);
const isSchema = (given: unknown): boolean => isObject(given) && '~run' in given;
/** Keys with what each must be, in the words of `env/check.ts`. */
const OPTIONS: Schema = fitting(
  (given) => isObject(given) && Object.values(given).every(isSchema),
  'an object of descriptions, such as { depth: whole(1, 9) }',
);
const OBJECT: Schema = fitting(isObject, 'an object');
const DIMS: Schema = fitting(
  (given) => Array.isArray(given) && given.every((size) => Number.isInteger(size) && size > 0),
  'a list of sizes',
);

const MOST_PARTS = 100;
const parts = (one: Schema, plural: string): Schema => maybe(list(one, 0, MOST_PARTS, plural));

const SHAPES: Readonly<Record<PartKind, Schema>> = {
  trunks: parts(
    record({
      name: NAME,
      meaning: text(),
      define: FUNCTION,
      moveReads: maybe(word(NEIGHBOURHOODS)),
      problem: maybe(FUNCTION),
      microBatch: whole(1, 4096),
    }),
    'trunks',
  ),
  heads: parts(
    record({
      name: NAME,
      meaning: text(),
      output: FUNCTION,
      loss: FUNCTION,
      unit: text(),
      weight: real(0, 1000),
      dims: DIMS,
      column: record({ name: text(), type: word(Object.keys(COLUMN_TYPES)), width: whole(1, 4096) }),
      read: FUNCTION,
      target: NAME,
    }),
    'heads',
  ),
  targets: parts(record({ name: NAME, head: NAME, meaning: text(), options: OPTIONS, write: FUNCTION }), 'targets'),
  searchRules: parts(
    record({
      name: NAME,
      help: text(),
      options: OPTIONS,
      calm: OBJECT,
      allocate: FUNCTION,
      prepare: FUNCTION,
      choose: FUNCTION,
      takeBack: maybe(FUNCTION),
      isDecided: maybe(FUNCTION),
      follow: FUNCTION,
      best: FUNCTION,
      policy: FUNCTION,
    }),
    'search rules',
  ),
  agents: parts(
    record({
      name: NAME,
      help: text(),
      options: OPTIONS,
      optionsBy: maybe(OBJECT),
      limit: maybe(record({ names: list(text(), 1, 20, 'options'), standard: OBJECT })),
      olderNames: maybe(OBJECT),
      network: maybe(text()),
      open: FUNCTION,
    }),
    'agents',
  ),
};

/** What `export const parts` must be. */
export const PARTS_SHAPE: Schema = record(SHAPES);
