import { notFound } from '../../domain/errors.ts';
import { newId } from '../../domain/id.ts';
import type { DepartmentTarget, Plan, RosterRow } from '../../domain/roster/types.ts';
import * as companies from '../../store/companies.ts';
import * as store from '../../store/roster.ts';
import { chunksOf } from '../chunks.ts';
import type { CompanyWrite } from '../company-write.ts';

/** How a sync stores the email address of a new person. */
export type StoredEmail = (row: RosterRow) => string;

/** The numbers that a plan's new people and departments were given: consecutive ones, from these on. */
export type Applied = {
  firstEmployee: number;
  firstDepartment: number;
  /** The number of the department where a planned person was placed. */
  departmentNumberOf: (target: DepartmentTarget) => number | null;
};

/**
 * Writes a plan, departments first because people refer to them. Unchanged rows are not written.
 *
 * @param onProgress receives the completed share of the people, 0 to 1
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
  let nextDepartment = firstDepartment;
  for (const chunk of chunksOf(plan.newDepartments)) {
    const departments = chunk.map(({ externalId, name, nameKey }) => ({
      number: nextDepartment++,
      id: newId(now),
      externalId,
      name,
      nameKey,
    }));
    db.run(store.createDepartments, { companyId, departments, now });
  }
  for (const departments of chunksOf(plan.adoptedDepartments)) {
    db.run(store.adoptDepartments, { companyId, departments });
  }
  for (const chunk of chunksOf(plan.restoredDepartments)) {
    const departments = chunk.map(({ number, toTopLevel }) => ({
      number,
      toTopLevel: toTopLevel ? (1 as const) : (0 as const),
    }));
    db.run(store.restoreDepartments, { companyId, departments });
  }

  const departmentNumberOf = (target: DepartmentTarget): number | null => {
    if (target === null) return null;
    return 'known' in target ? target.known : firstDepartment + target.new;
  };
  const firstEmployee = takeNumbers(write, companies.takeEmployeeNumbers, creates.length);
  const reportProgress = (done: number) => onProgress(done / (creates.length + updates.length));
  let done = 0;
  let nextEmployee = firstEmployee;
  for (const chunk of chunksOf(creates)) {
    const employees = chunk.map(({ row, department }) => ({
      number: nextEmployee++,
      id: newId(now),
      externalId: row.externalId,
      email: storedEmail(row),
      emailKey: row.emailKey,
      givenName: givenName(row),
      departmentNumber: departmentNumberOf(department),
      jobTitle: row.jobTitle ?? null,
    }));
    db.run(store.createEmployees, { companyId, employees, now, revision });
    done += chunk.length;
    reportProgress(done);
  }
  for (const chunk of chunksOf(updates)) {
    const employees = chunk.map(({ employee, department, jobTitle }) => ({
      number: employee.number,
      departmentNumber: departmentNumberOf(department),
      jobTitle,
    }));
    db.run(store.updateEmployees, { companyId, employees, revision });
    done += chunk.length;
    reportProgress(done);
  }
  const linked = updates.filter(
    ({ employee, externalId, reactivate }) => reactivate || employee.externalId !== externalId,
  );
  for (const chunk of chunksOf(linked)) {
    const employees = chunk.map(({ employee, externalId }) => ({
      number: employee.number,
      externalId,
    }));
    db.run(store.linkEmployees, { companyId, employees, revision });
  }
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
