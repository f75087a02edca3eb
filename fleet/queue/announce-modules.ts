/** A trainer's users' modules on their way to workers: each is one file, and goes into the blob store as it is. */
import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { InvalidInput } from '../../env/index.ts';
import type { BlobStore } from '../blobs/blob-store.ts';
import type { ModuleRef } from '../load-parts.ts';
import type { ModuleMessage } from './job-message.ts';

export const announceModules = async (modules: readonly ModuleRef[], blobs: BlobStore): Promise<ModuleMessage[]> => {
  const announced: ModuleMessage[] = [];
  for (const { path, hash } of modules) {
    if ((await blobs.put('modules', readFileSync(path))) !== hash)
      throw new InvalidInput('module', path, 'it changed since the run began');
    announced.push({
      hash,
      ending: extname(path),
      name: basename(path)
        .replace(/[^\w.-]/g, '_')
        .slice(0, 100),
    });
  }
  return announced;
};
