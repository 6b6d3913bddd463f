import type { Credential } from './key-ring.ts';

/** When a key was last used, in milliseconds UTC, and the client's address (the /64 of an IPv6 one). */
export type KeyUsage = { companyId: number; keyId: string; at: number; client: string };

/**
 * How far what is on record may lag behind, in milliseconds. Writing it down makes every reader of the data
 * file look at it anew, so it happens once in that time for all keys together and not with every request.
 */
const WRITE_INTERVAL_MS = 10 * 60_000;

/** Remembers in memory which keys are used, and says what of it is due to be written down. */
export class KeyUsageTracker {
  readonly #uses = new Map<string, KeyUsage & { writtenAt: number }>();

  /** Takes note of one request; cheap enough for every one. */
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
   * Everything that is not written down yet, as soon as one key's record is out of date; else nothing. What
   * is given counts as written.
   */
  drainDue(): KeyUsage[] {
    for (const { at, writtenAt } of this.#uses.values()) {
      if (at - writtenAt >= WRITE_INTERVAL_MS) return this.drainAll();
    }
    return [];
  }

  /** Everything that is not written down yet. What is given counts as written. */
  drainAll(): KeyUsage[] {
    const taken: KeyUsage[] = [];
    for (const use of this.#uses.values()) {
      const { companyId, keyId, at, client, writtenAt } = use;
      if (at <= writtenAt) continue;
      use.writtenAt = at;
      taken.push({ companyId, keyId, at, client });
    }
    return taken;
  }
}
