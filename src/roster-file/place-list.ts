/** Where a record starts in a text, and on which line. */
export type Place = { start: number; line: number };

/** A growing list of places in eight bytes each. */
export class PlaceList {
  #numbers = new Uint32Array(2_048);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push({ start, line }: Place): void {
    if (2 * this.#length === this.#numbers.length) {
      const longer = new Uint32Array(2 * this.#numbers.length);
      longer.set(this.#numbers);
      this.#numbers = longer;
    }
    this.#numbers[2 * this.#length] = start;
    this.#numbers[2 * this.#length + 1] = line;
    this.#length++;
  }

  at(index: number): Place | undefined {
    const start = this.#numbers[2 * index];
    const line = this.#numbers[2 * index + 1];
    // Capacity that is not in use yet lies beyond the length.
    return index < this.#length && start !== undefined && line !== undefined
      ? { start, line }
      : undefined;
  }
}
