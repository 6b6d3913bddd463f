import { failure } from '../../domain/errors.ts';
import { newId } from '../../domain/id.ts';
import { requireLabel } from '../../domain/label.ts';
import { DEFAULT_SANDBOX_LIMIT } from '../../domain/limits.ts';
import { beginningOf } from '../../domain/report-period.ts';
import {
  mapDetails,
  type NamedDetails,
  ROSTER_FIELDS,
  toDetails,
} from '../../domain/roster/fields.ts';
import { placeholderFor } from '../../domain/sandbox-email.ts';
import { fold } from '../../domain/text.ts';
import * as companies from '../../store/company/companies.ts';
import type { EmployeeRow } from '../../store/people/employees.ts';
import * as employees from '../../store/people/employees.ts';
import { type CompanyWrite, changeRecorder, takeNumbers } from '../company/company-write.ts';
import { requireActiveDepartment } from '../departments/departments.ts';
import { recordEvents } from '../events/events.ts';
import { readLabel, requireEmail, requireRosterText, requireUnchanged } from '../input.ts';
import { endLinkOf, giveAccountsToEmployees } from '../portal/accounts.ts';
import { countJoined } from '../reports/count.ts';
import { welcome, welcomeEvents } from '../xp/welcome.ts';
import { type Employee, requireEmployee, toEmployee } from './employee-records.ts';
import { type ShownChanges, setShown } from './how-shown.ts';

/** The fields of a person. Null clears a field; an omitted field stays unchanged. */
export type EmployeeDetails = {
  /** The name shown until the person has signed in. */
  given_name?: string | null | undefined;
  external_id?: string | null | undefined;
  /** A reference to an active department. */
  department?: string | null | undefined;
} & { [Name in keyof NamedDetails]?: string | null | undefined };

/** A role in the portal: admin, a named role, or none. */
export type PortalRole = 'admin' | 'none' | { role: string };

/**
 * Adds an active person. A sandbox stores a placeholder address and has a limit of people.
 *
 * @throws EngagedError `validation_failed`, `not_found`; `conflict` for a taken email or external id, an
 *   archived department, or a full sandbox
 */
export function addEmployee(
  write: CompanyWrite,
  input: EmployeeDetails & { email: string },
  sandboxLimit: number = DEFAULT_SANDBOX_LIMIT,
): Employee {
  const { db, companyId, now, revision } = write;
  const details = readDetails(write, input, null);
  if (write.mode === 'test') {
    const onRecord = db.one(employees.countOnRecord, { companyId })?.count ?? 0;
    if (onRecord >= sandboxLimit) {
      throw failure('sandbox_full', { limit: sandboxLimit });
    }
  }
  requireUnique(write, details, null);
  const number = takeNumbers(write, companies.takeEmployeeNumbers);
  const id = newId(now);
  const beginsAt = beginningOf(now, details.firstDay);
  db.run(employees.create, { companyId, number, id, ...details, now, beginsAt, revision });
  countJoined(write, [{ ...details, beginsAt }]);
  welcome(write, [{ ...details, id, number }]);
  const added = recordChange(write, 'employee.add', null, { id, number });
  recordEvents(write, welcomeEvents(write)(number));
  return added;
}

/** What is changed about a person. */
type EmployeeChanges = EmployeeDetails & ShownChanges & { email?: string | undefined };

/**
 * Changes the given fields of a person.
 *
 * @param seen what was in these fields when the change was made up
 * @throws EngagedError as `addEmployee` does; `conflict` for a field that is not as it was seen
 */
export function updateEmployee(
  write: CompanyWrite,
  reference: string,
  input: EmployeeChanges,
  seen: EmployeeChanges = {},
): Employee {
  const { db, companyId, revision } = write;
  const before = requireEmployee(db, companyId, reference);
  requireUnchanged<EmployeeChanges>(toChanges(before), seen);
  const details = readDetails(write, input, before);
  requireUnique(write, details, before);
  db.run(employees.update, { companyId, number: before.number, ...details, revision });
  if (input.shown_as !== undefined || input.nickname !== undefined) setShown(write, before, input);
  return recordChange(write, 'employee.update', before, before);
}

/**
 * Deactivates a person in the portal, so that no roster sync reactivates them. This also applies to a person
 * whom a sync has deactivated before.
 *
 * @throws EngagedError `validation_failed`, `not_found`; `conflict` where the portal has done so already
 */
export function deactivateEmployee(
  write: CompanyWrite,
  reference: string,
  reason: string,
): Employee {
  const { db, companyId, now, revision } = write;
  const before = requireEmployee(db, companyId, reference);
  const why = requireLabel('reason', reason, 500);
  if (before.deactivatedBy === 'portal') throw failure('employee_deactivated_already');
  db.run(employees.deactivate, { companyId, number: before.number, now, reason: why, revision });
  return recordChange(write, 'employee.deactivate', before, before);
}

/** @throws EngagedError `not_found`; `conflict` where the person is active */
export function reactivateEmployee(write: CompanyWrite, reference: string): Employee {
  const { db, companyId, revision } = write;
  const before = requireEmployee(db, companyId, reference);
  if (before.deactivatedAt === null) throw failure('employee_active');
  db.run(employees.reactivate, { companyId, number: before.number, revision });
  return recordChange(write, 'employee.reactivate', before, before);
}

/**
 * Records the account name of a sign-in. It becomes the displayed name.
 *
 * @throws EngagedError `validation_failed`, `not_found`; `conflict` where the person is deactivated
 */
export function signInEmployee(write: CompanyWrite, reference: string, name: string): Employee {
  const { db, companyId, revision } = write;
  const before = requireEmployee(db, companyId, reference);
  const accountName = requireLabel('name', name, 255);
  if (before.deactivatedAt !== null) throw failure('employee_cannot_sign_in');
  db.run(employees.signIn, { companyId, number: before.number, accountName, revision });
  return recordChange(write, 'employee.sign_in', before, before);
}

/** Replaces a person's portal role. */
export function setEmployeeRole(
  write: CompanyWrite,
  reference: string,
  role: PortalRole,
): Employee {
  const { db, companyId, revision } = write;
  const before = requireEmployee(db, companyId, reference);
  db.run(employees.setRole, {
    companyId,
    number: before.number,
    isAdmin: role === 'admin' ? 1 : 0,
    portalRole: typeof role === 'object' ? requireLabel('role', role.role, 150) : null,
    revision,
  });
  endLinkOf(write, before.number);
  return recordChange(write, 'employee.role', before, before);
}

const toChanges = (row: EmployeeRow): EmployeeChanges => ({
  given_name: row.givenName,
  external_id: row.externalId,
  email: row.email,
  department: row.departmentId,
  ...mapDetails((field) => row[field]),
  ...{ shown_as: row.shownAs, nickname: row.nickname },
});

function readDetails(
  write: CompanyWrite,
  input: EmployeeChanges,
  before: EmployeeRow | null,
): employees.Details {
  const resolveField = (
    name: string,
    sent: string | null | undefined,
    stored: string | null | undefined,
    maxLength: number,
  ) => (sent === undefined ? (stored ?? null) : readLabel(name, sent, maxLength));
  const email =
    input.email === undefined ? (before?.email ?? '') : toStoredEmail(write, input.email);
  const { department } = input;
  return {
    externalId: resolveField('external_id', input.external_id, before?.externalId, 255),
    email,
    emailKey: fold(email),
    givenName: resolveField('name', input.given_name, before?.givenName, 255),
    departmentNumber:
      department === undefined
        ? (before?.departmentNumber ?? null)
        : department === null
          ? null
          : requireActiveDepartment(write, department).number,
    ...toDetails((field) => {
      const declared = ROSTER_FIELDS[field];
      const { name, maxLength, format } = declared;
      const value = resolveField(name, input[name], before?.[field], maxLength);
      return value === null || format !== 'day' ? value : requireRosterText(declared, value);
    }),
  };
}

function toStoredEmail(write: CompanyWrite, text: string): string {
  const email = requireEmail(text);
  return write.mode === 'test' ? placeholderFor(fold(email)) : email;
}

function requireUnique(
  write: CompanyWrite,
  details: employees.Details,
  self: EmployeeRow | null,
): void {
  const { emailKey, externalId } = details;
  const holders = write.db.all(employees.listHolders, {
    companyId: write.companyId,
    emailKey,
    externalId,
  });
  for (const holder of holders) {
    if (holder.number === self?.number) continue;
    const field = holder.emailKey === emailKey ? 'email' : 'external_id';
    throw failure('employee_taken', { field, id: holder.id });
  }
}

const recordInAudit = changeRecorder({
  targetKind: 'employee',
  find: ({ db, companyId }, id) => requireEmployee(db, companyId, id),
  show: toEmployee,
});

/** The events of changes, by their action. Roles are not part of what the API shows. */
const EVENTS = {
  'employee.add': 'employee.created',
  'employee.update': 'employee.updated',
  'employee.deactivate': 'employee.deactivated',
  'employee.reactivate': 'employee.reactivated',
  'employee.sign_in': 'employee.updated',
  'employee.role': null,
} as const;

function recordChange(
  write: CompanyWrite,
  action: keyof typeof EVENTS,
  before: EmployeeRow | null,
  { id, number: employeeNumber }: { id: string; number: number },
): Employee {
  const type = EVENTS[action];
  if (type !== null) recordEvents(write, [{ type, employeeNumber, data: {} }]);
  const employee = recordInAudit(write, action, before, id);
  giveAccountsToEmployees(write);
  return employee;
}
