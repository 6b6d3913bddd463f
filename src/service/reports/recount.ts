import { formatPeriod, type Unit } from '../../domain/report-period.ts';
import * as companies from '../../store/company/companies.ts';
import type { Database } from '../../store/database.ts';
import * as store from '../../store/reports/report-totals.ts';

/** The periods of a company in which totals contradict its ledgers and people, such as `2026-10`; at most a hundred totals. */
export const wrongPeriods = (db: Database, companyId: number): string[] => {
  const wrong = db.all(store.listWrong, { companyId, most: 100 });
  return [...new Set(wrong.map(({ unit, period }) => formatPeriod(unit as Unit, period)))];
};

/** Counts everything again, sandboxes included, and compares it with the totals. Takes seconds for millions of entries. */
export const checkReports = (db: Database): { companyId: number; periods: string[] }[] =>
  db.read(() =>
    db
      .all(companies.listIds, {})
      .map(({ companyId }) => ({ companyId, periods: wrongPeriods(db, companyId) }))
      .filter(({ periods }) => periods.length > 0),
  );

/** Counts the totals of companies again where they are wrong, a transaction each, and returns how many. */
export function repairReports(db: Database): number {
  const wrong = checkReports(db);
  for (const { companyId } of wrong) db.write(() => countAgain(db, companyId));
  return wrong.length;
}

/** Counts the totals of a company again, within an open transaction. */
function countAgain(db: Database, companyId: number): void {
  db.run(store.deleteAll, { companyId });
  db.run(store.rebuild, { companyId });
}
