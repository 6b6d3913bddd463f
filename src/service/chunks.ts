/**
 * Maximum rows in one parameter, so that a large change never becomes one long text or one long statement: no more than
 * one of several steps writes.
 */
export const ROWS_PER_STATEMENT = 2_500;

/** The items in order, in arrays of a bounded length. */
export function* chunksOf<T>(items: Iterable<T>, length = ROWS_PER_STATEMENT): Generator<T[]> {
  let chunk: T[] = [];
  for (const item of items) {
    chunk.push(item);
    if (chunk.length === length) {
      yield chunk;
      chunk = [];
    }
  }
  if (chunk.length > 0) yield chunk;
}
