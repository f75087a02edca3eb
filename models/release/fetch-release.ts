/** Released models from the web: the same checks as from a folder, and a sentence for each way a download can fail. */
import { InvalidInput } from '../../env/index.ts';
import { loadRelease, type ReadReleaseFile, type Release } from './load-release.ts';

/** What `fetchRelease` may be told. */
export type FetchOptions = {
  /** Stops the downloads. */
  readonly signal?: AbortSignal;
  /** Is called with how many bytes of which file have arrived. */
  readonly onProgress?: (file: string, bytes: number) => void;
};

/** Loads the released model whose files lie under `url`, as in `fetchRelease('models/best/')`. */
export const fetchRelease = async (url: string, options: FetchOptions = {}): Promise<Release> => {
  const folder = folderAddress(url);
  return loadRelease(fileFetcher(folder, options), folder);
};

/** Relative addresses are relative to the page; a worker or Node has none and needs whole ones. */
const folderAddress = (url: string): string => {
  const base = (globalThis as { document?: { baseURI: string }; location?: { href: string } }) ?? {};
  try {
    const address = new URL(url, base.document?.baseURI ?? base.location?.href);
    if (!address.pathname.endsWith('/')) address.pathname += '/';
    return address.href;
  } catch (error) {
    throw new InvalidInput('address of a released model', url, 'expected a URL of its folder', { cause: error });
  }
};

const fileFetcher =
  (folder: string, { signal, onProgress }: FetchOptions): ReadReleaseFile =>
  async (name, most) => {
    const address = new URL(name, folder);
    address.search = new URL(folder).search; // signed addresses keep their signature
    const refuse = (why: string, cause?: unknown): never => {
      throw new InvalidInput('released model', folder, `its ${name} ${why}`, { cause });
    };
    let response: Response;
    try {
      response = await fetch(address, signal === undefined ? {} : { signal });
    } catch (error) {
      if (signal?.aborted) throw error;
      return refuse(
        `cannot be fetched: no answer, or the server does not allow this page (${messageOf(error)})`,
        error,
      );
    }
    if (!response.ok) {
      return refuse(response.status === 404 ? 'is not there (404)' : `cannot be fetched (status ${response.status})`);
    }
    try {
      return await readBody(response, most, (bytes) => onProgress?.(name, bytes));
    } catch (error) {
      if (signal?.aborted) throw error;
      return refuse(`stopped coming in the middle (${messageOf(error)})`, error);
    }
  };

/** Reads one byte more than `most` at most: enough to see that there are too many. */
const readBody = async (response: Response, most: number, hear: (bytes: number) => void): Promise<Uint8Array> => {
  if (response.body === null) return new Uint8Array(await response.arrayBuffer());
  const parts: Uint8Array[] = [];
  const stream = response.body.getReader();
  let size = 0;
  for (;;) {
    const { done, value } = await stream.read();
    if (done) break;
    parts.push(value);
    size += value.length;
    hear(size);
    if (size > most) {
      await stream.cancel();
      break;
    }
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
