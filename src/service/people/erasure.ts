import { failure } from '../../domain/errors.ts';
import { requireLabel } from '../../domain/label.ts';
import { placeholderFor } from '../../domain/sandbox-email.ts';
import { fold } from '../../domain/text.ts';
import * as audit from '../../store/audit/audit.ts';
import * as companies from '../../store/company/companies.ts';
import type { Database } from '../../store/database.ts';
import * as mails from '../../store/mail/mails.ts';
import type { EmployeeRow } from '../../store/people/employees.ts';
import * as employees from '../../store/people/employees.ts';
import * as erasure from '../../store/people/erasure.ts';
import * as historyLooks from '../../store/people/history-looks.ts';
import { type CompanyWrite, recordAuditEvent } from '../company/company-write.ts';
import { recordEvents } from '../events/events.ts';
import { forgetPerson } from '../months/standings.ts';
import { deleteAccountOf } from '../portal/accounts.ts';
import { listRunsOf } from '../roster/runs/people-of-runs.ts';
import { eraseFromRun } from '../roster/runs/recorded-changes.ts';
import { eraseFromDirectory } from '../scim/users.ts';
import { requireEmployee } from './employee-records.ts';

/**
 * An erased person. Their id stays on record; nothing else that identifies them does.
 * `sandbox_employee_ids` are people of the sandbox who have the same email or external id, and were not erased.
 */
export type Erased = { employee_id: string; reason: string; sandbox_employee_ids: string[] };

/**
 * Replaces or removes every value on record that identifies a person, and deactivates them. Ledger amounts, badge
 * awards and redemptions stay, so totals still add up. The replaced values remain in unused parts of the file
 * until `removeRemnants`.
 *
 * @param reason kept in the audit log, so it must not identify the person
 * @throws EngagedError `validation_failed`, `not_found`; `conflict` for an admin or the holder of a portal role
 */
export function eraseEmployee(write: CompanyWrite, reference: string, reason: string): Erased {
  const { db, companyId, now, revision } = write;
  const employee = requireErasable(db, companyId, reference);
  const { id, number } = employee;
  const why = requireLabel('reason', reason, 500);
  const person = { companyId, number };
  db.run(erasure.eraseEmployee, { ...person, now, revision });
  db.run(erasure.eraseXpTexts, person);
  db.run(erasure.eraseCoinTexts, person);
  db.run(erasure.eraseGiftTexts, person);
  const { email, externalId, givenName, accountName } = employee;
  const names = [email, externalId, givenName, accountName].filter((text) => text !== null);
  const keys = names.map(fold);
  db.run(erasure.eraseGiftReferences, { companyId, keys });
  db.run(erasure.eraseRedemptionTexts, person);
  db.run(erasure.eraseRedemptionReasons, person);
  db.run(erasure.eraseKudosReceived, person);
  db.run(erasure.eraseKudosGiven, { ...person, names: [...names, ...keys] });
  db.run(erasure.eraseKudosReports, person);
  db.run(erasure.eraseKudosDecisions, person);
  db.run(erasure.eraseAuditValues, { companyId, id });
  db.run(historyLooks.deleteOfEmployee, { companyId, employeeNumber: number });
  db.run(mails.deleteToEmployee, { companyId, employeeNumber: number });
  deleteAccountOf(write, number);
  eraseFromDirectory(db, companyId, { number, keys });
  for (const run of listRunsOf(db, person)) eraseFromRun(db, person, run);
  forgetPerson(db, companyId, number);
  db.run(erasure.noteRemnants, { now });
  if (employee.deactivatedAt === null) {
    recordEvents(write, [{ type: 'employee.deactivated', employeeNumber: number, data: {} }]);
  }
  recordAuditEvent(write, 'employee.erase', ['employee', id], { after: { reason: why } });
  const sandbox_employee_ids = listInSandbox(db, companyId, employee);
  return { employee_id: id, reason: why, sandbox_employee_ids };
}

/** Test keys and `import --test` may have sent the person to the company's sandbox too. */
function listInSandbox(db: Database, companyId: number, employee: EmployeeRow): string[] {
  const { email, externalId } = employee;
  const sandbox = db.one(companies.findSandbox, { companyId });
  if (!sandbox) return [];
  const emailKey = fold(email);
  const keys = {
    id: '',
    externalId: externalId ?? '',
    emailKey,
    placeholderKey: placeholderFor(emailKey),
  };
  return db
    .all(employees.listMatching, { companyId: sandbox.companyId, ...keys })
    .map((row) => row.id);
}

/**
 * A person who can be erased.
 *
 * @throws EngagedError `not_found`; `conflict` for an admin or the holder of a portal role
 */
export function requireErasable(db: Database, companyId: number, reference: string): EmployeeRow {
  const person = requireEmployee(db, companyId, reference);
  if (person.isAdmin === 0 && person.portalRole === null) return person;
  throw failure('employee_has_role', { id: person.id, isAdmin: person.isAdmin === 1 });
}

/**
 * Rewrites the data file and empties its write-ahead log, so that no replaced or deleted value is left in either.
 * Other processes can read meanwhile, but not write.
 *
 * @throws EngagedError `conflict` while another process writes, or reads for long, as a backup does
 */
export function removeRemnants(db: Database): void {
  const at = remnantsAt(db);
  db.vacuum();
  if (at !== null) db.write(() => db.run(erasure.clearRemnants, { at }));
}

/** The last erasure whose values unused parts of the file may still hold; null if they hold none. */
export const remnantsAt = (db: Database): number | null =>
  db.one(erasure.findRemnants, {})?.at ?? null;

/** Which erasure of a company's people was the last, by whichever process; null if there was none. */
export const findLastErasure = (db: Database, companyId: number): number | null =>
  db.one(audit.findLastOfAction, { companyId, action: 'employee.erase' })?.entry ?? null;
