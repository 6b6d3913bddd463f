import { EngagedError } from '../domain/errors.ts';
import { isoTime } from '../domain/iso-time.ts';
import type { DecisionRow } from '../store/audit.ts';
import * as audit from '../store/audit.ts';
import type { Database } from '../store/database.ts';
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

/**
 * The newest decisions about a company, newest first.
 *
 * @throws EngagedError `conflict` where several people match `target`
 */
export const listDecisions = (db: Database, companyId: number, filter: AuditFilter): AuditEntry[] =>
  db
    .all(audit.list, {
      companyId,
      action: filter.action ?? null,
      actor: filter.actor ?? null,
      actors: [...(filter.actors ?? [])],
      before: filter.before ?? Number.MAX_SAFE_INTEGER,
      targetId: filter.target === undefined ? null : toTargetId(db, companyId, filter.target),
      since: filter.since ?? null,
      until: filter.until ?? null,
      withSignIns: filter.omitSignIns ? 0 : 1,
      count: filter.count,
    })
    .map(toEntry);

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

/** The targets whose newest decisions are looked for. */
export type LastDecisionQuery = { companyId: number; targets: readonly string[] };

export type LastDecision = { at: number; actor: string };

/** The newest decision about each of some targets, by the target. Reads the log backwards until all are found. */
export function findLastDecisions(
  db: Database,
  { companyId, targets }: LastDecisionQuery,
): Map<string, LastDecision> {
  const last = new Map<string, LastDecision>();
  if (targets.length === 0) return last;
  for (const { targetId, at, actor } of db.each(audit.listAbout, {
    companyId,
    targets: [...targets],
  })) {
    if (!last.has(targetId)) last.set(targetId, { at, actor });
    if (last.size === targets.length) break;
  }
  return last;
}
