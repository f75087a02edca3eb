/** Which version of a package is installed, for records and for programs that must agree. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Read from its folder: some packages do not export their package.json. Null where it is not installed. */
export const installedVersion = (name: string): string | null => {
  for (const folder of require.resolve.paths(name) ?? []) {
    try {
      return (JSON.parse(readFileSync(`${folder}/${name}/package.json`, 'utf8')) as { version: string }).version;
    } catch {
      // not there; the next folder may have it
    }
  }
  return null;
};
