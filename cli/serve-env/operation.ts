/** One thing that a client can ask for. */
import { type Checked, InvalidInput, type Schema } from '../../env/index.ts';

/** An answer: facts as JSON, and arrays. Without facts the arrays are those that the client has been told of. */
export type Answer = { readonly facts?: object; readonly body?: readonly Uint8Array[] };

export type Operation = {
  readonly schema: Schema;
  run(request: never, body: Uint8Array): Answer | Promise<Answer>;
};

/** Ties what a request may hold to what is done with it. */
export const operation = <S extends Schema>(
  schema: S,
  run: (request: Checked<S>, body: Uint8Array) => Answer | Promise<Answer>,
): Operation => ({ schema, run: run as Operation['run'] });

/** The body as that many bytes, or an error that names what it should hold. */
export const checkBody = (body: Uint8Array, length: number, what: string): Uint8Array => {
  if (body.length !== length) throw new InvalidInput('body', `${body.length} bytes`, `expected ${length}: ${what}`);
  return body;
};

/** Things under numbers, which clients name them by. */
export class Numbered<Thing> {
  readonly #what: string;
  readonly #things = new Map<number, Thing>();
  #last = 0;

  constructor(what: string) {
    this.#what = what;
  }

  add(thing: Thing): number {
    this.#things.set(++this.#last, thing);
    return this.#last;
  }

  get(number: number): Thing {
    const thing = this.#things.get(number);
    if (thing === undefined) throw new InvalidInput(this.#what, number, 'there are none under that number');
    return thing;
  }

  remove(number: number): Thing {
    const thing = this.get(number);
    this.#things.delete(number);
    return thing;
  }

  get all(): readonly Thing[] {
    return [...this.#things.values()];
  }
}
