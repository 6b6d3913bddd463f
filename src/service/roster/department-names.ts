import { fold } from '../../domain/text.ts';
import type { Database } from '../../store/database.ts';
import * as departments from '../../store/departments.ts';
import { type DepartmentReference, toDepartmentReference } from '../departments.ts';

/** A department whose external id the roster sends with another name. A sync renames no department. */
export type OtherDepartmentName = { department: DepartmentReference; sent_name: string };

/**
 * Finds departments that the roster calls differently. A name that belongs to another department is left out: its rows
 * fail as `department_conflict`.
 *
 * @param sent the names by external id, as the rows send them
 */
export function findOtherDepartmentNames(
  db: Database,
  companyId: number,
  sent: ReadonlyMap<string, string | null>,
): OtherDepartmentName[] {
  const onRecord = db.all(departments.listOnRecord, { companyId });
  const taken = new Set(
    onRecord.filter((one) => one.archivedAt === null).map((one) => one.nameKey),
  );
  return onRecord.flatMap((one) => {
    const name = one.externalId === null ? null : sent.get(one.externalId);
    if (!name || one.archivedAt !== null || taken.has(fold(name))) return [];
    return [{ department: toDepartmentReference(one), sent_name: name }];
  });
}
