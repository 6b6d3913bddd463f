import { toCsvLine } from '../../roster-file/write-csv.ts';
import type { Database } from '../../store/database.ts';
import { actorName, listActors } from './actors.ts';
import { type AuditEntry, type AuditFilter, listDecisions } from './audit.ts';

/** Which decisions about a company; `accountsOf` is the company of the portal accounts among the actors. */
export type AuditQuery = { companyId: number; accountsOf: number; filter: AuditFilter };

/** The newest decisions, newest first; an actor is found by the name of the account or the key, too. */
export function findDecisions(
  db: Database,
  { companyId, accountsOf, filter }: AuditQuery,
): AuditEntry[] {
  const { actor } = filter;
  const actors = actor === undefined ? [] : listActors(db, { companyId, accountsOf }, actor);
  return listDecisions(db, companyId, { ...filter, actors });
}

/** The first line of the file, after the mark by which Excel knows UTF-8. */
export const AUDIT_CSV_HEAD = `\uFEFF${toCsvLine(['at', 'actor', 'actor_id', 'action', 'target', 'target_id', 'before', 'after'])}`;

/** A part of the audit log as lines of a CSV file, and the entry before which the next part goes on. */
export function auditCsv(db: Database, query: AuditQuery): { text: string; next: number | null } {
  const { companyId, accountsOf, filter } = query;
  const entries = findDecisions(db, query);
  const lines = entries.map(({ at, actor, action, target, before, after }) =>
    toCsvLine([
      ...[at, actorName(db, { companyId, accountsOf }, actor), actor, action],
      ...[target.kind, target.id ?? '', toJson(before), toJson(after)],
    ]),
  );
  const isLast = entries.length < filter.count;
  return { text: lines.join(''), next: isLast ? null : (entries.at(-1)?.entry ?? null) };
}

const toJson = (fields: object | null): string => (fields === null ? '' : JSON.stringify(fields));
