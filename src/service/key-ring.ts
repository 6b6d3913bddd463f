import { LRUCache } from 'lru-cache';
import { hashApiKey, isApiKey, type Mode, type Scope } from '../domain/api-key.ts';
import * as apiKeys from '../store/api-keys.ts';
import type { Database } from '../store/database.ts';

/** Who is asking: a key in good standing, and the company it acts on. Times in milliseconds UTC. */
export type Credential = {
  keyId: string;
  name: string;
  hint: string;
  scopes: ReadonlySet<Scope>;
  requestsPerMinute: number;
  createdAt: number;
  expiresAt: number | null;
  companyId: number;
  mode: Mode;
  company: { id: string; name: string };
};

/**
 * Recognises API keys. Known ones are remembered until anything at all is committed to the data file,
 * by this process or another, so a revocation counts with the next request.
 */
export class KeyRing {
  readonly #db: Database;
  readonly #known = new LRUCache<string, Credential>({ max: 10_000 });
  #dataVersion = -1;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The credential behind a key; undefined for a malformed, unknown, revoked or expired one alike. */
  find(key: string, now: number): Credential | undefined {
    const dataVersion = this.#db.dataVersion();
    if (dataVersion !== this.#dataVersion) {
      this.#known.clear();
      this.#dataVersion = dataVersion;
    }
    let credential = this.#known.get(key);
    if (!credential) {
      credential = this.#lookUp(key);
      if (credential) this.#known.set(key, credential);
    }
    return credential && (credential.expiresAt === null || now < credential.expiresAt)
      ? credential
      : undefined;
  }

  #lookUp(key: string): Credential | undefined {
    if (!isApiKey(key)) return undefined;
    const row = this.#db.one(apiKeys.findUsable, { hash: hashApiKey(key) });
    if (!row) return undefined;
    return {
      keyId: row.id,
      name: row.name,
      hint: row.hint,
      scopes: new Set(JSON.parse(row.scopes) as Scope[]),
      requestsPerMinute: row.requestsPerMinute,
      createdAt: row.createdAt,
      expiresAt: row.expiresAt,
      companyId: row.companyId,
      mode: row.mode as Mode,
      company: { id: row.companyPublicId, name: row.companyName },
    };
  }
}
