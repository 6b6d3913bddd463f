/** Most rows that go into one statement's JSON parameter, so that a large import is never held as text whole. */
const ROWS_PER_STATEMENT = 10_000;

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

/** The items in order, in JSON arrays of a bounded length. */
export function* jsonChunks<T>(
  items: Iterable<T>,
  toJson: (item: T, index: number) => unknown = (item) => item,
): Generator<string> {
  let index = 0;
  for (const chunk of chunksOf(items)) {
    yield JSON.stringify(chunk.map((item) => toJson(item, index++)));
  }
}
