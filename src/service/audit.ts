import { EngagedError } from '../domain/errors.ts';
import { isoTime } from '../domain/iso-time.ts';
import type { DecisionRow } from '../store/audit.ts';
import * as audit from '../store/audit.ts';
import type { Database } from '../store/database.ts';
import type { Params } from '../store/query.ts';
import { requireCompany } from './company-write.ts';
import { requireEmployee } from './employee-records.ts';

/** Filters of the audit log; an omitted filter is ignored. Times in milliseconds UTC. */
export type AuditFilter = {
  /** An action such as `key.create`, or its noun, such as `key`. */
  action?: string | undefined;
  /** Part of the actor as it is on record, such as `command line (ada)`. */
  actor?: string | undefined;
  /** Actors that match as well, whole. */
  actors?: readonly string[];
  /** The entry before which the list goes on. */
  before?: number;
  /** The id of the target, or any reference to a person. */
  target?: string | undefined;
  since?: number | undefined;
  /** Exclusive. */
  until?: number | undefined;
  /** Leaves out sign-ins, sign-outs and passwords given again, which are many. */
  omitSignIns?: boolean;
  count: number;
};

/** So many decisions of a time are read all, to find what matches. */
const FEW_DECISIONS = 2_000;

/** So many actors are looked up one by one. What more of them decided is found soon by reading backwards. */
const FEW_ACTORS = 100;

/**
 * The newest decisions about a company, newest first.
 *
 * @throws EngagedError `conflict` where several people match `target`
 */
export function listDecisions(db: Database, companyId: number, filter: AuditFilter): AuditEntry[] {
  const { action = null, actor = null, since = null, until = null, count } = filter;
  const query: Params<typeof audit.list.params> = {
    ...{ companyId, action, actor, since, until, count },
    actors: [...(filter.actors ?? [])],
    before: filter.before ?? Number.MAX_SAFE_INTEGER,
    targetId: filter.target === undefined ? null : toTargetId(db, companyId, filter.target),
    withSignIns: filter.omitSignIns ? 0 : 1,
  };
  return listMatching(db, query).map(toEntry);
}

/** What matches, by the index that leaves the least to read. */
function listMatching(db: Database, query: Params<typeof audit.list.params>): DecisionRow[] {
  const { companyId, action, actor, since, until, count, targetId } = query;
  if (since !== null || until !== null) {
    const atMost = FEW_DECISIONS + 1;
    const found = db.one(audit.countOfTime, { companyId, since, until, atMost })?.count ?? 0;
    if (found <= FEW_DECISIONS) return db.all(audit.listOfTime, query);
  }
  const newest = (rows: DecisionRow[]) => rows.sort((a, b) => b.entry - a.entry).slice(0, count);
  // A sandbox forgets people when it is reset, and with them when they were given something.
  if (targetId !== null && requireCompany(db, companyId).mode === 'live') {
    const about = { ...query, exactly: targetId };
    return newest([...db.all(audit.listAbout, about), ...db.all(audit.listAwardsTo, about)]);
  }
  if (action !== null) {
    const actions = db.all(audit.listActions, query);
    return newest(
      actions.flatMap((one) => db.all(audit.listOfAction, { ...query, exactly: one.action })),
    );
  }
  if (actor !== null) {
    const actors = db.all(audit.listActors, { ...query, count: FEW_ACTORS + 1 });
    if (actors.length <= FEW_ACTORS) {
      return newest(
        actors.flatMap((one) => db.all(audit.listByActor, { ...query, exactly: one.actor })),
      );
    }
  }
  return db.all(audit.list, query);
}

function toTargetId(db: Database, companyId: number, target: string): string {
  try {
    return requireEmployee(db, companyId, target).id;
  } catch (error) {
    if (error instanceof EngagedError && error.code === 'not_found') return target;
    throw error;
  }
}

/** An audit log entry, with the field names that the command line prints. */
export type AuditEntry = ReturnType<typeof toEntry>;

const toEntry = (row: DecisionRow) => ({
  entry: row.entry,
  at: isoTime(row.at),
  actor: row.actor,
  action: row.action,
  target: { kind: row.targetKind, id: row.targetId },
  before: toFields(row.before),
  after: toFields(row.after),
});

/** The fields before or after a decision. */
export const toFields = (json: string | null): Record<string, unknown> | null =>
  json === null ? null : (JSON.parse(json) as Record<string, unknown>);

export type LastDecision = { at: number; actor: string };

/** The newest decision about each of some targets that are no people, by the target. */
export const findLastDecisions = (
  db: Database,
  companyId: number,
  targets: readonly string[],
): Map<string, LastDecision> =>
  new Map(
    db
      .all(audit.listLast, { companyId, targets })
      .map(({ targetId, at, actor }) => [targetId, { at, actor }]),
  );
