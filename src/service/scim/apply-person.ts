import { newId } from '../../domain/id.ts';
import { beginningOf } from '../../domain/report-period.ts';
import { DETAIL_FIELDS, toDetails } from '../../domain/roster/fields.ts';
import { domainOf } from '../../domain/roster/read-roster.ts';
import type { DirectoryPerson } from '../../domain/scim/user.ts';
import { fold } from '../../domain/text.ts';
import * as companies from '../../store/company/companies.ts';
import * as employees from '../../store/people/employees.ts';
import type { PersonRow } from '../../store/roster/roster.ts';
import * as roster from '../../store/roster/roster.ts';
import * as scimUsers from '../../store/scim/scim-users.ts';
import { type CompanyWrite, takeNumbers } from '../company/company-write.ts';
import { recordEvents } from '../events/events.ts';
import { giveAccountsToEmployees } from '../portal/accounts.ts';
import { countJoined } from '../reports/count.ts';
import { isManagedInPortal } from '../roster/follow-up/revert-person.ts';
import type { PersonChange } from '../roster/runs/run-changes.ts';
import type { RosterLimits } from '../roster/sync/sync-input.ts';
import { welcome, welcomeEvents } from '../xp/welcome.ts';
import { recordInRun } from './hourly-run.ts';
import { storedEmail } from './match-person.ts';
import { Refusal } from './refusals.ts';

/** What a directory says of a person now and said before; null where it says something for the first time. */
export type Statement = { person: DirectoryPerson; before: DirectoryPerson | null };

/** Adds a person. @returns their number */
export function addPerson(
  write: CompanyWrite,
  statement: Statement,
  limits: RosterLimits,
): { number: number; id: string } {
  const { db, companyId, now, revision } = write;
  if (write.mode === 'test') {
    const onRecord = db.one(employees.countOnRecord, { companyId })?.count ?? 0;
    if (onRecord >= limits.sandboxEmployees) throw new Refusal('sandbox_limit_reached');
  }
  const { details, newDepartment } = detailsOf(write, statement, null, limits);
  const number = takeNumbers(write, companies.takeEmployeeNumbers);
  const id = newId(now);
  const beginsAt = beginningOf(now, null);
  db.run(employees.create, { companyId, number, id, ...details, now, beginsAt, revision });
  countJoined(write, [{ ...details, beginsAt }]);
  welcome(write, [{ id, number, departmentNumber: details.departmentNumber }]);
  const { isActive } = statement.person;
  if (!isActive) db.run(scimUsers.deactivate, { companyId, numbers: [number], now, revision });
  recordEvents(write, [
    { type: 'employee.created', employeeNumber: number, data: {} },
    ...welcomeEvents(write)(number),
    ...(isActive
      ? []
      : [{ type: 'employee.deactivated' as const, employeeNumber: number, data: {} }]),
  ]);
  recordInRun(write, [{ number, isNew: true, change: { number }, newDepartment }]);
  giveAccountsToEmployees(write);
  return { number, id };
}

/**
 * Changes a person as a directory says. Whoever decides about the person's state has agreed already.
 *
 * @param statement null where it says nothing but that
 * @param state what becomes of it
 */
export function changePerson(
  write: CompanyWrite,
  row: PersonRow,
  statement: Statement | null,
  state: 'deactivated' | 'reactivated' | 'as it is',
  limits: RosterLimits,
): void {
  const { db, companyId, now, revision } = write;
  const { number } = row;
  const said = statement && detailsOf(write, statement, row, limits);
  const change: PersonChange = said ? changeOf(row, said.details) : { number };
  if (said && Object.keys(change).length > 1)
    db.run(employees.update, { companyId, number, ...said.details, revision });
  if (state === 'deactivated') {
    db.run(scimUsers.deactivate, { companyId, numbers: [number], now, revision });
    change.deactivatedAt = [null, now];
  } else if (state === 'reactivated') {
    db.run(employees.reactivate, { companyId, number, revision });
    change.deactivatedAt = [row.deactivatedAt, null];
  }
  if (Object.keys(change).length === 1) return;
  const type =
    state === 'as it is' ? ('employee.updated' as const) : (`employee.${state}` as const);
  recordEvents(write, [{ type, employeeNumber: number, data: {} }]);
  const newDepartment = said?.newDepartment ?? null;
  recordInRun(write, [{ number, isNew: false, change, newDepartment }]);
  giveAccountsToEmployees(write);
}

function changeOf(row: PersonRow, details: employees.Details): PersonChange {
  const change: PersonChange = { number: row.number };
  if (row.externalId !== details.externalId)
    change.externalId = [row.externalId, details.externalId];
  if (row.givenName !== details.givenName) change.givenName = [row.givenName, details.givenName];
  if (row.email !== details.email) change.email = [row.email, details.email];
  if (row.departmentNumber !== details.departmentNumber)
    change.departmentNumber = [row.departmentNumber, details.departmentNumber];
  for (const field of DETAIL_FIELDS)
    if (row[field] !== details[field]) change[field] = [row[field], details[field]];
  return change;
}

/**
 * What is to be on record of a person. What the directory does not say stays, and what it no longer says is cleared. Who
 * has a role in the portal keeps name and email: with the email they sign in.
 */
function detailsOf(
  write: CompanyWrite,
  { person, before }: Statement,
  row: PersonRow | null,
  limits: RosterLimits,
): { details: employees.Details; newDepartment: number | null } {
  const keepsProfile = row !== null && isManagedInPortal(row);
  const sent = storedEmail(write.mode, person.email);
  const isSameEmail = row !== null && fold(row.email ?? '') === sent.emailKey;
  const address =
    row?.email && (keepsProfile || isSameEmail)
      ? { email: row.email, emailKey: fold(row.email) }
      : sent;
  const externalId = person.externalId ?? row?.externalId ?? null;
  const isNewEmail = row === null || fold(row.email ?? '') !== address.emailKey;
  if (isNewEmail) requireAllowedDomain(write, person.email);
  if (isNewEmail || externalId !== row.externalId)
    requireUnique(write, { emailKey: address.emailKey, externalId }, row);
  const department = departmentOf(write, { person, before }, row, limits);
  const title = person.jobTitle ?? (before?.jobTitle ? null : (row?.jobTitle ?? null));
  const stored = toDetails((field) => row?.[field] ?? null);
  return {
    details: {
      externalId,
      ...address,
      givenName: keepsProfile ? row.givenName : (person.name ?? row?.givenName ?? null),
      departmentNumber: department.number,
      ...stored,
      jobTitle: title,
    },
    newDepartment: department.isNew ? department.number : null,
  };
}

function requireAllowedDomain({ db, companyId, mode }: CompanyWrite, email: string): void {
  if (mode === 'test') return;
  const domains = db.all(companies.listSsoDomains, { companyId }).map(({ domain }) => domain);
  if (domains.length > 0 && !domains.includes(domainOf(email)))
    throw new Refusal('email_domain_not_allowed');
}

function requireUnique(
  { db, companyId }: CompanyWrite,
  keys: { emailKey: string; externalId: string | null },
  row: PersonRow | null,
): void {
  for (const holder of db.all(employees.listHolders, { companyId, ...keys }))
    if (holder.number !== row?.number)
      throw new Refusal(holder.emailKey === keys.emailKey ? 'email_taken' : 'external_id_taken');
}

/** The department that a person is in, by the rules of a roster sync for a name alone. */
function departmentOf(
  write: CompanyWrite,
  { person, before }: Statement,
  row: PersonRow | null,
  limits: RosterLimits,
): { number: number | null; isNew: boolean } {
  const { db, companyId, now } = write;
  const { department: name } = person;
  const present = { number: row?.departmentNumber ?? null, isNew: false };
  if (name === null) return before?.department ? { number: null, isNew: false } : present;
  if (before?.department && row && fold(before.department) === fold(name)) return present;
  const nameKey = fold(name);
  const active = db
    .all(roster.listDepartments, { companyId })
    .filter(({ archivedAt }) => archivedAt === null);
  const [found, ...others] = active.filter((one) => one.nameKey === nameKey);
  if (others.length > 0) throw new Refusal('department_conflict');
  if (found) return { number: found.number, isNew: false };
  if (active.length >= limits.departments) throw new Refusal('department_limit_reached');
  const number = takeNumbers(write, companies.takeDepartmentNumbers);
  const departments = [{ number, id: newId(now), name, nameKey }];
  db.run(roster.createDepartments, { companyId, departments, now });
  return { number, isNew: true };
}
