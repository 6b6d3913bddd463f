import * as companies from '../../store/company/companies.ts';
import type { Database } from '../../store/database.ts';
import * as store from '../../store/months/closed-months.ts';
import * as standings from '../../store/months/standings.ts';

/**
 * Deletes one version of a month that was taken out of force before a time. The newest version of each month stays, in force
 * or not: without it the month would count as one that was never closed.
 *
 * @returns whether there may be more
 */
export function deleteOldVersion(db: Database, before: number): boolean {
  for (const { companyId } of db.all(companies.listIds, {})) {
    const [old] = db.all(store.listReplaced, { companyId, before, count: 1 });
    if (!old) continue;
    db.write(() => {
      db.run(standings.deleteBlocks, { companyId, standings: old.standings });
      db.run(store.deleteVersion, { companyId, month: old.month, version: old.version });
    });
    return true;
  }
  return false;
}

/** How many versions would go. */
export const countOldVersions = (db: Database, before: number): number =>
  db
    .all(companies.listIds, {})
    .map(({ companyId }) => db.all(store.listReplaced, { companyId, before, count: 1e9 }).length)
    .reduce((sum, count) => sum + count, 0);
