import { lookup } from 'node:dns/promises';

/** Finds the addresses of a host name. */
export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>;

/**
 * Looks names up as the system does, of each company one at a time and no name twice at once: a name server that does not
 * answer keeps one of the few threads of the process waiting, and no name of another company may wait for it.
 */
export class Lookups {
  readonly #resolve: Resolve;
  /** By company and name. */
  readonly #running = new Map<string, ReturnType<Resolve>>();
  /** The last one of each company. */
  readonly #last = new Map<number, ReturnType<Resolve>>();

  /** @param resolve in place of the system */
  constructor(resolve: Resolve = (host) => lookup(host, { all: true })) {
    this.#resolve = resolve;
  }

  /** The addresses of a name that a company has given. @throws what `resolve` throws */
  find(companyId: number, host: string): ReturnType<Resolve> {
    const key = `${companyId} ${host}`;
    return this.#running.get(key) ?? this.#begin(companyId, key, host);
  }

  #begin(companyId: number, key: string, host: string): ReturnType<Resolve> {
    const before = this.#last.get(companyId);
    const found = (before ?? Promise.resolve()).catch(() => {}).then(() => this.#resolve(host));
    const end = () => {
      this.#running.delete(key);
      if (this.#last.get(companyId) === found) this.#last.delete(companyId);
    };
    found.then(end, end);
    this.#running.set(key, found);
    this.#last.set(companyId, found);
    return found;
  }
}
