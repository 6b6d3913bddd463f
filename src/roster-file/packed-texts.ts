/** Many texts in two pieces of memory, without an object for each. */
export type PackedTexts = {
  /** All texts in UTF-8, one after another. */
  bytes: Uint8Array<ArrayBuffer>;
  /** Where each of them ends. */
  ends: Uint32Array<ArrayBuffer>;
};

/** Most bytes of a UTF-16 code unit in UTF-8. */
const BYTES_PER_UNIT = 3;

/** Packs texts. A lone surrogate becomes U+FFFD. */
export class TextPacker {
  #bytes = Buffer.alloc(65_536);
  #ends = new Uint32Array(1_024);
  #size = 0;
  #count = 0;

  add(text: string): void {
    const needed = this.#size + text.length * BYTES_PER_UNIT;
    if (needed > this.#bytes.length) {
      const longer = Buffer.alloc(Math.max(needed, 2 * this.#bytes.length));
      longer.set(this.#bytes.subarray(0, this.#size));
      this.#bytes = longer;
    }
    if (this.#count === this.#ends.length) {
      const longer = new Uint32Array(2 * this.#count);
      longer.set(this.#ends);
      this.#ends = longer;
    }
    this.#size += this.#bytes.write(text, this.#size);
    this.#ends[this.#count++] = this.#size;
  }

  finish(): PackedTexts {
    return {
      bytes: new Uint8Array(this.#bytes.subarray(0, this.#size)),
      ends: this.#ends.slice(0, this.#count),
    };
  }
}

/** Reads packed texts, each when it is asked for. */
export class TextList implements Iterable<string> {
  readonly #bytes: Buffer;
  readonly #ends: Uint32Array;

  constructor({ bytes, ends }: PackedTexts) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#ends = ends;
  }

  get length(): number {
    return this.#ends.length;
  }

  /** Empty beyond the last. */
  at(index: number): string {
    const start = index === 0 ? 0 : this.#ends[index - 1];
    return this.#bytes.toString('utf8', start, this.#ends[index]);
  }

  *[Symbol.iterator](): Generator<string> {
    for (let index = 0; index < this.length; index++) yield this.at(index);
  }
}
