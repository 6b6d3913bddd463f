/** Most rows that go into one statement's JSON parameter, so that a large import is never held as text whole. */
const ROWS_PER_STATEMENT = 10_000;

/** The items in order, in JSON arrays of a bounded length. */
export function* jsonChunks<T>(
  items: Iterable<T>,
  toJson: (item: T, index: number) => unknown = (item) => item,
): Generator<string> {
  let chunk: unknown[] = [];
  let index = 0;
  for (const item of items) {
    chunk.push(toJson(item, index++));
    if (chunk.length === ROWS_PER_STATEMENT) {
      yield JSON.stringify(chunk);
      chunk = [];
    }
  }
  if (chunk.length > 0) yield JSON.stringify(chunk);
}
