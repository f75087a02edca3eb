/**
 * Users' modules on a worker. Each is one file, in the worker's cache, which imports from this program alone: from `tzaar-zero/env`
 * and so on, or, as in a clone, from `../env/index.ts`. Both are laid around the module as files that hand on what this very
 * process has loaded, so that a part is registered where the program looks for it.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { InvalidInput } from '../../env/index.ts';
import { COMES_AS_SOURCE, projectVersion, ROOT } from '../../models/node/project-version.ts';
import { BlobCache } from '../blobs/blob-cache.ts';
import type { BlobStore } from '../blobs/blob-store.ts';
import { writeAtomic } from '../files/atomic-file.ts';
import { makeFolder } from '../files/make-folder.ts';
import type { ModuleRef } from '../load-parts.ts';
import type { ModuleMessage } from './job-message.ts';

/** The faces of the package that a module may import. */
const FACES = [
  'env',
  'models',
  'models/tfjs',
  'models/onnx',
  'models/node',
  'agents',
  'fleet',
  'arena',
  'train',
] as const;

export class WorkerModules {
  readonly #folder: string;
  readonly #cache: BlobCache;
  readonly #isAllowed: boolean;
  #isLaid = false;

  constructor(cache: string, blobs: BlobStore, isAllowed: boolean) {
    const place = createHash('sha256').update(`${ROOT} ${projectVersion()}`).digest('hex').slice(0, 16);
    this.#folder = join(cache, `program-${place}`); // copies of this program share a cache
    this.#cache = new BlobCache(this.#folder, blobs);
    this.#isAllowed = isAllowed;
  }

  /** Where the modules of a job lie, all of which its trainer has announced. */
  async fetch(modules: readonly ModuleMessage[], announced: () => Promise<readonly string[]>): Promise<ModuleRef[]> {
    if (modules.length === 0) return [];
    const refuse = (name: string, why: string): never => {
      throw new InvalidInput('module', name, why);
    };
    if (!this.#isAllowed) refuse(modules[0].name, 'this worker was told to load no modules (--no-modules)');
    const known = await announced();
    const found: ModuleRef[] = [];
    for (const { hash, ending, name } of modules) {
      if (!known.includes(hash)) refuse(name, `no trainer has announced the module ${hash}`);
      this.#layProgram();
      found.push({ path: await this.#cache.fetch('modules', hash, ending), hash });
    }
    return found;
  }

  #layProgram(): void {
    if (this.#isLaid) return;
    const lay = (path: string, text: string): void => {
      makeFolder(join(this.#folder, path, '..'));
      writeAtomic(join(this.#folder, path), text);
    };
    lay('package.json', JSON.stringify({ type: 'module', private: true }));
    for (const face of FACES) {
      const code = join(ROOT!, COMES_AS_SOURCE ? `${face}/index.ts` : `dist/${face}/index.js`);
      if (!existsSync(code)) continue;
      const text = `export * from ${JSON.stringify(pathToFileURL(code).href)};\n`;
      for (const ending of ['ts', 'js']) lay(`${face}/index.${ending}`, text);
      lay(`node_modules/tzaar-zero/${face}/index.js`, text);
    }
    const exports = Object.fromEntries(FACES.map((face) => [`./${face}`, `./${face}/index.js`]));
    lay('node_modules/tzaar-zero/package.json', JSON.stringify({ name: 'tzaar-zero', type: 'module', exports }));
    this.#isLaid = true;
  }
}
