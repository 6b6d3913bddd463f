import * as audit from '../../store/audit/audit.ts';
import * as companies from '../../store/company/companies.ts';
import type { Database } from '../../store/database.ts';

/** Decisions that one transaction deletes, so that other writes never wait long. */
const PORTION = 1_000;

/**
 * Deletes a portion of the decisions that are older than a time. Awards stay, because they stand in the ledgers, and so does
 * the last import of XP of each company, because it is known by its decision.
 *
 * @returns whether there may be more
 */
export function deleteOldDecisions(db: Database, before: number): boolean {
  for (const { companyId } of db.all(companies.listIds, {})) {
    if (!db.one(audit.findOld, { companyId, before })) continue;
    db.write(() => db.run(audit.deleteOld, { companyId, before, count: PORTION }));
    return true;
  }
  return false;
}

/** How many decisions would go. */
export const countOldDecisions = (db: Database, before: number): number =>
  db
    .all(companies.listIds, {})
    .map(({ companyId }) => db.one(audit.countOld, { companyId, before })?.count ?? 0)
    .reduce((sum, count) => sum + count, 0);
