/** Imports a user's module, in TypeScript too; a sentence says why one cannot be. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { InvalidInput } from '../env/index.ts';

/** What a module exports, by name. */
export type Exported = Readonly<Record<string, unknown>>;

/** Imports a user's module; `file` is absolute, `path` what the user wrote. */
export const importModule = async (file: string, path: string): Promise<Exported> => {
  if (/\.m?ts$/.test(file)) await readyForTypeScript(path);
  try {
    const exported: Exported = await import(pathToFileURL(file).href);
    return unwrap(exported);
  } catch (error) {
    throw new InvalidInput('module', path, `it cannot be loaded: ${messageOf(error)}`, { cause: error });
  }
};

/** Where tsx takes a file for CommonJS, as in folders whose package.json does not say "module", its exports lie one deeper. */
const unwrap = (exported: Exported): Exported => {
  const inner = exported.default;
  const isWrapped = Object.keys(exported).length === 1 && typeof inner === 'object' && inner !== null;
  return isWrapped ? (inner as Exported) : exported;
};

/** One line; where the first only counts what follows ("Transform failed with 1 error:"), the next one too. */
const messageOf = (error: unknown): string => {
  const [line, next] = (error instanceof Error ? error.message : String(error)).split('\n');
  return line.endsWith(':') && next !== undefined ? `${line} ${next.trim()}` : line;
};

/** The sources run where TypeScript is understood; newer versions of Node strip types by themselves. */
const isReady = (): boolean =>
  import.meta.url.endsWith('.ts') || Boolean((process.features as { typescript?: unknown }).typescript);

let registered: Promise<void> | null = null;

const readyForTypeScript = async (path: string): Promise<void> => {
  if (isReady()) return;
  registered ??= registerTsx();
  try {
    await registered;
  } catch (error) {
    registered = null;
    const expected = `Node ${process.version} cannot read TypeScript: compile it to JavaScript, install tsx (npm install tsx) or use Node 22.18 or later`;
    throw new InvalidInput('module', path, expected, { cause: error });
  }
};

/** The user's own tsx first: this package has none where it is installed. */
const registerTsx = async (): Promise<void> => {
  const manifest = findTsx(join(process.cwd(), 'here.js')) ?? findTsx(import.meta.url);
  if (manifest === undefined) throw new Error('tsx was not found');
  const { exports } = JSON.parse(readFileSync(manifest, 'utf8'));
  for (const api of TSX) {
    // By hand, since only the ESM build of it works, and a package found from elsewhere resolves to the other.
    const file = join(dirname(manifest), exports[api].import.default);
    const { register } = (await import(pathToFileURL(file).href)) as { register(): unknown };
    register();
  }
};

/** Both: files in folders whose package.json does not say "module" count as CommonJS. */
const TSX = ['./cjs/api', './esm/api'] as const;

/** The package.json of the tsx that code in this file would get. */
const findTsx = (from: string): string | undefined => {
  try {
    return createRequire(from).resolve('tsx/package.json');
  } catch {
    return undefined;
  }
};
