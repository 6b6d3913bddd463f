import type { KnownEmployee, Roster, Snapshot } from '../../domain/roster/types.ts';
import type { Database } from '../../store/database.ts';
import * as store from '../../store/roster.ts';
import { chunksOf } from '../chunks.ts';

/** What a roster is compared with, and what a revert of the sync needs. */
export type CompanyRecord = {
  snapshot: Snapshot;
  /** By employee's number; only of those who are deactivated. */
  deactivatedAt: ReadonlyMap<number, number>;
  /** By department's number; only of those that are archived. */
  archivedAt: ReadonlyMap<number, number>;
};

/** Reads what the rows of a roster can change, by key and never the whole company. */
export function loadRecord(
  db: Database,
  companyId: number,
  employeesOnRecord: number,
  roster: Roster,
): CompanyRecord {
  const employees = new Map<number, KnownEmployee>();
  const deactivatedAt = new Map<number, number>();
  const keep = (row: store.KnownEmployeeRow) => {
    employees.set(row.number, {
      number: row.number,
      externalId: row.externalId,
      emailKey: row.emailKey,
      departmentNumber: row.departmentNumber,
      jobTitle: row.jobTitle,
      isAdmin: row.isAdmin === 1,
      portalRole: row.portalRole,
      deactivatedBy: row.deactivatedBy as KnownEmployee['deactivatedBy'],
    });
    if (row.deactivatedAt !== null) deactivatedAt.set(row.number, row.deactivatedAt);
  };
  for (const externalIds of chunksOf(roster.namedExternalIds))
    db.all(store.listEmployeesByExternalId, { companyId, externalIds }).forEach(keep);

  // An email finds one person at most, and most people were already found by their external id.
  const missing = new Set(roster.namedEmailKeys);
  for (const { emailKey } of employees.values()) missing.delete(emailKey);
  for (const emailKeys of chunksOf(missing))
    db.all(store.listEmployeesByEmailKey, { companyId, emailKeys }).forEach(keep);

  const archivedAt = new Map<number, number>();
  const departments = db
    .all(store.listDepartments, { companyId })
    .map(({ archivedAt: at, ...department }) => {
      if (at !== null) archivedAt.set(department.number, at);
      return { ...department, archived: at !== null };
    });
  return {
    snapshot: { employees: [...employees.values()], departments, employeesOnRecord },
    deactivatedAt,
    archivedAt,
  };
}
