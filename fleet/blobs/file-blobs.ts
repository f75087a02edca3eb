/** Blobs in a folder, which may be one that several machines share. */
import { randomUUID } from 'node:crypto';
import { constants, copyFile, link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { makeFolder } from '../files/make-folder.ts';
import { describeFailure } from '../files/synced-file.ts';
import {
  type BlobArea,
  BlobFault,
  type BlobStore,
  blobKey,
  checkBlob,
  formatStore,
  hashOfBytes,
  parseStore,
  STORE_FILE,
} from './blob-store.ts';

/** Asynchronous throughout: a slow share must not keep a worker from renewing the locks of its jobs. */
export class FileBlobs implements BlobStore {
  readonly name: string;
  readonly #root: string;

  constructor(root: string) {
    this.#root = resolve(root);
    this.name = this.#root;
  }

  async identify(): Promise<string> {
    makeFolder(this.#root);
    const file = join(this.#root, STORE_FILE);
    try {
      const draft = `${file}.${randomUUID()}`;
      await writeSafely(draft, new TextEncoder().encode(formatStore(randomUUID())));
      // Of several programs that begin a store at once, one is first. Some shares know no second name for a file.
      await link(draft, file)
        .catch((error) => (isInTheWay(error) ? undefined : copyFile(draft, file, constants.COPYFILE_EXCL)))
        .catch((error) => {
          if (!isInTheWay(error)) throw error;
        });
      await rm(draft, { force: true });
      return parseStore(await readFile(file, 'utf8'), this.name);
    } catch (error) {
      throw this.#unreachable(error);
    }
  }

  async put(area: BlobArea, bytes: Uint8Array): Promise<string> {
    const hash = hashOfBytes(bytes);
    const file = join(this.#root, blobKey(area, hash));
    try {
      // The root is never made here: where a share is not mounted, its folder is empty or not there.
      await stat(join(this.#root, STORE_FILE));
      for (const folder of [join(this.#root, area), dirname(file)])
        await mkdir(folder).catch((error) => {
          if (!isInTheWay(error)) throw error;
        });
      const draft = `${file}.${randomUUID()}.partial`;
      await writeSafely(draft, bytes);
      await rename(draft, file);
      return hash;
    } catch (error) {
      throw this.#unreachable(error);
    }
  }

  async get(area: BlobArea, hash: string): Promise<Uint8Array> {
    const file = join(this.#root, blobKey(area, hash));
    let bytes: Uint8Array;
    try {
      bytes = new Uint8Array(await readFile(file)); // and not a Buffer, whose slices are no copies
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || !(await this.#isThere()))
        throw this.#unreachable(error);
      throw new BlobFault('missing', 'blob', hash, `it is not in ${this.name}`, { cause: error });
    }
    return checkBlob(bytes, hash, this.name);
  }

  async remove(area: BlobArea, hash: string): Promise<void> {
    try {
      await rm(join(this.#root, blobKey(area, hash)), { force: true });
    } catch (error) {
      throw this.#unreachable(error);
    }
  }

  async #isThere(): Promise<boolean> {
    return stat(join(this.#root, STORE_FILE)).then(
      () => true,
      () => false,
    );
  }

  #unreachable(error: unknown): Error {
    if (error instanceof Error && error.name === 'InvalidInput') return error;
    const why = describeFailure(error as NodeJS.ErrnoException);
    return new BlobFault('unreachable', 'blob store', this.name, `it cannot be reached: ${why}`, { cause: error });
  }
}

const isInTheWay = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EEXIST';

const writeSafely = async (path: string, bytes: Uint8Array): Promise<void> => {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
};
