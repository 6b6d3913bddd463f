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

/** How many decisions match, counted up to a limit. */
export const countDecisions = (db: Database, { filter, ...query }: AuditQuery): number =>
  findDecisions(db, { ...query, filter: { ...filter, before: Number.MAX_SAFE_INTEGER } }).length;

/** A decision, and in words who made it. */
export type NamedDecision = AuditEntry & { actorName: string };

/** Part of the decisions, and the entry before which the next part goes on; null after the last. */
export function auditPart(
  db: Database,
  query: AuditQuery,
): { rows: NamedDecision[]; next: number | null } {
  const { companyId, accountsOf, filter } = query;
  const rows = findDecisions(db, query).map((entry) => ({
    ...entry,
    actorName: actorName(db, { companyId, accountsOf }, entry.actor),
  }));
  return { rows, next: rows.length < filter.count ? null : (rows.at(-1)?.entry ?? null) };
}
