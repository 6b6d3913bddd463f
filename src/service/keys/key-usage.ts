import { MINUTE_MS } from '../../domain/duration.ts';
import type { Credential } from './key-cache.ts';

/** When a key was last used, in milliseconds UTC, and the client's address (the /64 of an IPv6 one). */
export type KeyUsage = { companyId: number; keyId: string; at: number; client: string };

/**
 * How old recorded usage may be, in milliseconds. Every commit invalidates caches, so usage is recorded at most
 * once per interval, for all keys together.
 */
const WRITE_INTERVAL_MS = 10 * MINUTE_MS;

/** Tracks the usage of keys in memory until it is recorded. */
export class KeyUsageTracker {
  readonly #uses = new Map<string, KeyUsage & { writtenAt: number }>();

  /** Notes one request. */
  note({ keyId, companyId }: Credential, client: string, at: number): void {
    const use = this.#uses.get(keyId);
    if (use) {
      use.at = at;
      use.client = client;
    } else {
      this.#uses.set(keyId, { companyId, keyId, at, client, writtenAt: Number.NEGATIVE_INFINITY });
    }
  }

  /**
   * All unrecorded usage once the record of any key is too old; otherwise nothing. Returned usage counts as
   * recorded.
   */
  drainDue(): KeyUsage[] {
    for (const { at, writtenAt } of this.#uses.values()) {
      // A record from a clock that has been set back since is corrected at once.
      if (at < writtenAt || at - writtenAt >= WRITE_INTERVAL_MS) return this.drainAll();
    }
    return [];
  }

  /** All unrecorded usage. Returned usage counts as recorded. */
  drainAll(): KeyUsage[] {
    const taken: KeyUsage[] = [];
    for (const use of this.#uses.values()) {
      const { companyId, keyId, at, client, writtenAt } = use;
      if (at === writtenAt) continue;
      use.writtenAt = at;
      taken.push({ companyId, keyId, at, client });
    }
    return taken;
  }
}
