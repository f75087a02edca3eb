/** The network that comes with this package, for commands that are not told another one. */
import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { InvalidInput } from '../../env/index.ts';
import { SHIPPED } from '../release/shipped.ts';
import { ROOT } from './project-version.ts';
import { isReleaseFolder } from './read-release.ts';

/** Where a network lies that may have been named `SHIPPED`. */
export const networkPath = (given: string): string => (given === SHIPPED ? shippedModel() : given);

/** The folder of the newest released model that is shipped, as a path from the working folder where that is shorter. */
export const shippedModel = (): string => {
  const folder = join(ROOT ?? '.', 'models/released');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => isReleaseFolder(join(folder, name))) : [];
  const newest = names.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
  if (newest === undefined) throw new InvalidInput('shipped network', folder, 'there is none; name an agent');
  const path = join(folder, newest);
  const fromHere = relative('', path);
  return fromHere.length < path.length ? fromHere : path;
};
