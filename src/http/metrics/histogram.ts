/** Upper bounds in seconds, from a cached read to a large roster. */
const BOUNDS: readonly number[] = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
];

/** Durations in a fixed number of buckets. */
export class Histogram {
  count = 0;
  /** The sum of all durations, in seconds. */
  sum = 0;
  readonly #buckets = new Float64Array(BOUNDS.length);

  observe(seconds: number): void {
    this.count++;
    this.sum += seconds;
    const at = BOUNDS.findIndex((bound) => seconds <= bound);
    if (at !== -1) this.#buckets[at] = (this.#buckets[at] ?? 0) + 1;
  }

  /** How many durations were at most that long, for every bound in rising order. */
  *cumulative(): Generator<[bound: number, count: number]> {
    let count = 0;
    for (const [at, bound] of BOUNDS.entries()) {
      count += this.#buckets[at] ?? 0;
      yield [bound, count];
    }
  }
}
