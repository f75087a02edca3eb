import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives the whole run one folder for its temporary files and removes it at the end, so that no test has to tidy up. */
export function setup(): () => void {
  const root = mkdtempSync(join(tmpdir(), 'tzaar-test-'));
  // The tests and the programs they start ask `tmpdir()`, which reads these: the first on Unix, the others on Windows.
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = root;
  return () => rmSync(root, { recursive: true, force: true, maxRetries: 5 });
}
