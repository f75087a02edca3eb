/**
 * Blobs in a bucket of S3, or of any server that speaks its protocol. Keys come from the environment, as other programs of S3 read
 * them, and never from an address, which would be shown.
 */
import { randomUUID } from 'node:crypto';
import { InvalidInput } from '../../env/index.ts';
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

const EXPECTED =
  'expected s3://bucket/folder, with ?endpoint=https://host and ?region=name where it is not of Amazon, and keys in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';

/** An answer that does not come within it counts as none. */
const TIMEOUT_MS = 60_000;

type Send = (method: 'GET' | 'PUT' | 'DELETE', key: string, init?: S3Request) => Promise<Response>;
type S3Request = { readonly body?: Uint8Array; readonly headers?: Readonly<Record<string, string>> };

/** Opens `s3://bucket/folder?endpoint=…&region=…`; nothing is asked of the server yet. */
export const openS3Blobs = async (url: URL): Promise<BlobStore> => {
  const { username, password, hostname: bucket, pathname, searchParams, hash } = url;
  const refuse = (why: string): never => {
    throw new InvalidInput('blob store', `s3://${bucket}${pathname}`, why);
  };
  if (username !== '' || password !== '')
    refuse('keys belong in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, not into the address');
  const folder = pathname.replace(/^\/|\/$/g, '');
  const isFit = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) && /^([\w-][\w.-]*(\/[\w-][\w.-]*)*)?$/.test(folder);
  const others = [...searchParams.keys()].filter((key) => key !== 'endpoint' && key !== 'region');
  if (!isFit || others.length > 0 || hash !== '') refuse(EXPECTED);
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = process.env;
  if (!accessKeyId || !secretAccessKey) return refuse('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set');
  const region = searchParams.get('region') ?? process.env.AWS_REGION ?? 'us-east-1';
  const endpoint =
    searchParams.get('endpoint') ?? process.env.AWS_ENDPOINT_URL_S3 ?? `https://s3.${region}.amazonaws.com`;
  if (!/^https?:\/\/[^/?#@]+$/.test(endpoint)) refuse('its endpoint must be https://host or https://host:port');
  const { AwsClient } = await loadClient();
  const keys = { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
  const client = new AwsClient({ ...keys, region, service: 's3', retries: 2 });
  const root = [endpoint, bucket, ...(folder === '' ? [] : [folder])].join('/');
  const send: Send = (method, key, { body, headers = {} } = {}) =>
    client.fetch(`${root}/${key}`, {
      method,
      headers: { ...headers },
      ...(body !== undefined && { body: body as Uint8Array<ArrayBuffer> }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  return new S3Blobs(`s3://${bucket}${folder === '' ? '' : `/${folder}`}`, send);
};

const loadClient = async (): Promise<typeof import('aws4fetch')> => {
  try {
    return await import('aws4fetch');
  } catch (error) {
    const why = 'it needs one more package: npm install aws4fetch@1';
    throw new InvalidInput('blob store', 's3://…', why, { cause: error });
  }
};

class S3Blobs implements BlobStore {
  readonly name: string;
  readonly #send: Send;

  constructor(name: string, send: Send) {
    this.name = name;
    this.#send = send;
  }

  async identify(): Promise<string> {
    const before = await this.#ask('GET', STORE_FILE);
    if (before.status === 404) {
      // Of several programs that begin a store at once, one is first; all read what it wrote.
      const body = new TextEncoder().encode(formatStore(randomUUID()));
      await this.#ask('PUT', STORE_FILE, { body, headers: { 'If-None-Match': '*' } }, [412, 409]);
    }
    const answer = before.status === 404 ? await this.#ask('GET', STORE_FILE) : before;
    if (answer.status === 404) throw this.#unreachable('there is no such bucket, or it does not keep what is written');
    return parseStore(await answer.text(), this.name);
  }

  async put(area: BlobArea, bytes: Uint8Array): Promise<string> {
    const hash = hashOfBytes(bytes);
    const { status } = await this.#ask('PUT', blobKey(area, hash), { body: bytes });
    if (status === 404) throw this.#unreachable('there is no such bucket');
    return hash;
  }

  async get(area: BlobArea, hash: string): Promise<Uint8Array> {
    const answer = await this.#ask('GET', blobKey(area, hash));
    if (answer.status === 404) throw new BlobFault('missing', 'blob', hash, `it is not in ${this.name}`);
    try {
      return checkBlob(new Uint8Array(await answer.arrayBuffer()), hash, this.name);
    } catch (error) {
      throw error instanceof BlobFault ? error : this.#unreachable(reasonOf(error), error);
    }
  }

  async remove(area: BlobArea, hash: string): Promise<void> {
    await this.#ask('DELETE', blobKey(area, hash));
  }

  /** An answer that says yes, 404, or one of `also`. */
  async #ask(
    method: Parameters<Send>[0],
    key: string,
    init?: S3Request,
    also: readonly number[] = [],
  ): Promise<Response> {
    let answer: Response;
    try {
      answer = await this.#send(method, key, init);
    } catch (error) {
      throw this.#unreachable(reasonOf(error), error);
    }
    if (answer.ok || answer.status === 404 || also.includes(answer.status)) return answer;
    const code = /<Code>(\w{1,60})<\/Code>/.exec(await answer.text().catch(() => ''))?.[1] ?? '';
    const refused = answer.status === 403 ? 'it refuses these keys' : 'it answers';
    throw this.#unreachable(`${refused} (${[answer.status, code].join(' ').trim()})`);
  }

  #unreachable(why: string, cause?: unknown): BlobFault {
    return new BlobFault('unreachable', 'blob store', this.name, `it cannot be reached: ${why}`, { cause });
  }
}

const reasonOf = (error: unknown): string => {
  const { name, cause } = error as Error;
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  return code ?? (name === 'TimeoutError' ? 'it does not answer' : name);
};
