/** The network that comes with this package, for commands that are not told another one. */
import { join, relative } from 'node:path';
import { InvalidInput } from '../../env/index.ts';
import { SHIPPED, SHIPPED_RELEASE } from '../release/shipped.ts';
import { ROOT } from './project-version.ts';
import { isReleaseFolder } from './read-release.ts';

/** Where a network lies that may have been named `SHIPPED`. */
export const networkPath = (given: string): string => (given === SHIPPED ? shippedModel() : given);

/** The folder of the released model that is shipped, as a path from the working folder where that is shorter. */
export const shippedModel = (): string => {
  const path = join(ROOT ?? '.', 'models/released', SHIPPED_RELEASE);
  if (!isReleaseFolder(path)) throw new InvalidInput('shipped network', path, 'it is not there; name an agent');
  const fromHere = relative('', path);
  return fromHere.length < path.length ? fromHere : path;
};
