import { failure } from '../../domain/errors.ts';
import { newId } from '../../domain/id.ts';
import { isoTime } from '../../domain/iso-time.ts';
import type { Language } from '../../domain/language.ts';
import {
  OWN_ROLES,
  type OwnRole,
  type Role,
  recordOfRole,
  roleOfEmployee,
} from '../../domain/portal-role.ts';
import { fold } from '../../domain/text.ts';
import type { Database } from '../../store/database.ts';
import * as mails from '../../store/mail/mails.ts';
import type { EmployeeRow } from '../../store/people/employees.ts';
import * as employees from '../../store/people/employees.ts';
import type { AccountRow } from '../../store/portal/portal-accounts.ts';
import * as accounts from '../../store/portal/portal-accounts.ts';
import * as sessions from '../../store/portal/portal-sessions.ts';
import { type CompanyWrite, nextEntry, recordAuditEvent } from '../company/company-write.ts';
import { requireEmail } from '../input.ts';
import { requireEmployee } from '../people/employee-records.ts';

/** An account as the command line prints it. */
export type PortalAccount = ReturnType<typeof toAccount>;

const ACCOUNT_STATES = ['active', 'no password', 'disabled', 'deactivated'] as const;

/** All accounts of a company, oldest first. */
export const listAccounts = (db: Database, companyId: number): PortalAccount[] =>
  db.all(accounts.list, { companyId }).map(toAccount);

/**
 * The account with an email, for a new link. An active employee gets an account with their first link, with `role` or else
 * the role that is on record of them. Anybody else gets one if `role` is given.
 *
 * @throws EngagedError `validation_failed`; `not_found` where there is nobody and no role; `conflict` for a disabled
 *   account, a deactivated employee, and a role other than that of the account
 */
export function provideAccount(
  write: CompanyWrite,
  { email, role }: { email: string; role?: OwnRole | undefined },
): AccountRow {
  requireLive(write);
  const address = requireEmail(email);
  const emailKey = fold(address);
  const known = write.db.one(accounts.findByEmail, { companyId: write.companyId, emailKey });
  if (known) {
    requireMayEnter(known);
    if (role !== undefined && roleOf(known) !== role) {
      throw failure('account_has_other_role');
    }
    return known;
  }
  const employee = findEmployee(write.db, write.companyId, emailKey);
  if (employee && employee.deactivatedAt !== null) throw failure('account_of_deactivated');
  if (role !== undefined) return createAccount(write, { email: address, role });
  if (!employee) {
    throw failure('account_of_nobody', { roles: OWN_ROLES });
  }
  return createEmployeeAccount(write, employee.number);
}

/**
 * The account of an employee, for a new link; made with the first one. Somebody else may sign in with the employee's address.
 *
 * @throws EngagedError `conflict` for a disabled account, a deactivated employee and in a sandbox
 */
export function provideEmployeeAccount(
  write: CompanyWrite,
  { number, deactivatedAt }: EmployeeRow,
): AccountRow {
  if (deactivatedAt !== null) throw failure('account_of_deactivated');
  const known = write.db.one(accounts.findOfEmployee, { companyId: write.companyId, number });
  return known ? requireMayEnter(known) : createEmployeeAccount(write, number);
}

/** Keeps in which language an account reads; null for that of the browser. @throws EngagedError as `requireAccount` */
export function chooseLanguage(
  { db, companyId }: CompanyWrite,
  input: { account: string; language: Language | null },
): null {
  const { entry } = requireAccount(db, companyId, input.account);
  db.run(accounts.setLanguage, { companyId, entry, language: input.language });
  return null;
}

/** @throws EngagedError `conflict` for an account with which nobody signs in now */
export function requireMayEnter(account: AccountRow): AccountRow {
  if (account.disabledAt !== null) throw failure('account_disabled');
  if (account.deactivatedAt !== null) throw failure('account_of_deactivated');
  return account;
}

/**
 * Creates an account for an email; without one, whoever opens its first link names it. Where an active employee has that
 * address, it is theirs.
 */
export function createAccount(
  write: CompanyWrite,
  { email, role }: { email: string | null; role: OwnRole },
): AccountRow {
  const { id } = create(write, { employeeNumber: null, email, role });
  giveAccountsToEmployees(write);
  return requireAccount(write.db, write.companyId, id);
}

/** Makes the account of an active employee who has none. @throws EngagedError `conflict` in a sandbox */
export function createEmployeeAccount(write: CompanyWrite, employeeNumber: number): AccountRow {
  requireLive(write);
  return create(write, { employeeNumber, email: null, role: null });
}

function create(
  write: CompanyWrite,
  input: { employeeNumber: number | null; email: string | null; role: OwnRole | null },
): AccountRow {
  const { db, companyId, now } = write;
  const id = newId(now);
  const emailKey = input.email === null ? null : fold(input.email);
  db.run(accounts.create, { companyId, entry: nextEntry(write), id, ...input, emailKey, now });
  const account = requireAccount(db, companyId, id);
  recordAuditEvent(write, 'portal.account', ['portal_account', account.id], {
    after: { role: roleOf(account), employee_id: account.employeeId },
  });
  return account;
}

/**
 * Makes accounts that have the address of an active employee theirs, so that they end with them. The role goes on record of
 * the employee, and sessions go on. Who has an account already keeps both. For the end of every change by which an address
 * becomes an employee's.
 */
export function giveAccountsToEmployees(write: CompanyWrite): void {
  const { db, companyId, revision } = write;
  for (const own of db.all(accounts.listWithAddressOfEmployee, { companyId })) {
    const { entry, id, number, employeeId } = own;
    const role = own.role as OwnRole;
    // First, because a role that changes ends the sessions of the employee's account.
    db.run(employees.setRole, { companyId, number, ...recordOfRole(role), revision });
    db.run(accounts.giveToEmployee, { companyId, entry, number });
    recordAuditEvent(write, 'portal.employee', ['portal_account', id], {
      after: { role, employee_id: employeeId },
    });
  }
}

/**
 * Changes what an account may do, which ends its sessions and its link. The role of an employee's account is put on record of the
 * employee, so that a roster sync does not deactivate an admin.
 *
 * @throws EngagedError `not_found`; `validation_failed` for a role that needs an employee
 */
export function setAccountRole(write: CompanyWrite, email: string, role: Role): PortalAccount {
  return changeRole(write, requireByEmail(write.db, write.companyId, email), role);
}

/** @throws as `setAccountRole` */
export function changeRole(write: CompanyWrite, before: AccountRow, role: Role): PortalAccount {
  const { db, companyId, revision } = write;
  const { entry, employeeNumber } = before;
  if (employeeNumber !== null) {
    const record = recordOfRole(role);
    db.run(employees.setRole, { companyId, number: employeeNumber, ...record, revision });
  } else if (OWN_ROLES.some((own) => own === role)) {
    db.run(accounts.setRole, { companyId, entry, role });
  } else {
    throw failure('account_needs_own_role', { roles: OWN_ROLES });
  }
  // Whoever made it may have been allowed to for the earlier role alone.
  db.run(accounts.endLink, { companyId, entry });
  recordAuditEvent(write, 'portal.role', ['portal_account', before.id], {
    before: { role: roleOf(before) },
    after: { role },
  });
  return toAccount(requireAccount(db, companyId, before.id));
}

/**
 * Disables an account, which ends its sessions and its link, or enables it again.
 *
 * @throws EngagedError `not_found`
 */
export function setAccountDisabled(
  write: CompanyWrite,
  email: string,
  isDisabled: boolean,
): PortalAccount {
  return changeDisabled(write, requireByEmail(write.db, write.companyId, email), isDisabled);
}

export function changeDisabled(
  write: CompanyWrite,
  before: AccountRow,
  isDisabled: boolean,
): PortalAccount {
  const { db, companyId, now } = write;
  if ((before.disabledAt !== null) !== isDisabled) {
    const disabledAt = isDisabled ? now : null;
    db.run(accounts.setDisabled, { companyId, entry: before.entry, disabledAt });
    const action = isDisabled ? 'portal.disable' : 'portal.enable';
    recordAuditEvent(write, action, ['portal_account', before.id]);
  }
  return toAccount(requireAccount(db, companyId, before.id));
}

/**
 * Makes a change after which somebody still owns the portal, if somebody does before.
 *
 * @throws EngagedError `conflict` where the change would take the last owner away
 */
export function keepingOwner<T>(write: CompanyWrite, make: () => T): T {
  const { result, lostOwner } = watchingOwner(write, make);
  if (lostOwner) throw failure('last_owner');
  return result;
}

/** Makes a change, and tells whether it took the last owner away. */
export function watchingOwner<T>(
  { db, companyId }: CompanyWrite,
  make: () => T,
): { result: T; lostOwner: boolean } {
  const hasOwner = () => db.one(accounts.findOwner, { companyId }) !== undefined;
  const hadOwner = hasOwner();
  const result = make();
  return { result, lostOwner: hadOwner && !hasOwner() };
}

/** Whether a role may edit, deactivate or reactivate a person: only owners change by whom an owner's access is used. */
export const mayChangeAccess = (
  by: Role,
  { isAdmin, portalRole }: Pick<EmployeeRow, 'isAdmin' | 'portalRole'>,
): boolean => by === 'owner' || roleOfEmployee(isAdmin === 1, portalRole) !== 'owner';

/** @throws EngagedError `not_found`; `forbidden` where the role may not do it */
export function requireMayChangeAccess(
  { db, companyId }: CompanyWrite,
  employee: string,
  by: Role,
): void {
  if (!mayChangeAccess(by, requireEmployee(db, companyId, employee))) {
    throw failure('owner_needed');
  }
}

/** An account in a list, with its place in it. */
export type ListedAccount = PortalAccount & { entry: number };

/** Accounts, the newest first: those before one, of everybody or of those with a role. */
export const listAccountPage = (
  db: Database,
  query: { companyId: number; withRole: boolean; before: number; count: number },
): ListedAccount[] =>
  db
    .all(query.withRole ? accounts.listPageWithRole : accounts.listPage, query)
    .map((row) => ({ ...toAccount(row), entry: row.entry }));

/**
 * Lets an account be linked to another person at the OpenID provider, by their next sign-in. Its sessions end.
 *
 * @throws EngagedError `not_found`
 */
export function unlinkIdentity(write: CompanyWrite, email: string): PortalAccount {
  const { db, companyId } = write;
  const before = requireByEmail(db, companyId, email);
  const { entry, id } = before;
  if (before.issuer !== null) {
    db.run(accounts.setIdentity, { companyId, entry, issuer: null, subject: null });
    db.run(sessions.endAll, { companyId, accountEntry: entry });
    recordAuditEvent(write, 'portal.unlink_identity', ['portal_account', id]);
  }
  return toAccount(requireAccount(db, companyId, id));
}

/** Ends the link of an employee's account, if there are such. For a role that changes on their record. */
export function endLinkOf({ db, companyId }: CompanyWrite, number: number): void {
  const account = db.one(accounts.findOfEmployee, { companyId, number });
  if (account) db.run(accounts.endLink, { companyId, entry: account.entry });
}

/** Deletes the account of an employee with everything in it, as an erasure needs it. */
export function deleteAccountOf(write: CompanyWrite, employeeNumber: number): void {
  const { db, companyId } = write;
  const account = db.one(accounts.findOfEmployee, { companyId, number: employeeNumber });
  if (!account) return;
  db.run(mails.deleteToAccount, { companyId, accountEntry: account.entry });
  db.run(sessions.endAll, { companyId, accountEntry: account.entry });
  db.run(accounts.deleteOne, { companyId, entry: account.entry });
}

/** @throws EngagedError `not_found` */
export function requireAccount(db: Database, companyId: number, id: string): AccountRow {
  const account = db.one(accounts.find, { companyId, id });
  if (!account) throw failure('account_not_found');
  return account;
}

/** @throws EngagedError `not_found` */
export function requireByEmail(db: Database, companyId: number, email: string): AccountRow {
  const account = db.one(accounts.findByEmail, { companyId, emailKey: fold(email.trim()) });
  if (!account) throw failure('account_not_found');
  return account;
}

/** The employee with an email, unless they were erased. */
export function findEmployee(db: Database, companyId: number, emailKey: string) {
  const nobody = { id: '', externalId: '', placeholderKey: '' };
  return db
    .all(employees.listMatching, { companyId, emailKey, ...nobody })
    .find(({ erasedAt }) => erasedAt === null);
}

function requireLive({ mode }: CompanyWrite): void {
  if (mode !== 'live') throw failure('account_of_sandbox');
}

/** What an account may do now. */
export const roleOf = ({
  ownRole,
  isAdmin,
  portalRole,
}: Pick<AccountRow, 'ownRole' | 'isAdmin' | 'portalRole'>): Role =>
  ownRole === null ? roleOfEmployee(isAdmin === 1, portalRole) : (ownRole as OwnRole);

export const toAccount = (row: AccountRow) => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: roleOf(row),
  state: stateOf(row),
  employee_id: row.employeeId,
  issuer: row.issuer,
  totp_since: isoTime(row.totpSince),
  created_at: isoTime(row.createdAt),
  last_sign_in_at: isoTime(row.lastSignInAt),
});

function stateOf(row: AccountRow): (typeof ACCOUNT_STATES)[number] {
  if (row.disabledAt !== null) return 'disabled';
  if (row.deactivatedAt !== null) return 'deactivated';
  return row.passwordHash === null && row.issuer === null ? 'no password' : 'active';
}
