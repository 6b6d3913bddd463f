import * as v from 'valibot';
import { asFailure, EngagedError } from '../domain/errors.ts';
import { parseJsonBody } from '../domain/json-body.ts';
import type { JsonValue } from '../domain/scim/attributes.ts';
import { ensureBadge, removeBadge } from '../service/badges/badge-holding.ts';
import {
  type CompanyWrite,
  LazyCompanyWrite,
  type WriteContext,
} from '../service/company/company-write.ts';
import { giveRequested, readKudos } from '../service/kudos/kudos-requests.ts';
import { provision, type ScimRequest } from '../service/scim/provision.ts';
import { readRedemption, redeem } from '../service/shop/redemption-requests.ts';
import { applyAwards, readAwards } from '../service/xp/xp-awards.ts';
import type { Database } from '../store/database.ts';
import { busy, toDataFileFault } from '../store/files/data-file-fault.ts';
import type { ChangeContext } from './portal-changes/change.ts';
import { PORTAL_CHANGES, type PortalChange } from './portal-changes/portal-changes.ts';
import { serializeError } from './serialized-error.ts';
import type { SerializedError } from './task-messages.ts';

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
  /** The address of the service, where the response has one of a picture. */
  site?: string;
  /** Not parsed yet; empty for a request without a body. */
  body: Uint8Array;
  /** What a directory asks for. */
  scim?: Pick<ScimRequest, 'resource' | 'method'>;
  /** A change of the portal that is about many people, so that it is made in steps, between which come other writes. */
  inSteps?: boolean;
};

/** The body of the response as JSON text, null without one, and whether anything changed. */
export type WriteResult = { json: string | null; changed: boolean };

/** The result of a request, or why it failed. */
export type WriteAnswer = ({ ok: true } & WriteResult) | { ok: false; error: SerializedError };

/** Makes the change of a request and returns the body of its response. */
type Change = (write: LazyCompanyWrite) => object | null;

/** Reads a request: the rows of awards, or any other change. What is wrong is found before the write lock is taken. */
const READERS = {
  awardXp: ({ body }: WriteRequest) => ({ rows: readAwards(parseJsonBody(body)) }),
  redeem: ({ body }: WriteRequest): { change: Change } => {
    const request = readRedemption(parseJsonBody(body));
    return { change: (write) => redeem(write, request) };
  },
  giveKudos: ({ body }: WriteRequest): { change: Change } => {
    const request = readKudos(parseJsonBody(body));
    return { change: (write) => giveRequested(write, request) };
  },
  ensureBadge: ({ path, site = '' }: WriteRequest): { change: Change } => ({
    change: (write) => ensureBadge(write, path, site),
  }),
  removeBadge: ({ path }: WriteRequest): { change: Change } => ({
    change: (write) => removeBadge(write, path),
  }),
  scim: (
    {
      path: { id = '' },
      body,
      scim = { resource: 'Users', method: 'POST' },
      site = '',
    }: WriteRequest,
    { departmentLimit, sandboxLimit }: ChangeContext,
  ): { change: Change } => {
    const sent = body.length === 0 ? null : (parseJsonBody(body) as JsonValue);
    const limits = { departments: departmentLimit, sandboxEmployees: sandboxLimit };
    const request = { ...scim, id, body: sent };
    return { change: (write) => provision(write, request, { base: site, limits }) };
  },
};

/** A request that was read; `at` is its place in the group. */
type Prepared = { at: number; context: WriteContext } & ({ rows: unknown[] } | { change: Change });

type Placed = { at: number; answer: WriteAnswer };

/**
 * Runs requests in one transaction, which is on disk when this returns. A request that fails undoes only itself.
 *
 * @throws EngagedError where nothing can be written at the moment: then no request was applied
 */
export function runTogether(
  db: Database,
  requests: readonly WriteRequest[],
  changes: ChangeContext,
): WriteAnswer[] {
  const answers: WriteAnswer[] = [];
  const prepared = requests.flatMap((request, at): Prepared[] => {
    try {
      return [{ at, ...prepare(db, request, changes) }];
    } catch (error) {
      answers[at] = refusal(error);
      return [];
    }
  });
  if (prepared.length > 0) {
    for (const { at, answer } of runPrepared(db, prepared)) answers[at] = answer;
  }
  return answers;
}

function prepare(db: Database, request: WriteRequest, changes: ChangeContext) {
  const { name, companyId, actor, now } = request;
  const read =
    name in READERS
      ? READERS[name as keyof typeof READERS](request, changes)
      : readPortalChange(db, { ...request, name: name as PortalChange }, changes);
  return { context: { companyId, now, actor }, ...read };
}

/** The portal sends what it has checked, so that a wrong input is a fault of the program. */
export function readPortalChange(
  db: Database,
  { name, companyId, body }: Pick<WriteRequest, 'companyId' | 'body'> & { name: PortalChange },
  changes: ChangeContext,
): { change: Change } {
  const known = PORTAL_CHANGES[name];
  const values: unknown = v.parse(known.input, parseJsonBody(body));
  type Rank = (db: Database, companyId: number, values: unknown) => unknown;
  type Make = (write: CompanyWrite, values: unknown, context: ChangeContext) => object | null;
  const given = 'rank' in known ? (known.rank as Rank)(db, companyId, values) : values;
  return { change: (write) => (known.make as Make)(write.begin(), given, changes) };
}

// Savepoints cost as much as a small change itself, so they are for groups in which a request fails. Where one fails
// unexpectedly, each runs in a transaction of its own.
function runPrepared(db: Database, prepared: readonly Prepared[]): Placed[] {
  const batches = joinAwards(prepared);
  const alone = (batch: readonly Prepared[], isAnswer: (error: unknown) => boolean): Placed[] => {
    try {
      return db.write(() => runBatch(db, batch));
    } catch (error) {
      if (!isAnswer(error)) throw error;
      return batch.map(({ at }) => ({ at, answer: refusal(error) }));
    }
  };
  return (
    commit(db, () => batches.flatMap((batch) => runBatch(db, batch))) ??
    commit(db, () => batches.flatMap((batch) => alone(batch, isExpected))) ??
    prepared.flatMap((one) => alone([one], () => true))
  );
}

/** Awards to one company that follow each other form a batch; every other request is one of its own. */
function joinAwards(prepared: readonly Prepared[]): Prepared[][] {
  const batches: Prepared[][] = [];
  // The order matters only within a company.
  for (const one of prepared.toSorted((a, b) => a.context.companyId - b.context.companyId)) {
    const batch = batches.at(-1);
    const last = batch?.at(-1);
    const isSameCompany = last?.context.companyId === one.context.companyId;
    if (last && isSameCompany && 'rows' in last && 'rows' in one) batch?.push(one);
    else batches.push([one]);
  }
  return batches;
}

/** Makes the changes of a batch within an open transaction. */
function runBatch(db: Database, batch: readonly Prepared[]): Placed[] {
  const [first] = batch;
  if (!first) return [];
  const write = new LazyCompanyWrite(db, first.context);
  if ('change' in first) {
    const result = first.change(write);
    const json = result && JSON.stringify(result);
    return [{ at: first.at, answer: { ok: true, json, changed: write.hasBegun } }];
  }
  const requests = batch.filter((one) => 'rows' in one);
  const outcomes = applyAwards(
    write,
    requests.map(({ rows, context }) => ({ rows, ...context })),
  );
  return outcomes.map((outcome, i) => ({
    at: requests[i]?.at ?? 0,
    answer: { ok: true, json: JSON.stringify(outcome), changed: outcome.applied > 0 },
  }));
}

/** Commits the changes of all requests; undefined where one of them threw and nothing was written. */
function commit<T>(db: Database, change: () => T): T | undefined {
  try {
    return db.write(change);
  } catch (error) {
    const fault = toDataFileFault(error);
    if (fault) throw fault;
    // What may have been made is not made again.
    if (asFailure(error, 'outcome_unknown')) throw error;
    if (asFailure(error, 'data_busy')) throw busy();
    return undefined;
  }
}

const isExpected = (error: unknown): boolean => error instanceof EngagedError;

const refusal = (error: unknown): WriteAnswer => ({ ok: false, error: serializeError(error) });
