import { notFound } from '../../domain/errors.ts';
import { newId } from '../../domain/id.ts';
import type { DepartmentTarget, Plan, RosterRow } from '../../domain/roster/types.ts';
import * as companies from '../../store/companies.ts';
import * as store from '../../store/roster.ts';
import type { CompanyWrite } from '../company-write.ts';
import { jsonChunks } from './chunks.ts';

/** How a sync stores the address of somebody new. */
export type StoredEmail = (row: RosterRow) => string;

/** The numbers that a plan's new people and departments were given: consecutive ones, from these on. */
export type Applied = {
  firstEmployee: number;
  firstDepartment: number;
  /** The number of the department where a planned person was placed. */
  departmentNumberOf: (target: DepartmentTarget) => number | null;
};

/**
 * Puts a plan on record, departments first because people point at them. What does not change is not written.
 *
 * @param onProgress told now and then how much of the people is done, 0 to 1
 */
export function applyPlan(
  write: CompanyWrite,
  plan: Plan,
  storedEmail: StoredEmail,
  onProgress: (done: number) => void,
): Applied {
  const { db, companyId, now, revision } = write;
  const { creates, updates } = plan;
  const firstDepartment = takeNumbers(
    write,
    companies.takeDepartmentNumbers,
    plan.newDepartments.length,
  );
  for (const departments of jsonChunks(plan.newDepartments, (department, i) => [
    firstDepartment + i,
    newId(now),
    department.externalId,
    department.name,
    department.nameKey,
  ]))
    db.run(store.createDepartments, { companyId, departments, now });
  for (const departments of jsonChunks(plan.adoptedDepartments, (adopted) => [
    adopted.number,
    adopted.externalId,
  ]))
    db.run(store.adoptDepartments, { companyId, departments });
  for (const departments of jsonChunks(plan.restoredDepartments, (restored) => [
    restored.number,
    restored.toTopLevel,
  ]))
    db.run(store.restoreDepartments, { companyId, departments });

  const departmentNumberOf = (target: DepartmentTarget): number | null => {
    if (target === null) return null;
    return 'known' in target ? target.known : firstDepartment + target.new;
  };
  const firstEmployee = takeNumbers(write, companies.takeEmployeeNumbers, creates.length);
  const tell = (done: number) => onProgress(done / (creates.length + updates.length));
  let done = 0;
  for (const employees of jsonChunks(creates, ({ row, department }, i) => {
    done++;
    return [
      firstEmployee + i,
      newId(now),
      row.externalId,
      storedEmail(row),
      row.emailKey,
      givenName(row),
      departmentNumberOf(department),
      row.jobTitle ?? null,
    ];
  })) {
    db.run(store.createEmployees, { companyId, employees, now, revision });
    tell(done);
  }
  for (const employees of jsonChunks(updates, ({ employee, department, jobTitle }) => {
    done++;
    return [employee.number, departmentNumberOf(department), jobTitle];
  })) {
    db.run(store.placeEmployees, { companyId, employees, revision });
    tell(done);
  }
  const admitted = updates.filter(
    ({ employee, externalId, reactivate }) => reactivate || employee.externalId !== externalId,
  );
  for (const employees of jsonChunks(admitted, ({ employee, externalId }) => [
    employee.number,
    externalId,
  ]))
    db.run(store.admitEmployees, { companyId, employees, revision });
  return { firstEmployee, firstDepartment, departmentNumberOf };
}

/** The name that a roster sends for somebody; the last one is empty for a single-name person. */
const givenName = ({ firstName, lastName }: RosterRow): string =>
  lastName === '' ? firstName : `${firstName} ${lastName}`;

function takeNumbers(
  { db, companyId }: CompanyWrite,
  sequence: typeof companies.takeEmployeeNumbers,
  count: number,
): number {
  if (count === 0) return 0;
  const taken = db.one(sequence, { companyId, count });
  if (!taken) throw notFound('Company not found');
  return taken.first;
}
