/** The program as the package has it: compiled, which starts in a third of the time that tsx takes with the sources. */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** What Node is started with, before the words of a command. */
export const PROGRAM: readonly [string] = [resolve(ROOT, 'dist/cli/main.js')];

/** The same from the sources, as `npm run tzaar` has it: for parts of one's own in TypeScript, which import the sources. */
export const SOURCE_PROGRAM: readonly string[] = ['--import', 'tsx', resolve(ROOT, 'cli/main.ts')];

/** Once before all tests. */
export function setup(): void {
  const tsc = resolve(ROOT, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', resolve(ROOT, 'tsconfig.build.json')], { cwd: ROOT, stdio: 'inherit' });
}
