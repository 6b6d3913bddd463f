import { EngagedError } from '../../domain/errors.ts';
import { isoTime } from '../../domain/iso-time.ts';
import type { DecisionFilter, DecisionRow } from '../../store/audit/audit.ts';
import * as audit from '../../store/audit/audit.ts';
import type { Database } from '../../store/database.ts';
import { requireEmployee } from '../people/employee-records.ts';
import { FEW_ACTORS, FEW_DECISIONS, listAwards } from '../xp/award-decisions.ts';

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

/**
 * The newest decisions about a company, newest first.
 *
 * @throws EngagedError `conflict` where several people match `target`
 */
export function listDecisions(db: Database, companyId: number, filter: AuditFilter): AuditEntry[] {
  const { action = null, actor = null, since = null, until = null, count } = filter;
  const query: DecisionFilter = {
    ...{ companyId, action, actor, since, until, count },
    actors: [...(filter.actors ?? [])],
    before: filter.before ?? Number.MAX_SAFE_INTEGER,
    targetId: filter.target === undefined ? null : toTargetId(db, companyId, filter.target),
    withSignIns: filter.omitSignIns ? 0 : 1,
  };
  // Both of one snapshot, so that a page lacks nothing that is older than its newest.
  return db.read(() =>
    newest([...listMatching(db, query).map(toEntry), ...listAwards(db, query)], count),
  );
}

const newest = <T extends { entry: number }>(entries: T[], count: number): T[] =>
  entries.sort((a, b) => b.entry - a.entry).slice(0, count);

/** What matches of the log, by the index that leaves the least to read. */
function listMatching(db: Database, query: DecisionFilter): DecisionRow[] {
  const { companyId, action, actor, since, until, count, targetId } = query;
  if (since !== null || until !== null) {
    const atMost = FEW_DECISIONS + 1;
    const found = db.one(audit.countOfTime, { companyId, since, until, atMost })?.count ?? 0;
    if (found <= FEW_DECISIONS) return db.all(audit.listOfTime, query);
  }
  if (targetId !== null) return db.all(audit.listAbout, { ...query, exactly: targetId });
  if (action !== null) {
    const actions = db.all(audit.listActions, query);
    return newest(
      actions.flatMap((one) => db.all(audit.listOfAction, { ...query, exactly: one.action })),
      count,
    );
  }
  if (actor !== null) {
    const actors = db.all(audit.listActors, { ...query, count: FEW_ACTORS + 1 });
    if (actors.length <= FEW_ACTORS) {
      return newest(
        actors.flatMap((one) => db.all(audit.listByActor, { ...query, exactly: one.actor })),
        count,
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

/** A decision of the log. */
export const toEntry = (row: DecisionRow) => ({
  entry: row.entry,
  at: isoTime(row.at),
  actor: row.actor,
  action: row.action,
  target: { kind: row.targetKind, id: row.targetId },
  before: toFields(row.before),
  after: toFields(row.after),
});

/** The fields before or after a decision. */
const toFields = (json: string | null): Record<string, unknown> | null =>
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
