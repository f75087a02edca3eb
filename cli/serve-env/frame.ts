/**
 * Frames of the environment protocol, the same in both directions, little-endian:
 *
 *     4 bytes magic `TZE1` · u32 id · u32 length of the text · u32 length of the body · text, JSON in UTF-8 · body, arrays
 *
 * The id is the client's and comes back with the answer. A text of length 0 stands for `{}`, which spares frequent answers
 * one. What begins no frame is answered once and skipped up to the next magic, so that one bad frame costs no connection.
 */

export const PROTOCOL_VERSION = 1;

/** A frame as it came in; a bad one says what is wrong with it. */
export type Received =
  | { readonly type: 'frame'; readonly id: number; readonly request: unknown; readonly body: Uint8Array }
  | { readonly type: 'bad'; readonly id: number; readonly problem: string };

/** Reads up to `length` bytes into `into` from `offset` on; 0 at the end of the input. */
export type ReadBytes = (into: Uint8Array, offset: number, length: number) => number;

export const TEXT_LIMIT: number = 1 << 20;
/** Room for the weights of the largest networks and for a hundred thousand boards. */
export const BODY_LIMIT: number = 1 << 28;
/** The id of an answer to bytes that named none. */
export const NO_ID = 0;

const CUT_SHORT = 'the input ended within a frame';
const MAGIC = new TextEncoder().encode('TZE1');
const HEADER_SIZE = 16;
const BUFFER_SIZE = 1 << 16;

/** Takes frames off a stream of bytes. A body is the reader's own memory: it holds until the next call. */
export class FrameReader {
  readonly #read: ReadBytes;
  #buffer = new Uint8Array(BUFFER_SIZE);
  #start = 0;
  #end = 0;
  #isLost = false; // inside bytes that begin no frame, which have been answered
  #toSkip = 0; // bytes left of a frame that was refused by its header

  constructor(read: ReadBytes) {
    this.#read = read;
  }

  /** The next frame, or null at the end of the input. */
  next(): Received | null {
    if (!this.#skip()) return null;
    while (this.#fill(HEADER_SIZE)) {
      if (this.#atMagic()) return this.#frame();
      const isNews = !this.#isLost;
      this.#isLost = true;
      this.#start = this.#nextMagic();
      if (isNews) return { type: 'bad', id: NO_ID, problem: 'bytes that begin no frame; they are skipped' };
    }
    const left = this.#end - this.#start;
    this.#start = this.#end;
    if (left === 0 || this.#isLost) return null;
    return { type: 'bad', id: NO_ID, problem: CUT_SHORT };
  }

  #frame(): Received {
    this.#isLost = false;
    const view = new DataView(this.#buffer.buffer, this.#start, HEADER_SIZE);
    const [id, textLength, bodyLength] = [4, 8, 12].map((at) => view.getUint32(at, true));
    this.#start += HEADER_SIZE;
    if (textLength > TEXT_LIMIT || bodyLength > BODY_LIMIT) {
      this.#toSkip = textLength + bodyLength;
      const limits = `at most ${TEXT_LIMIT} bytes of text and ${BODY_LIMIT} of body`;
      return { type: 'bad', id, problem: `a frame of ${textLength} and ${bodyLength} bytes: expected ${limits}` };
    }
    const text = this.#take(textLength);
    const request = text === null ? undefined : readJson(text);
    const body = text === null ? null : this.#take(bodyLength);
    if (body === null) {
      this.#start = this.#end; // nothing else will come
      return { type: 'bad', id, problem: CUT_SHORT };
    }
    if (request === undefined) return { type: 'bad', id, problem: 'the text of a frame is not JSON in UTF-8' };
    return { type: 'frame', id, request, body };
  }

  /** That many bytes, or null if the input ends before. */
  #take(length: number): Uint8Array | null {
    if (length > BUFFER_SIZE) return this.#takeLarge(length);
    if (!this.#fill(length)) return null;
    this.#start += length;
    return this.#buffer.subarray(this.#start - length, this.#start);
  }

  #takeLarge(length: number): Uint8Array | null {
    const bytes = new Uint8Array(length);
    let done = Math.min(length, this.#end - this.#start);
    bytes.set(this.#buffer.subarray(this.#start, this.#start + done));
    this.#start += done;
    while (done < length) {
      const count = this.#read(bytes, done, length - done);
      if (count === 0) return null;
      done += count;
    }
    return bytes;
  }

  /** Whether the buffer holds that many bytes now; reads on if it must. */
  #fill(length: number): boolean {
    if (this.#start + length > this.#buffer.length) {
      this.#buffer = moved(this.#buffer, this.#start, this.#end);
      this.#end -= this.#start;
      this.#start = 0;
    }
    while (this.#end - this.#start < length) {
      const count = this.#read(this.#buffer, this.#end, this.#buffer.length - this.#end);
      if (count === 0) return false;
      this.#end += count;
    }
    return true;
  }

  /** Drops what is left of a refused frame; false if the input ends before. */
  #skip(): boolean {
    while (this.#toSkip > 0) {
      if (!this.#fill(1)) return false;
      const count = Math.min(this.#toSkip, this.#end - this.#start);
      this.#start += count;
      this.#toSkip -= count;
    }
    return true;
  }

  #atMagic(at: number = this.#start): boolean {
    return MAGIC.every((byte, index) => this.#buffer[at + index] === byte);
  }

  /** Where the next magic begins, or could begin with the bytes to come. */
  #nextMagic(): number {
    const last = this.#end - MAGIC.length;
    let at = this.#start + 1;
    while (at <= last && !this.#atMagic(at)) at++;
    return at;
  }
}

/** A copy that begins with what is still needed. The old memory stays as it is, for whoever still reads a body in it. */
const moved = (buffer: Uint8Array<ArrayBuffer>, start: number, end: number): Uint8Array<ArrayBuffer> => {
  const fresh = new Uint8Array(buffer.length);
  fresh.set(buffer.subarray(start, end));
  return fresh;
};

const readJson = (text: Uint8Array): unknown => {
  if (text.length === 0) return {};
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text));
  } catch {
    return undefined;
  }
};

/** The bytes of a frame, as pieces to be written one after another; the arrays of the body are not copied. */
export const encodeFrame = (
  id: number,
  facts: object | null,
  body: readonly Uint8Array[] = [],
): readonly Uint8Array[] => {
  const text = facts === null ? new Uint8Array() : new TextEncoder().encode(JSON.stringify(facts));
  const head = new Uint8Array(HEADER_SIZE + text.length);
  head.set(MAGIC);
  const view = new DataView(head.buffer);
  view.setUint32(4, id, true);
  view.setUint32(8, text.length, true);
  view.setUint32(
    12,
    body.reduce((sum, { length }) => sum + length, 0),
    true,
  );
  head.set(text, HEADER_SIZE);
  return [head, ...body];
};
