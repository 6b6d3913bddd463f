import { failure } from '../../domain/errors.ts';
import * as walls from '../../store/boards/walls.ts';
import * as departments from '../../store/departments/departments.ts';
import * as kudosPosts from '../../store/kudos/kudos-posts.ts';
import * as kudosSettings from '../../store/kudos/kudos-settings.ts';
import { type CompanyWrite, recordAuditEvent } from '../company/company-write.ts';
import { moveContests } from '../contests/change-contests.ts';
import { recordEvents } from '../events/events.ts';
import { foldReports } from '../reports/count.ts';
import type { Department } from './department-schemas.ts';
import {
  departmentsByNumber,
  isAtOrBelow,
  requireActiveDepartment,
  requireDepartment,
  toDepartment,
} from './departments.ts';

/** What a merge did. */
export type DepartmentMerge = {
  /** The department that received everything. */
  department: Department;
  /** The other one, archived. It has an external id only if both had one. */
  merged: Department;
  moved: { active: number; deactivated: number; departments: number };
  external_id_handed_over: boolean;
};

/**
 * Moves everybody in a department, and the departments below it, into another one and archives it. Its walls and the
 * contests that are not over follow. Its external id goes with them if the other one has none, so that a roster sync
 * finds the other one by it.
 *
 * @throws EngagedError `not_found`; `conflict` for an archived target, for one department with itself, and where
 *   the target is below the other one
 */
export function mergeDepartments(
  write: CompanyWrite,
  fromReference: string,
  intoReference: string,
): DepartmentMerge {
  const { db, companyId } = write;
  const from = requireDepartment(db, companyId, fromReference);
  const into = requireActiveDepartment(write, intoReference);
  if (from.number === into.number) throw failure('department_merged_with_itself');
  if (isAtOrBelow(into.number, from.number, departmentsByNumber(db, companyId))) {
    throw failure('department_merged_below', { id: into.id });
  }
  const moved = db.one(departments.countContents, { companyId, number: from.number });
  if (!moved) throw new Error('a count gave no row');
  const members = db.all(departments.listMembers, { companyId, number: from.number });
  const ends = { companyId, from: from.number, into: into.number };
  db.run(departments.moveMembers, { ...ends, revision: write.revision });
  db.run(departments.moveChildren, ends);
  foldReports(write, from.number, into.number);
  db.run(walls.moveDepartment, ends);
  moveContests(write, from.number, into.number);
  db.run(kudosPosts.addDepartment, ends);
  db.run(kudosSettings.deleteAllowance, { companyId, departmentNumber: from.number });
  const handsOver = from.externalId !== null && into.externalId === null;
  if (handsOver) {
    db.run(departments.setExternalId, { companyId, number: from.number, externalId: null });
    const { number } = into;
    db.run(departments.setExternalId, { companyId, number, externalId: from.externalId });
  }
  db.run(departments.setArchived, {
    companyId,
    number: from.number,
    archivedAt: from.archivedAt ?? write.now,
    parentNumber: from.parentNumber,
  });
  recordEvents(
    write,
    members.map(({ employeeNumber }) => ({ type: 'employee.updated', employeeNumber, data: {} })),
  );
  const show = (id: string) => toDepartment(requireDepartment(db, companyId, id));
  const [merged, department] = [show(from.id), show(into.id)];
  recordAuditEvent(write, 'department.merge', ['department', from.id], {
    before: { merged: toDepartment(from), department: toDepartment(into) },
    after: { merged, department, moved },
  });
  return { department, merged, moved, external_id_handed_over: handsOver };
}
