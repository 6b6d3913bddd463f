import { addRoute, createRouter, findRoute } from 'rou3';

/** What belongs to methods and patterns of paths, such as `/v1/employees/:id`. */
export class RouteTable<T> {
  readonly #router = createRouter<T>();

  constructor(entries: readonly { method: string; path: string; data: T }[]) {
    for (const { method, path, data } of entries) addRoute(this.#router, method, path, data);
  }

  /** @param path as `pathOf` gives it */
  find(
    method: string | undefined,
    path: string,
  ): { data: T; params: Readonly<Record<string, string>> } | undefined {
    // The router overlooks them.
    if (EMPTY_SEGMENT.test(path)) return undefined;
    const found = findRoute(this.#router, method === 'HEAD' ? 'GET' : method, path);
    return found && { data: found.data, params: found.params ?? {} };
  }
}

const EMPTY_SEGMENT = /\/(?:\/|$)/;
