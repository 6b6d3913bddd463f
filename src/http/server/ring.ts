/**
 * One link of a ring, which is a queue: to join its end, to leave it from anywhere and to find its first take one step
 * each. The first of a `Set` is found only past all that have left.
 */
export class Link<T> {
  readonly #item: T | undefined;
  #before: Link<T> = this;
  #after: Link<T> = this;

  /** @param item undefined for the link that begins a ring */
  constructor(item?: T) {
    this.#item = item;
  }

  /** The item that has been longest in the ring that this link begins; undefined if there is none. */
  get first(): T | undefined {
    return this.#after.#item;
  }

  /** Joins the end of a ring, and leaves the one it is in. */
  join(ring: Link<T>): void {
    this.leave();
    this.#before = ring.#before;
    this.#after = ring;
    ring.#before.#after = this;
    ring.#before = this;
  }

  leave(): void {
    this.#before.#after = this.#after;
    this.#after.#before = this.#before;
    this.#before = this;
    this.#after = this;
  }
}
