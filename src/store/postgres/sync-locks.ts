import { AsyncConnection } from './async-connection.ts';
import { SYNC_LOCKS } from './locks.ts';
import { setUpOf } from './set-up.ts';

/**
 * Locks that all services on one database share. They belong to a connection of their own, and end with it, so that a
 * service that dies leaves none behind.
 */
export class SyncLocks {
  readonly #connection: AsyncConnection;
  readonly #total: number;
  /** Locks of the service that this process holds: its connection would get them again. */
  readonly #held = new Set<number>();

  /** @param total how many locks there are besides those of the companies */
  constructor(url: string, total: number) {
    this.#connection = new AsyncConnection(url, setUpOf({ write: false }));
    this.#total = total;
  }

  /**
   * Takes the lock of a company that this process does not hold, and one of the service.
   *
   * @returns how to give them back, or which of them others hold
   * @throws PostgresError
   */
  async take(companyId: number): Promise<(() => Promise<void>) | 'company' | 'service'> {
    if (!(await this.#try(SYNC_LOCKS.company, companyId))) return 'company';
    for (let lock = 0; lock < this.#total; lock++) {
      if (this.#held.has(lock)) continue;
      this.#held.add(lock);
      if (await this.#try(SYNC_LOCKS.service, lock)) {
        return async () => {
          await Promise.all([
            this.#unlock(SYNC_LOCKS.service, lock),
            this.#unlock(SYNC_LOCKS.company, companyId),
          ]);
          this.#held.delete(lock);
        };
      }
      this.#held.delete(lock);
    }
    await this.#unlock(SYNC_LOCKS.company, companyId);
    return 'service';
  }

  close(): void {
    this.#connection.close();
  }

  async #try(kind: number, number: number): Promise<boolean> {
    const text = `select pg_try_advisory_lock(${kind}, ${number})`;
    const { rows } = await this.#connection.ask({ text, needsSame: false });
    return rows[0]?.[0] === 't';
  }

  async #unlock(kind: number, number: number): Promise<void> {
    const text = `select pg_advisory_unlock(${kind}, ${number})`;
    // With the connection its locks have ended.
    await this.#connection.ask({ text, needsSame: true }).catch(() => {});
  }
}
