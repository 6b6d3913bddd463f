/** Most rows that are kept in memory: those of one request, or of a small file. */
const MAX_ROWS_KEPT = 5_000;

/**
 * What is derived from the rows of a roster, to be iterated over several times. Of a short roster the items are
 * kept; of a long one, which would not fit into memory, they are made anew each time.
 */
export const repeatable = <T>(rows: number, make: () => Iterable<T>): Iterable<T> =>
  rows <= MAX_ROWS_KEPT ? [...make()] : { [Symbol.iterator]: () => make()[Symbol.iterator]() };
