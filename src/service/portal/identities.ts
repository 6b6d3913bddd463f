import { OWN_ROLES, type Role } from '../../domain/portal-role.ts';
import { codePoints, fold, isStorable } from '../../domain/text.ts';
import * as companies from '../../store/company/companies.ts';
import type { Database } from '../../store/database.ts';
import type { AccountRow } from '../../store/portal/portal-accounts.ts';
import * as accounts from '../../store/portal/portal-accounts.ts';
import * as sessions from '../../store/portal/portal-sessions.ts';
import { type CompanyWrite, recordAuditEvent } from '../company/company-write.ts';
import { requireEmployee } from '../people/employee-records.ts';
import { signInEmployee } from '../people/employees.ts';
import { changeRole, findEmployee, provideAccount, roleOf } from './accounts.ts';
import { type NewSession, openSession } from './sessions.ts';

/** A person as an OpenID provider names them. */
export type Identity = {
  issuer: string;
  /** The person's id at the provider, which never changes. */
  subject: string;
  /** Null unless the provider has verified it. */
  email: string | null;
  name: string | null;
  /** The role that the provider gives; `none` where it gives no other, null where it gives no roles at all. */
  role: Role | null;
  /** When they last signed in at the provider, in milliseconds UTC; 0 if it does not tell. */
  authenticatedAt: number;
};

/** Why a person with an identity gets no session. It is for the log: the person does not learn it. */
export type Refusal =
  | 'email_not_verified'
  | 'foreign_domain'
  | 'unknown_person'
  | 'several_companies'
  | 'other_identity'
  | 'other_person'
  | 'disabled'
  | 'deactivated'
  | 'no_role';

/**
 * The company to which a person signs in: the one of the account that is linked to the identity, else the one that signs
 * in with the domain of the email and has the person. The answer holds until the next write; `signInByIdentity` checks it.
 */
export function findCompanyOf(
  db: Database,
  { issuer, subject, email }: Identity,
): number | Refusal {
  const linked = db.one(accounts.findByIdentity, { issuer, subject });
  if (linked) return linked.companyId;
  if (email === null) return 'email_not_verified';
  const emailKey = fold(email);
  const domain = emailKey.slice(emailKey.lastIndexOf('@') + 1);
  const signingIn = db.all(companies.listBySsoDomain, { domain });
  if (signingIn.length === 0) return 'foreign_domain';
  const [one, ...others] = signingIn.filter(
    ({ companyId }) =>
      db.one(accounts.findByEmail, { companyId, emailKey }) ??
      findEmployee(db, companyId, emailKey),
  );
  if (!one) return 'unknown_person';
  return others.length === 0 ? one.companyId : 'several_companies';
}

/**
 * Opens a session for a person whom an OpenID provider has identified: links the identity to the account at the first
 * sign-in, and takes over name and role at each.
 *
 * @param input.confirms the account that signs in again to confirm who it is
 */
export function signInByIdentity(
  write: CompanyWrite,
  input: { identity: Identity; session: NewSession; confirms: string | null },
): { refused: Refusal | null } {
  const { identity, session, confirms } = input;
  const { db, companyId } = write;
  const known = findAccount(write, identity);
  if (typeof known === 'string') return { refused: known };
  if (confirms !== null && known?.id !== confirms) return { refused: 'other_person' };
  if (known?.disabledAt != null) return { refused: 'disabled' };
  if (known?.deactivatedAt != null) return { refused: 'deactivated' };
  const { issuer, subject, email, role } = identity;
  const account = known ?? provideAccount(write, { email: email ?? '' });
  if (role !== null && role !== roleOf(account)) {
    if (account.employeeNumber === null && !OWN_ROLES.some((own) => own === role)) {
      db.run(sessions.endAll, { companyId, accountEntry: account.entry });
      return { refused: 'no_role' };
    }
    changeRole(write, account, role);
  }
  if (account.issuer !== issuer) {
    db.run(accounts.setIdentity, { companyId, entry: account.entry, issuer, subject });
    recordAuditEvent(write, 'portal.link_identity', ['portal_account', account.id]);
  }
  const own = { ...write, actor: `portal ${account.id}` };
  takeOverName(own, account, identity.name);
  // A provider may let people in who signed in there long ago.
  const { authenticatedAt } = identity;
  openSession(own, account, session, Math.min(authenticatedAt, write.now));
  return { refused: null };
}

/** The account of an identity, or the one that is to be linked to it; undefined for an employee without one. */
function findAccount(
  { db, companyId }: CompanyWrite,
  identity: Identity,
): AccountRow | Refusal | undefined {
  const found = findCompanyOf(db, identity);
  if (found !== companyId) return typeof found === 'string' ? found : 'unknown_person';
  const { issuer, subject } = identity;
  const linked = db.one(accounts.findByIdentity, { issuer, subject });
  if (linked) return linked;
  const emailKey = fold(identity.email ?? '');
  const account = db.one(accounts.findByEmail, { companyId, emailKey });
  // An address may have been given to another person.
  if (account) return account.issuer === issuer ? 'other_identity' : account;
  return findEmployee(db, companyId, emailKey)?.deactivatedAt === null ? undefined : 'deactivated';
}

/** The name of a person who signs in is the one of their account. One that cannot be kept changes nothing. */
function takeOverName(write: CompanyWrite, { employeeId }: AccountRow, name: string | null): void {
  const text = name?.trim() ?? '';
  if (employeeId === null || text === '' || codePoints(text) > 255 || !isStorable(text)) return;
  const before = requireEmployee(write.db, write.companyId, employeeId);
  if (before.accountName !== text) signInEmployee(write, employeeId, text);
}
