import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GOLDEN_FILES, goldenPath } from './golden-files.ts';

test.each(Object.entries(GOLDEN_FILES))('%s is as on file (npm run golden writes it anew)', (name, make) => {
  expect(make()).toBe(readFileSync(goldenPath(name), 'utf8'));
});
