/** `npm run golden`: writes the golden files anew. Read the diff line by line before committing it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { GOLDEN_FILES, goldenPath } from './golden-files.ts';

for (const [name, make] of Object.entries(GOLDEN_FILES)) {
  mkdirSync(dirname(goldenPath(name)), { recursive: true });
  writeFileSync(goldenPath(name), make());
  process.stdout.write(`wrote ${goldenPath(name)}\n`);
}
