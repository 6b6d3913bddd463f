/**
 * Finds the texts that occur more than once. It keeps a hash of each text; only texts whose hashes are equal have to be
 * compared, in a second pass.
 */
export class DuplicateFinder {
  readonly #hash: (text: string) => number;
  readonly #hashes: Float64Array;
  #count = 0;
  #repeatedHashes: Set<number> | undefined;
  readonly #compared = new Set<string>();
  readonly #duplicates = new Set<string>();

  /** @param capacity most texts that will be added */
  constructor(capacity: number, hash = hash53) {
    this.#hash = hash;
    this.#hashes = new Float64Array(capacity);
  }

  add(text: string): void {
    this.#hashes[this.#count++] = this.#hash(text);
  }

  /** Whether a second pass is needed: each text that was added must then be compared. */
  needsComparison(): boolean {
    return this.#findRepeatedHashes().size > 0;
  }

  compare(text: string): void {
    if (!this.#findRepeatedHashes().has(this.#hash(text))) return;
    if (this.#compared.has(text)) this.#duplicates.add(text);
    else this.#compared.add(text);
  }

  isDuplicate(text: string): boolean {
    // Most rosters have none, and looking a text up in an empty set still hashes it.
    return this.#duplicates.size > 0 && this.#duplicates.has(text);
  }

  #findRepeatedHashes(): ReadonlySet<number> {
    if (this.#repeatedHashes) return this.#repeatedHashes;
    const sorted = this.#hashes.subarray(0, this.#count).sort();
    this.#repeatedHashes = new Set(sorted.filter((one, at) => one === sorted[at - 1]));
    return this.#repeatedHashes;
  }
}

/** 53 bits of two FNV-1a hashes. */
function hash53(text: string): number {
  let low = 0x811c9dc5;
  let high = 0x01000193;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b);
  }
  return (low >>> 0) + (high >>> 11) * 2 ** 32;
}
