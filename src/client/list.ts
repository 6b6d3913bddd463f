import type { Page } from './types.ts';

/**
 * A list of the API. `for await` returns its items one by one and fetches pages as they are needed; leaving the loop
 * stops fetching.
 */
export class List<T> implements AsyncIterable<T> {
  readonly #fetchPage: (cursor: string | undefined) => Promise<Page<T>>;
  readonly #idOf: ((item: T) => string) | undefined;
  readonly #signal: AbortSignal | undefined;

  /**
   * @param options.idOf identifies an item, for a list in which it may appear twice
   * @param options.signal stops the list
   */
  constructor(
    fetchPage: (cursor: string | undefined) => Promise<Page<T>>,
    options: { idOf?: ((item: T) => string) | undefined; signal?: AbortSignal | undefined } = {},
  ) {
    this.#fetchPage = fetchPage;
    this.#idOf = options.idOf;
    this.#signal = options.signal;
  }

  /** One page. */
  page(cursor?: string): Promise<Page<T>> {
    return this.#fetchPage(cursor);
  }

  /** Page after page. */
  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page: Page<T> = await this.#fetchPage(cursor);
      yield page;
      cursor = page.pagination.next_cursor;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    const seen = new Set<string>();
    for await (const { data } of this.pages()) {
      for (const item of data) {
        this.#signal?.throwIfAborted();
        const id = this.#idOf?.(item);
        if (id !== undefined) {
          if (seen.has(id)) continue;
          seen.add(id);
        }
        yield item;
      }
    }
  }

  /** All items at once. */
  async all(): Promise<T[]> {
    const items: T[] = [];
    for await (const item of this) items.push(item);
    return items;
  }
}
