/** `npm run golden`: writes the golden files anew. Read the diff line by line before committing it. */
import { writeFileSync } from 'node:fs';
import { GOLDEN_FILES, goldenPath } from './golden-files.ts';

for (const [name, make] of Object.entries(GOLDEN_FILES)) {
  writeFileSync(goldenPath(name), make());
  process.stdout.write(`wrote ${goldenPath(name)}\n`);
}
