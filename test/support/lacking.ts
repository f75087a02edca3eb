/**
 * Tests that need something from outside the project (a folder, a program) skip with a printed reason where it is
 * missing, except in CI, where that is a failure.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** True where the test must be skipped. */
export const lacking = (what: string, present: boolean): boolean => {
  if (present) return false;
  if (process.env.CI === 'true') throw new Error(`CI lacks ${what}`);
  process.stderr.write(`skipped: this machine lacks ${what}\n`);
  return true;
};

/** Reference data that lie beside the project, not in it. */
export const sharedPath = (path: string): string => fileURLToPath(new URL(`../../../shared/${path}`, import.meta.url));
export const lackingShared = (path: string): boolean => lacking(`../shared/${path}`, existsSync(sharedPath(path)));
