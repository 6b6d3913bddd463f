import { randomBytes } from 'node:crypto';
import { Cursors } from '../../http/response/cursor.ts';

/** Values that go through a browser and come back, encrypted, so that they take no memory. They are valid for a limited time. */
export class Sealed {
  // Sealed in the same way as the cursors of lists.
  readonly #seal: Cursors;
  readonly #scope;
  readonly #ms: number;

  /** @param key 32 bytes; by default one of this process */
  constructor(purpose: string, ms: number, key: Uint8Array = randomBytes(32)) {
    this.#seal = new Cursors(key);
    this.#scope = { list: purpose, people: '', filters: [] } as const;
    this.#ms = ms;
  }

  seal(values: readonly string[], now: number): string {
    return this.#seal.seal(this.#scope, [now, ...values]);
  }

  /** The values; none where they are too old, or were not sealed here. */
  open(sealed: string, now: number): readonly string[] {
    try {
      const [at, ...values] = this.#seal.open(this.#scope, sealed);
      return Math.abs(now - Number(at)) < this.#ms ? values.map(String) : [];
    } catch {
      return [];
    }
  }
}
