import { EngagedError } from '../domain/errors.ts';
import { parseJsonBody } from '../domain/json-body.ts';
import { dropBadge, holdBadge } from '../service/badge-holding.ts';
import { type CompanyWrite, writeCompany } from '../service/company-write.ts';
import { readRedemption, redeem } from '../service/redemption-requests.ts';
import { applyAwards, readAwards } from '../service/xp-awards.ts';
import type { Database } from '../store/database.ts';
import { busy, toDataFileFault } from '../store/files/data-file-fault.ts';
import type { SerializedError } from './protocol.ts';
import { serializeError } from './serialized-error.ts';

/** A write over HTTP as it is sent to the writer thread. */
export type WriteRequest = {
  name: keyof typeof READERS;
  companyId: number;
  keyId: string;
  /** When the request arrived, in milliseconds UTC. */
  now: number;
  /** The parameters of the path. */
  path: { id?: string; code?: string };
  /** Not parsed yet; empty for a request without a body. */
  body: Uint8Array;
};

/** The body of the response as JSON text, null without one; or why the request failed. */
export type WriteAnswer = { ok: true; json: string | null } | { ok: false; error: SerializedError };

/** Makes the change of a request and returns the body of its response. */
type Change = (write: CompanyWrite) => object | null;

/** Reads a request. What is wrong with a body is found before the write lock is taken. */
const READERS = {
  awardXp: ({ body }: WriteRequest): Change => {
    const rows = readAwards(parseJsonBody(body));
    return (write) => applyAwards(write, rows);
  },
  redeem: ({ body }: WriteRequest): Change => {
    const request = readRedemption(parseJsonBody(body));
    return (write) => redeem(write, request);
  },
  holdBadge:
    ({ path }: WriteRequest): Change =>
    (write) =>
      holdBadge(write, path),
  dropBadge:
    ({ path }: WriteRequest): Change =>
    (write) =>
      dropBadge(write, path),
};

/**
 * Runs requests in one transaction, which is on disk when this returns. Each has a savepoint of its own, so that a
 * request that fails undoes only itself.
 *
 * @throws EngagedError where nothing can be written at the moment: then no request was applied
 */
export function runTogether(db: Database, requests: readonly WriteRequest[]): WriteAnswer[] {
  const changes = requests.map((request) => prepare(db, request));
  try {
    return db.write(() => changes.map((change) => settle(change, (error) => isExpected(error))));
  } catch (error) {
    const fault = toDataFileFault(error);
    if (fault) throw fault;
    // SQLite was busy: another process has held the write lock for too long.
    if (isExpected(error)) throw busy();
    // Everything was rolled back. Alone, only the request that failed unexpectedly fails again.
    return changes.map((change) => settle(change, () => true));
  }
}

const isExpected = (error: unknown): boolean => error instanceof EngagedError;

function prepare(db: Database, request: WriteRequest): () => object | null {
  const { name, companyId, keyId, now } = request;
  const context = { companyId, now, actor: `key ${keyId}` };
  try {
    const change = READERS[name](request);
    return () => writeCompany(db, context, change);
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

function settle(change: () => object | null, isAnswer: (error: unknown) => boolean): WriteAnswer {
  try {
    const result = change();
    return { ok: true, json: result && JSON.stringify(result) };
  } catch (error) {
    if (!isAnswer(error)) throw error;
    return { ok: false, error: serializeError(error) };
  }
}
