import * as v from 'valibot';
import { EngagedError } from '../domain/errors.ts';
import { parseJsonBody } from '../domain/json-body.ts';
import { dropBadge, holdBadge } from '../service/badge-holding.ts';
import { beginCompanyWrite, type CompanyWrite } from '../service/company-write.ts';
import { readRedemption, redeem } from '../service/redemption-requests.ts';
import { applyAwards, readAwards } from '../service/xp-awards.ts';
import type { Database } from '../store/database.ts';
import { busy, toDataFileFault } from '../store/files/data-file-fault.ts';
import { PORTAL_CHANGES, type PortalChange } from './portal-changes.ts';
import type { SerializedError } from './protocol.ts';
import { serializeError } from './serialized-error.ts';

/** A write over HTTP or from the portal as it is sent to the writer thread. */
export type WriteRequest = {
  name: keyof typeof READERS | PortalChange;
  companyId: number;
  /** Who makes it, for the audit log: a key, or an account of the portal. */
  actor: string;
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

const readerOf = (name: WriteRequest['name']) =>
  name in READERS ? READERS[name as keyof typeof READERS] : readPortalChange(name as PortalChange);

/** The portal sends what it has checked, so that a wrong input is a fault of the program. */
const readPortalChange =
  (name: PortalChange) =>
  ({ body }: WriteRequest): Change => {
    const { input, make } = PORTAL_CHANGES[name];
    const values = v.parse(input, parseJsonBody(body));
    return (write) =>
      (make as (write: CompanyWrite, values: unknown) => object | null)(write, values);
  };

/** Makes the change of a request within an open transaction. */
type Run = () => WriteAnswer;

/**
 * Runs requests in one transaction, which is on disk when this returns. A request that fails undoes only itself.
 *
 * @throws EngagedError where nothing can be written at the moment: then no request was applied
 */
export function runTogether(db: Database, requests: readonly WriteRequest[]): WriteAnswer[] {
  const prepared = requests.map((request) => prepare(db, request));
  const inOrder = (settle: (run: Run) => WriteAnswer) =>
    prepared.map((one) => (typeof one === 'function' ? settle(one) : one));
  const inSavepoint = (run: Run) => db.write(run);
  // Savepoints cost as much as a small change itself, so they are for groups in which a request fails. Where one fails
  // unexpectedly, each runs in a transaction of its own.
  return (
    commit(db, () => inOrder((run) => run())) ??
    commit(db, () => inOrder((run) => answer(() => inSavepoint(run), isExpected))) ??
    inOrder((run) =>
      answer(
        () => inSavepoint(run),
        () => true,
      ),
    )
  );
}

/** Commits the changes of all requests; undefined where one of them threw and nothing was written. */
function commit(db: Database, change: () => WriteAnswer[]): WriteAnswer[] | undefined {
  let isLocked = false;
  try {
    return db.write(() => {
      isLocked = true;
      return change();
    });
  } catch (error) {
    const fault = toDataFileFault(error);
    if (fault) throw fault;
    // Another process has held the write lock for too long.
    if (!isLocked && isExpected(error)) throw busy();
    return undefined;
  }
}

const isExpected = (error: unknown): boolean => error instanceof EngagedError;

/** A request that can run, or why it cannot. */
function prepare(db: Database, request: WriteRequest): Run | WriteAnswer {
  const { name, companyId, actor, now } = request;
  const context = { companyId, now, actor };
  try {
    const change = readerOf(name)(request);
    return () => {
      const result = change(beginCompanyWrite(db, context));
      return { ok: true, json: result && JSON.stringify(result) };
    };
  } catch (error) {
    return { ok: false, error: serializeError(error) };
  }
}

function answer(run: Run, isAnswer: (error: unknown) => boolean): WriteAnswer {
  try {
    return run();
  } catch (error) {
    if (!isAnswer(error)) throw error;
    return { ok: false, error: serializeError(error) };
  }
}
