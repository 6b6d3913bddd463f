import { LaterSession } from './later-session.ts';
import { SYNC_LOCKS } from './locks.ts';
import { lastResult } from './postgres-error.ts';
import { setUpOf } from './set-up.ts';

/**
 * Locks that all services on one database share. They belong to a connection of their own, and end with it, so that a
 * service that dies leaves none behind.
 */
export class SyncLocks {
  readonly #session: LaterSession;
  readonly #total: number;
  /** Locks of the service that this process holds: its connection would get them again. */
  readonly #held = new Set<number>();

  /** @param total how many locks there are besides those of the companies */
  constructor(url: string, total: number) {
    this.#session = new LaterSession(url, setUpOf({ write: false }));
    this.#total = total;
  }

  /**
   * Takes the lock of a company that this process does not hold, and one of the service.
   *
   * @returns how to give them back, or which of them others hold
   * @throws PostgresError
   */
  async take(companyId: number): Promise<(() => Promise<void>) | 'company' | 'service'> {
    if (!(await this.#try({ kind: SYNC_LOCKS.company, number: companyId, needsSame: false })))
      return 'company';
    const unlockCompany = () => this.#unlock(SYNC_LOCKS.company, companyId);
    try {
      const unlock = await this.#takeOfService();
      if (unlock) {
        return async () => {
          await Promise.all([unlock(), unlockCompany()]);
        };
      }
    } catch (error) {
      await unlockCompany();
      throw error;
    }
    await unlockCompany();
    return 'service';
  }

  async #takeOfService(): Promise<(() => Promise<void>) | undefined> {
    for (let lock = 0; lock < this.#total; lock++) {
      if (this.#held.has(lock)) continue;
      this.#held.add(lock);
      let isTaken = false;
      try {
        // The same connection, or else the company's lock has ended with another one.
        isTaken = await this.#try({ kind: SYNC_LOCKS.service, number: lock, needsSame: true });
      } finally {
        if (!isTaken) this.#held.delete(lock);
      }
      if (isTaken) {
        return async () => {
          await this.#unlock(SYNC_LOCKS.service, lock);
          this.#held.delete(lock);
        };
      }
    }
    return undefined;
  }

  close(): void {
    this.#session.close();
  }

  async #try({
    kind,
    number,
    needsSame,
  }: {
    kind: number;
    number: number;
    needsSame: boolean;
  }): Promise<boolean> {
    const text = `select pg_try_advisory_lock(${kind}, ${number})`;
    const { rows } = lastResult(await this.#session.ask({ text, needsSame }));
    return rows[0]?.[0] === 't';
  }

  async #unlock(kind: number, number: number): Promise<void> {
    const text = `select pg_advisory_unlock(${kind}, ${number})`;
    // With the connection its locks have ended.
    await this.#session.ask({ text, needsSame: true });
  }
}
