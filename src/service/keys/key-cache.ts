import { hashApiKey, isApiKey, type Mode, type Scope } from '../../domain/api-key.ts';
import type { Awaitable, Reads } from '../../store/database.ts';
import * as apiKeys from '../../store/keys/api-keys.ts';
import type { Of } from '../../store/query.ts';
import { CommitCache } from '../commit-cache.ts';

/** A valid key and the company it acts on. Times in milliseconds UTC. */
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

/** Recognises API keys. A revocation, also by another process, takes effect with the next request. */
export class KeyCache {
  readonly #credentials: CommitCache<string, Credential>;

  constructor(db: Reads) {
    this.#credentials = new CommitCache(db);
  }

  /** The credential behind a key; undefined for a malformed, unknown, revoked or expired one alike. */
  find(key: string, now: number): Awaitable<Credential | undefined> {
    const usable = (credential: Credential | undefined) =>
      credential && (credential.expiresAt === null || now < credential.expiresAt)
        ? credential
        : undefined;
    const found = this.#credentials.get(key, (db) => findCredential(db, key));
    return found instanceof Promise ? found.then(usable) : usable(found);
  }
}

function findCredential(db: Reads, key: string): Awaitable<Credential | undefined> {
  if (!isApiKey(key)) return undefined;
  const row = db.one(apiKeys.findUsable, { hash: hashApiKey(key) });
  return row instanceof Promise ? row.then(toCredential) : toCredential(row);
}

function toCredential(row: Of<typeof apiKeys.findUsable.row> | undefined): Credential | undefined {
  return (
    row && {
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
    }
  );
}
