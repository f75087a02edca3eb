/**
 * Parts of one kind by name: trunks, heads, search rules, targets, agents. The project registers its own where they are
 * defined; a user's module can add more. Looking up an unknown name gives an error that lists the known ones.
 */
import { InvalidInput } from './invalid-input.ts';

/** Anything that a registry can hold. */
export type Named = { readonly name: string };

const NAME = /^[A-Za-z][A-Za-z0-9-]{0,39}$/;

/** Parts by their names, in the order in which they were added. */
export class Registry<Part extends Named> {
  readonly #what: string;
  readonly #parts = new Map<string, Part>();

  /** `what` is what messages call a part, such as "search rule". */
  constructor(what: string, parts: readonly Part[]) {
    this.#what = what;
    for (const part of parts) this.add(part);
  }

  /** Adds a part and returns how to take it out again. Adding the same one twice changes nothing. */
  add(part: Part): () => void {
    const { name } = part;
    if (typeof name !== 'string' || !NAME.test(name))
      throw new InvalidInput(`name of a ${this.#what}`, name, 'expected letters, digits and hyphens');
    const there = this.#parts.get(name);
    if (there !== undefined && there !== part)
      throw new InvalidInput(this.#what, name, 'there is one of that name already; choose another');
    if (there === part) return () => {}; // only the first to add it can remove it
    this.#parts.set(name, part);
    return () => {
      if (this.#parts.get(name) === part) this.#parts.delete(name);
    };
  }

  has(name: string): boolean {
    return this.#parts.has(name);
  }

  get(name: string): Part {
    const part = this.#parts.get(name);
    if (part === undefined)
      throw new InvalidInput(
        this.#what,
        name,
        `expected one of ${this.names.join(', ')}, or one that a module registers`,
      );
    return part;
  }

  /** In the order in which they were added. */
  get names(): readonly string[] {
    return [...this.#parts.keys()];
  }

  get all(): readonly Part[] {
    return [...this.#parts.values()];
  }
}
