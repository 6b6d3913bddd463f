/** Most rows that are kept in memory. So many take less of it than an import of a million rows does. */
export const MAX_ROWS_KEPT = 200_000;

/**
 * What is derived from the rows of a roster, to be iterated over several times. The items are kept, or made again each
 * time where they would not fit into memory.
 */
export const repeatable = <T>(isKept: boolean, make: () => Iterable<T>): Iterable<T> =>
  isKept ? [...make()] : { [Symbol.iterator]: () => make()[Symbol.iterator]() };
