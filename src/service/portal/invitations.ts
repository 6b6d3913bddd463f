import { DAY_MS } from '../../domain/duration.ts';
import { failure } from '../../domain/errors.ts';
import type { Role } from '../../domain/portal-role.ts';
import type { Database } from '../../store/database.ts';
import * as invitations from '../../store/portal/invitations.ts';
import type { AccountRow } from '../../store/portal/portal-accounts.ts';
import { type CompanyWrite, recordAuditEvent } from '../company/company-write.ts';
import { listNumbersBelow, requireDepartment } from '../departments/departments.ts';
import { requireInteger } from '../input.ts';
import { mailLink, sendsMail } from '../mail/outbox.ts';
import { mailAddressOf } from '../mail/receiver.ts';
import { requireEmployee } from '../people/employee-records.ts';
import { createEmployeeAccount, provideEmployeeAccount, requireMayEnter } from './accounts.ts';
import { createLink, LINK_MS, MAX_LINK_DAYS } from './sessions.ts';

/** How long an invitation works unless somebody says otherwise. */
export const INVITATION_DAYS = 7;

/** The most people whom one change invites; the next one goes on with the others. */
export const MAX_INVITED = 500;

/** So many of them are named in the audit log. */
const MAX_NAMED = 100;

/** What has become of an invitation. An account that is disabled gets none. */
export const INVITATION_STATES = [
  ...(['never', 'expired', 'invited', 'card', 'signed_in', 'disabled'] as const),
];
export type InvitationState = (typeof INVITATION_STATES)[number];

/** A link for somebody. The secret is not shown again; null where it goes to them by mail. */
export type Invitation = {
  employee_id: string;
  name: string | null;
  email: string;
  department: string | null;
  secret: string | null;
};

/** Whom to invite. */
export type Invited = {
  /** A reference to a department, whose people and those below it are invited; everybody without it. */
  department?: string | undefined;
  /** The numbers of people, of whom those are invited who are among the others; everybody without it. */
  numbers?: readonly number[] | undefined;
  /** Whether those get another one whose link still works. The earlier link then works no more. */
  again?: boolean | undefined;
  days?: number | undefined;
  /** Whether everybody's link is for whoever invites them, also of those who get mail. */
  withoutMail?: boolean | undefined;
};

/**
 * Makes a link for everybody active who has never signed in, `MAX_INVITED` of them at most, and an account where there is none.
 * People without an email are left out unless their numbers are given: they get cards.
 *
 * @param by the role of whoever invites: only owners invite owners and admins
 * @throws EngagedError `validation_failed`, `not_found`; `conflict` in a sandbox
 */
export function invitePeople(write: CompanyWrite, invited: Invited, by: Role): Invitation[] {
  const lasts = requireDays(invited.days);
  const among = { count: MAX_INVITED, hasEmail: invited.numbers ? null : 1, forCards: 0 } as const;
  const byMail = !invited.withoutMail && sendsMail(write.db);
  const people = listUninvited(write, invited, by, among).map((row) => {
    const { id, name, email, departmentName: department } = row;
    const how = { lasts, byMail: byMail && row.hasEmail === 1, isOneOfMany: true };
    const secret = giveLink(write, accountOf(write, row), how);
    return { employee_id: id, name, email, department, secret };
  });
  recordInvited(write, 'portal.invite', people, invited);
  return people;
}

/** The decision about all who get a link or a card at once, with the first of them. */
export function recordInvited(
  write: CompanyWrite,
  action: 'portal.invite' | 'portal.cards',
  people: readonly { employee_id: string }[],
  { again = false }: Pick<Invited, 'again'>,
): void {
  if (people.length === 0) return;
  const employee_ids = people.slice(0, MAX_NAMED).map(({ employee_id }) => employee_id);
  const after = { people: people.length, again, employee_ids };
  recordAuditEvent(write, action, ['company', null], { after });
}

/** Those of the people to invite whom a role may invite, in the order of joining. */
export const listUninvited = (
  { db, companyId, now }: CompanyWrite,
  { department, numbers, again }: Invited,
  by: Role,
  among: { count: number; hasEmail: 0 | 1 | null; forCards: 0 | 1 },
) =>
  db.all(invitations.listUninvited, {
    ...{ companyId, now, ...among, ...departmentsIn(db, companyId, department) },
    withAdmins: mayInvite(by, { isAdmin: 1 }) ? 1 : 0,
    ...{ amongNumbers: numbers ? 1 : 0, numbers: numbers ?? [], again: again ? 1 : 0 },
  });

/** The account of somebody to invite, made where there is none. */
export const accountOf = (
  write: CompanyWrite,
  { number, entry, accountId }: ReturnType<typeof listUninvited>[number],
) =>
  entry === null || accountId === null
    ? createEmployeeAccount(write, number)
    : { entry, id: accountId };

/** Makes a link, which goes out by mail or to whoever asked for it. */
function giveLink(
  write: CompanyWrite,
  account: { entry: number; id: string },
  { byMail, ...how }: { lasts: number; byMail: boolean; isOneOfMany: boolean },
): string | null {
  if (!byMail) return createLink(write, account, how);
  mailLink(write, account, { kind: 'invitation', ...how });
  return null;
}

/**
 * Makes a link for an account. Where the service sends mail it goes to the address of the account, and works as long as an
 * invitation; otherwise whoever asked for it passes it on.
 *
 * @returns its secret; null where it goes by mail
 * @throws EngagedError `conflict` for an account with which nobody signs in now
 */
export function inviteAccount(write: CompanyWrite, account: AccountRow): string | null {
  const byMail = sendsMail(write.db) && mailAddressOf(requireMayEnter(account)) !== null;
  const lasts = byMail ? INVITATION_DAYS * DAY_MS : LINK_MS;
  return giveLink(write, account, { lasts, byMail, isOneOfMany: false });
}

/** Whether a role makes a link for a person: with it somebody could sign in as them. */
export const mayInvite = (by: Role, { isAdmin }: { isAdmin: number }): boolean =>
  by === 'owner' || isAdmin === 0;

/** @throws EngagedError `not_found`; `forbidden` where somebody could sign in as a person with another email, and may not */
export function requireMayChangeEmail(
  { db, companyId }: CompanyWrite,
  employee: string,
  by: Role,
): void {
  if (mayInvite(by, requireEmployee(db, companyId, employee))) return;
  throw failure('owner_needed_for_email');
}

/**
 * Makes a link for one person. Whoever has signed in before sets a new password with it: until then the earlier one works,
 * and then all sessions end.
 *
 * @throws EngagedError as `invitePeople`; `forbidden` where the role may not do it; `conflict` for somebody who is deactivated,
 *   disabled, or signs in at a provider alone, and where another link or card was made since
 */
export function inviteOne(
  write: CompanyWrite,
  reference: string,
  { days, by, withoutMail, seen }: Pick<Invited, 'days' | 'withoutMail'> & ByWhom,
): Invitation {
  const lasts = requireDays(days);
  const { person, account } = requireInvitable(write, reference, { by, seen });
  const byMail = !withoutMail && sendsMail(write.db) && person.hasEmail === 1;
  const secret = giveLink(write, account, { lasts, byMail, isOneOfMany: false });
  return {
    ...{ employee_id: person.id, name: account.name, email: person.email },
    ...{ department: person.departmentName, secret },
  };
}

/** The role of whoever makes a link or card, and until when the one works that they saw; null for none, left out for any. */
export type ByWhom = { by: Role; seen?: number | null | undefined };

/** Somebody and their account, for a link or a card. @throws as `inviteOne` */
export function requireInvitable(write: CompanyWrite, reference: string, { by, seen }: ByWhom) {
  const person = requireEmployee(write.db, write.companyId, reference);
  if (!mayInvite(by, person)) throw failure('owner_needed_to_invite');
  const account = provideEmployeeAccount(write, person);
  // A password would be a second way in, past the provider.
  if (account.passwordHash === null && account.issuer !== null) throw failure('has_signed_in');
  if (seen !== undefined && seen !== account.linkExpiresAt) throw failure('link_made_since');
  return { person, account };
}

const requireDays = (days = INVITATION_DAYS): number =>
  requireInteger('days', days, 1, MAX_LINK_DAYS) * DAY_MS;

function departmentsIn(db: Database, companyId: number, reference: string | undefined) {
  if (reference === undefined) return { inDepartments: 0, departments: [] } as const;
  const { number } = requireDepartment(db, companyId, reference);
  return { inDepartments: 1, departments: [...listNumbersBelow(db, companyId, number)] } as const;
}
