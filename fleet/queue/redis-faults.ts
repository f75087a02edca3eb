/** What is wrong with a Redis server, in a few words that hold no password. */

const CODES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no host of this name',
  EAI_AGAIN: 'the name of the host cannot be looked up',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no way to it',
  ECONNRESET: 'it ended the connection',
  EPIPE: 'it ended the connection',
};

/** The first word of an answer of Redis. */
const ANSWERS: Readonly<Record<string, string>> = {
  NOAUTH: 'it asks for a password, and the address has none',
  WRONGPASS: 'it does not accept this user and password',
  NOPERM: 'this user may not do what the queue needs',
  OOM: 'it is full: its maxmemory is used up',
  MISCONF: 'it refuses to write, since it cannot save to its disk',
  LOADING: 'it is still loading its data',
  READONLY: 'it is a replica, which takes no writes',
  ERR: 'it refused a command',
};

export const describeRedisFault = (error: unknown): string => {
  const { code = '', message = '' } = (error ?? {}) as NodeJS.ErrnoException;
  const [word] = message.split(' ', 1);
  if (/invalid password|without any password|AUTH/.test(message) && word === 'ERR') return ANSWERS.WRONGPASS;
  return CODES[code] ?? ANSWERS[word] ?? tlsFault(code, message) ?? `it fails (${code || word || 'without a reason'})`;
};

const tlsFault = (code: string, message: string): string | undefined =>
  /CERT|SSL|TLS|SELF_SIGNED|EPROTO/i.test(`${code} ${message}`) ? `TLS fails (${code || message})` : undefined;

/** Whether waiting may help: the server is away, full or busy, and nothing is wrong with what it was asked. */
export const isPassing = (error: unknown): boolean => {
  const { code = '', message = '' } = (error ?? {}) as NodeJS.ErrnoException;
  const [word] = message.split(' ', 1);
  return Object.hasOwn(CODES, code) || ['OOM', 'MISCONF', 'LOADING', 'READONLY', 'MASTERDOWN', 'BUSY'].includes(word);
};
