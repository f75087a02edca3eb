/** The address of a Redis server, read strictly. It may hold a password, so it is never shown whole. */
import { InvalidInput, NOT_SHOWN } from '../../env/index.ts';

/** Where a queue is. */
export type RedisAddress = {
  /** With the password. */
  readonly url: string;
  /** Without it: fit to be printed. */
  readonly shown: string;
};

const EXPECTED =
  'expected redis://host:port, or rediss:// for TLS, with user:password@ before the host and /number for a database where needed';

/** Reads `redis://user:password@host:port/database`; `rediss://` is the same over TLS. */
export const parseRedisAddress = (text: string): RedisAddress => {
  const refuse = (why: string, cause?: unknown): never => {
    throw new InvalidInput('fleet', NOT_SHOWN, why, { cause }); // not even a part of it is repeated
  };
  let url: URL;
  try {
    url = new URL(text);
  } catch (error) {
    return refuse(EXPECTED, error);
  }
  const { protocol, hostname, port, username, pathname, search, hash } = url;
  if (protocol !== 'redis:' && protocol !== 'rediss:') refuse(EXPECTED);
  if (hostname === '') refuse(`${EXPECTED}; there is no host in it`);
  if (!/^\/?\d{0,3}$/.test(pathname)) refuse(`${EXPECTED}; what follows the host is not the number of a database`);
  if (search !== '' || hash !== '') refuse(`${EXPECTED}; nothing may follow ? or #`);
  const user = username === '' ? '' : `${username}@`;
  return { url: text, shown: `${protocol}//${user}${hostname}${port === '' ? '' : `:${port}`}${pathname}` };
};
