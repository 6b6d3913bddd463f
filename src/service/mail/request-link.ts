import { HOUR_MS, MINUTE_MS } from '../../domain/duration.ts';
import { fold } from '../../domain/text.ts';
import type { Database } from '../../store/database.ts';
import * as mails from '../../store/mail/mails.ts';
import type { AccountRow } from '../../store/portal/portal-accounts.ts';
import * as accounts from '../../store/portal/portal-accounts.ts';
import type { CompanyWrite } from '../company/company-write.ts';
import { requireEmployee } from '../people/employee-records.ts';
import { createEmployeeAccount, findEmployee } from '../portal/accounts.ts';
import { LINK_MS } from '../portal/sessions.ts';
import { mailLink, sendsMail } from './outbox.ts';
import { mailAddressOf } from './receiver.ts';

/** Links by mail in an hour: to one account, and in one company. */
const MAX_TO_ACCOUNT = 5;
const MAX_IN_COMPANY = 1_000;

/** For how long no second link goes to an account, in milliseconds: the first one is on its way. */
const ON_ITS_WAY_MS = MINUTE_MS;

/**
 * Sends somebody who has asked for it a link to sign in, if they may get one. Nobody is told whether they do.
 *
 * @param input.email as it was typed
 * @param input.client the address from which it was asked for
 */
export function requestLink(write: CompanyWrite, input: { email: string; client: string }): null {
  if (!sendsMail(write.db) || isUsedUp(write)) return null;
  const account = accountAt(write, fold(input.email.trim()));
  if (!account || !isDue(write, account)) return null;
  // An invitation that still works is not made shorter by who knows an address.
  const left = (account.linkExpiresAt ?? 0) - write.now;
  const lasts = Math.max(LINK_MS, left);
  mailLink(write, account, { kind: 'link', lasts, client: input.client });
  return null;
}

/** The account of somebody with an address who may sign in by a link to it; made with the first one. */
function accountAt(write: CompanyWrite, emailKey: string): AccountRow | undefined {
  const { db, companyId } = write;
  const employee = findEmployee(db, companyId, emailKey);
  const known = db.one(accounts.findByEmail, { companyId, emailKey });
  if (known) return mayEnterByMail(db, known) ? known : undefined;
  if (!employee || employee.erasedAt !== null || mailAddressOf(employee) === null) return undefined;
  return createEmployeeAccount(write, employee.number);
}

/**
 * Whether whoever has a link that was mailed to an account is let in by it alone. It would be a way past the provider for who
 * signs in there alone. Cards, and links of people who get no mail, are for the choice of a password.
 */
export function mayEnterByMail(db: Database, account: AccountRow): boolean {
  const { companyId, employeeId, passwordHash, issuer, invitedByCard } = account;
  if (!sendsMail(db) || (issuer !== null && passwordHash === null)) return false;
  const hasEmail = employeeId === null ? 1 : requireEmployee(db, companyId, employeeId).hasEmail;
  return invitedByCard === 0 && mailAddressOf({ ...account, hasEmail }) !== null;
}

function isDue({ db, companyId, now }: CompanyWrite, { entry: accountEntry }: AccountRow): boolean {
  const hour = { since: now - HOUR_MS, kind: 'link', most: MAX_TO_ACCOUNT };
  const made = db.all(mails.listToAccount, { companyId, accountEntry, ...hour });
  return (
    made.length < MAX_TO_ACCOUNT && made.every(({ createdAt }) => createdAt <= now - ON_ITS_WAY_MS)
  );
}

function isUsedUp({ db, companyId, now }: CompanyWrite): boolean {
  const hour = { since: now - HOUR_MS, kind: 'link', most: MAX_IN_COMPANY };
  return (db.one(mails.countInCompany, { companyId, ...hour })?.count ?? 0) >= MAX_IN_COMPANY;
}
