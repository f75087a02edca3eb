/**
 * Blobs that a worker has fetched, in a folder of its own: each is fetched once, however many jobs name it. The only folder that
 * a job can make a worker read from or write to.
 */
import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../files/make-folder.ts';
import { type BlobArea, type BlobStore, blobKey, hashOfBytes } from './blob-store.ts';

/** Of the networks of a run only the latest are asked for again. */
const KEPT = 64;

export class BlobCache {
  readonly #folder: string;
  readonly #store: BlobStore;
  /** By file: those that this process has found whole, or is fetching. */
  readonly #ready = new Map<string, Promise<string>>();

  constructor(folder: string, store: BlobStore) {
    this.#folder = folder;
    this.#store = store;
  }

  /** Where the blob lies on this machine; `ending` is put after its name. */
  async fetch(area: BlobArea, hash: string, ending = ''): Promise<string> {
    const [, , name] = blobKey(area, hash).split('/');
    const file = join(this.#folder, area, `${name}${ending}`);
    const before = this.#ready.get(file);
    if (before !== undefined) return before;
    const fetched = this.#fetch(area, hash, file);
    this.#ready.set(file, fetched);
    fetched.catch(() => this.#ready.delete(file));
    return fetched;
  }

  async #fetch(area: BlobArea, hash: string, file: string): Promise<string> {
    makeFolder(join(this.#folder, area));
    const cached = await readFile(file).catch(() => null);
    if (cached !== null && hashOfBytes(cached) === hash) {
      await utimes(file, new Date(), new Date()).catch(() => {});
      return file;
    }
    const bytes = await this.#store.get(area, hash);
    const draft = `${file}.${randomUUID()}.partial`; // other workers may share the folder
    await writeFile(draft, bytes);
    await rename(draft, file);
    await this.#removeOldest(area);
    return file;
  }

  async #removeOldest(area: BlobArea): Promise<void> {
    const folder = join(this.#folder, area);
    const files: { readonly file: string; readonly usedMs: number }[] = [];
    for (const name of await readdir(folder)) {
      const file = join(folder, name);
      const found = await stat(file).catch(() => null);
      if (found?.isFile()) files.push({ file, usedMs: found.mtimeMs });
    }
    files.sort((one, other) => other.usedMs - one.usedMs);
    for (const { file } of files.slice(KEPT)) {
      this.#ready.delete(file);
      await rm(file, { force: true });
    }
  }
}
