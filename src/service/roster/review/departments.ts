import { fold } from '../../../domain/text.ts';
import type { Database } from '../../../store/database.ts';
import * as departments from '../../../store/departments/departments.ts';
import type { CompanyWrite } from '../../company/company-write.ts';
import type { DepartmentReference } from '../../departments/department-schemas.ts';
import { departmentsByNumber, toDepartmentReference } from '../../departments/departments.ts';
import { numbersOf, type RunChanges } from '../runs/run-changes.ts';

/** A department that a run left empty, and the new one that most of its people are in. */
export type RenamedDepartment = {
  old: DepartmentReference;
  new: DepartmentReference;
  /** Active people who were in the old one, and how many of them moved to the new one. */
  members: number;
  moved: number;
};

/** Fewer people moving together are no sign of a rename. */
const LEAST_MOVED = 3;

type Moves = { from: number; into: number; moved: number };

/**
 * Finds departments that the source seems to have renamed: of the people in it, more than half and at least three
 * moved into one department that the run created, and nobody active is left. Of several that moved into the same
 * one, only the largest.
 *
 * Call it in the transaction of the run, with what the run changed.
 */
export function findRenamedDepartments(
  { db, companyId, revision }: CompanyWrite,
  changes: RunChanges,
): RenamedDepartment[] {
  if (changes.departmentsCreated.length === 0) return [];
  const { moves, left } = countMoves(changes);
  const candidates = moves.filter(({ moved }) => moved >= LEAST_MOVED);
  if (candidates.length === 0) return [];
  const members = toMap(db.all(departments.listMemberCounts, { companyId }));
  const deactivated = toMap(db.all(departments.listDeactivatedCounts, { companyId, revision }));
  const onRecord = departmentsByNumber(db, companyId);
  const found = new Map<number, RenamedDepartment>();
  for (const { from, into, moved } of candidates) {
    const [old, next] = [onRecord.get(from), onRecord.get(into)];
    if (!old || !next || old.archivedAt !== null || members.has(from)) continue;
    const all = (left.get(from) ?? 0) + (deactivated.get(from) ?? 0);
    if (moved * 2 <= all || moved <= (found.get(into)?.moved ?? 0)) continue;
    found.set(into, {
      old: toDepartmentReference(old),
      new: toDepartmentReference(next),
      members: all,
      moved,
    });
  }
  return [...found.values()];
}

/** How many active people moved out of each department, and how many of them into each new one. */
function countMoves({ updated, departmentsCreated }: RunChanges) {
  const created = new Set(numbersOf(departmentsCreated));
  const left = new Map<number, number>();
  const moves = new Map<string, Moves>();
  for (const { departmentNumber, deactivatedAt } of updated) {
    const [from, into] = departmentNumber ?? [];
    if (from == null || deactivatedAt) continue;
    left.set(from, (left.get(from) ?? 0) + 1);
    if (into == null || !created.has(into)) continue;
    const key = `${from} ${into}`;
    const known = moves.get(key);
    if (known) known.moved++;
    else moves.set(key, { from, into, moved: 1 });
  }
  return { moves: [...moves.values()], left };
}

const toMap = (rows: readonly { number: number; members: number }[]): Map<number, number> =>
  new Map(rows.map(({ number, members }) => [number, members]));

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
