import { newId } from '../../../domain/id.ts';
import { beginningOf } from '../../../domain/report-period.ts';
import { toDetails } from '../../../domain/roster/fields.ts';
import { givenName } from '../../../domain/roster/profile.ts';
import type {
  DepartmentTarget,
  PlanPart,
  PlanSummary,
  RosterRow,
} from '../../../domain/roster/types.ts';
import * as companies from '../../../store/company/companies.ts';
import * as store from '../../../store/roster/roster.ts';
import { chunksOf } from '../../chunks.ts';
import { type CompanyWrite, takeNumbers } from '../../company/company-write.ts';
import { countJoined } from '../../reports/count.ts';
import { welcome } from '../../xp/welcome.ts';
import { peopleByNumber } from '../runs/people.ts';
import type { Change } from '../runs/run-changes.ts';
import { setProfiles } from './set-profiles.ts';

/** How a sync stores the email address of a new person. */
export type StoredEmail = (row: RosterRow) => string;

/** Writes a plan part by part. Unchanged rows are not written. */
export class PlanWriter {
  readonly #write: CompanyWrite;
  readonly #storedEmail: StoredEmail;
  /** New people and departments get consecutive numbers, from these on; 0 while there are none. */
  firstEmployee = 0;
  firstDepartment = 0;

  constructor(write: CompanyWrite, storedEmail: StoredEmail) {
    this.#write = write;
    this.#storedEmail = storedEmail;
  }

  /** The number of the department where a planned person is placed. */
  departmentNumberOf(target: DepartmentTarget): number | null {
    return target && this.#numberOf(target);
  }

  #numberOf(target: NonNullable<DepartmentTarget>): number {
    return 'known' in target ? target.known : this.firstDepartment + target.new;
  }

  /** Writes a part, departments first because people refer to them. A new person may get the old email of another. */
  writePart({ newDepartments, creates, updates }: PlanPart): void {
    this.#createDepartments(newDepartments);
    this.#updateEmployees(updates);
    this.#createEmployees(creates);
  }

  /** Writes what is known only after the last part. */
  finish({ adoptedDepartments, restoredDepartments }: PlanSummary): void {
    const { db, companyId } = this.#write;
    for (const chunk of chunksOf(adoptedDepartments)) {
      const departments = chunk.map(({ department, externalId }) => ({
        number: this.#numberOf(department),
        externalId,
      }));
      db.run(store.adoptDepartments, { companyId, departments });
    }
    for (const chunk of chunksOf(restoredDepartments)) {
      const departments = chunk.map(({ number, toTopLevel }) => ({
        number,
        toTopLevel: toTopLevel ? (1 as const) : (0 as const),
      }));
      db.run(store.restoreDepartments, { companyId, departments });
    }
  }

  #createDepartments(newDepartments: PlanPart['newDepartments']): void {
    if (newDepartments.length === 0) return;
    const { db, companyId, now } = this.#write;
    let number = takeNumbers(this.#write, companies.takeDepartmentNumbers, newDepartments.length);
    this.firstDepartment ||= number;
    const departments = newDepartments.map(({ name, nameKey }) => ({
      number: number++,
      id: newId(now),
      name,
      nameKey,
    }));
    db.run(store.createDepartments, { companyId, departments, now });
  }

  #createEmployees(creates: PlanPart['creates']): void {
    if (creates.length === 0) return;
    const { db, companyId, now, revision } = this.#write;
    let number = takeNumbers(this.#write, companies.takeEmployeeNumbers, creates.length);
    this.firstEmployee ||= number;
    const employees = creates.map(({ row, department }) => ({
      number: number++,
      id: newId(now),
      externalId: row.externalId,
      email: this.#storedEmail(row),
      emailKey: row.emailKey,
      givenName: givenName(row),
      departmentNumber: this.departmentNumberOf(department),
      ...toDetails((field) => row[field] ?? null),
      beginsAt: beginningOf(now, row.firstDay ?? null),
    }));
    db.run(store.createEmployees, { companyId, employees, now, revision });
    countJoined(this.#write, employees);
    welcome(this.#write, employees);
  }

  #updateEmployees(updates: PlanPart['updates']): void {
    if (updates.length === 0) return;
    const { db, companyId, revision } = this.#write;
    const employees = updates.map((update) => ({
      number: update.employee.number,
      departmentNumber: this.departmentNumberOf(update.department),
      ...toDetails((field) => update[field]),
    }));
    db.run(store.updateEmployees, { companyId, employees, revision });
    const linked = updates
      .filter(
        ({ employee, externalId, reactivate }) => reactivate || employee.externalId !== externalId,
      )
      .map(({ employee, externalId }) => ({ number: employee.number, externalId }));
    if (linked.length > 0) db.run(store.linkEmployees, { companyId, employees: linked, revision });
    const renamed = updates.filter(({ profile }) => profile.length > 0);
    setProfiles(
      this.#write,
      renamed.map(({ employee: { number }, row, profile }) => ({
        number,
        ...(profile.includes('name') && { givenName: givenName(row) }),
        ...(profile.includes('email') && {
          address: { email: this.#storedEmail(row), emailKey: row.emailKey },
        }),
      })),
    );
  }
}

/** The emails that planned updates change, before and after, by employee's number. */
export function emailChanges(
  { db, companyId }: CompanyWrite,
  updates: PlanPart['updates'],
  storedEmail: StoredEmail,
): Map<number, Change<string | null>> {
  const after = new Map(
    updates
      .filter(({ profile }) => profile.includes('email'))
      .map(({ employee, row }) => [employee.number, storedEmail(row)]),
  );
  const changes = new Map<number, Change<string | null>>();
  for (const { number, email } of peopleByNumber(db, companyId, after.keys()).values())
    changes.set(number, [email, after.get(number) ?? null]);
  return changes;
}
