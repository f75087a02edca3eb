/** Which program this is, for records: the package's version and, in a clone, the commit of its source. */
import { execFileSync, type StdioOptions } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the package; compiled code lies one folder deeper in it than the sources. */
export const ROOT: string | undefined = ['../..', '../../..']
  .map((up) => join(dirname(fileURLToPath(import.meta.url)), up))
  .find((folder) => existsSync(join(folder, 'package.json')));

type PackageFacts = { readonly version: string; readonly optionalDependencies?: Readonly<Record<string, string>> };

const packageFacts = (): PackageFacts =>
  ROOT === undefined ? { version: 'unknown' } : JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** The version of this package. */
export const projectVersion = (): string => packageFacts().version;

/** An optional package as npm is asked for it, in the version that this program was made with. */
export const wantedVersion = (name: string): string => {
  const version = packageFacts().optionalDependencies?.[name];
  return version === undefined ? name : `${name}@${version}`;
};

/** Whether this program runs from its sources, as in a clone, and not from the package. */
export const COMES_AS_SOURCE: boolean = import.meta.url.endsWith('.ts');

/** `null` where the program was installed from a package, or git is missing. */
export const sourceHash = (): string | null => askGit('rev-parse', 'HEAD');

/** Whether sources differ from the commit that `sourceHash` names. */
export const isSourceChanged = (): boolean => (askGit('status', '--porcelain', '--untracked-files=no') ?? '') !== '';

const askGit = (...args: readonly string[]): string | null => {
  if (ROOT === undefined || !existsSync(join(ROOT, '.git'))) return null;
  try {
    const stdio: StdioOptions = ['ignore', 'pipe', 'ignore'];
    return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio }).trim();
  } catch {
    return null;
  }
};

/** The command that starts this program, as people would type it: in a clone it is not on the path. */
export const COMMAND: string = COMES_AS_SOURCE ? 'npm run -s tzaar --' : 'tzaar';
