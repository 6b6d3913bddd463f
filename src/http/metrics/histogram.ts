/** Upper bounds in seconds, from a read out of a cache to a large roster. */
const BOUNDS: readonly number[] = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
];

/** How long things took, sorted into a fixed number of drawers. */
export class Histogram {
  count = 0;
  /** Of all that was observed, in seconds. */
  sum = 0;
  readonly #buckets = new Float64Array(BOUNDS.length);

  observe(seconds: number): void {
    this.count++;
    this.sum += seconds;
    for (let at = 0; at < BOUNDS.length; at++) {
      if (seconds <= (BOUNDS[at] as number)) {
        this.#buckets[at] = (this.#buckets[at] as number) + 1;
        return;
      }
    }
  }

  /** How many were at most that long, for every bound in rising order. */
  *cumulative(): Generator<[bound: number, count: number]> {
    let count = 0;
    for (const [at, bound] of BOUNDS.entries()) {
      count += this.#buckets[at] ?? 0;
      yield [bound, count];
    }
  }
}
