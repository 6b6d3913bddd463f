import { EngagedError } from '../domain/errors.ts';
import { isoTime } from '../domain/iso-time.ts';
import type { DecisionRow } from '../store/audit.ts';
import * as audit from '../store/audit.ts';
import type { Database } from '../store/database.ts';
import { requireEmployee } from './employee-records.ts';

/** What somebody decided, with names of fields as the command line prints them. */
export type AuditEntry = {
  entry: number;
  at: string;
  actor: string;
  action: string;
  target: { kind: string; id: string | null };
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

/** Which decisions are asked for; what is left out is no filter. Times in milliseconds UTC. */
export type AuditFilter = {
  /** An action such as `key.create`, or the noun of several, such as `key`. */
  action?: string | undefined;
  /** A part of who decided. */
  actor?: string | undefined;
  /** The id of what was decided about, or for a person any reference. */
  target?: string | undefined;
  since?: number | undefined;
  /** Not included itself. */
  until?: number | undefined;
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
      targetId: filter.target === undefined ? null : toTargetId(db, companyId, filter.target),
      since: filter.since ?? null,
      until: filter.until ?? null,
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

const toEntry = (row: DecisionRow): AuditEntry => ({
  entry: row.entry,
  at: isoTime(row.at),
  actor: row.actor,
  action: row.action,
  target: { kind: row.targetKind, id: row.targetId },
  before: toFields(row.before),
  after: toFields(row.after),
});

const toFields = (json: string | null): Record<string, unknown> | null =>
  json === null ? null : (JSON.parse(json) as Record<string, unknown>);
