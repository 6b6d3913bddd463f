import { DAY_MS } from '../../domain/duration.ts';
import { newId } from '../../domain/id.ts';
import { type NoticeTo, TOLD_ROLES } from '../../domain/mail/mail-kind.ts';
import * as companies from '../../store/company/companies.ts';
import * as mails from '../../store/mail/mails.ts';
import * as portalAccounts from '../../store/portal/portal-accounts.ts';
import { takeNumbers } from '../company/company-write.ts';
import { roleOf } from '../portal/accounts.ts';
import { APART_MS, type NoticeWrite, roomFor } from './notices.ts';

/** For how long nobody is told the same again, in milliseconds. */
const SAME_MS = DAY_MS;

/**
 * Tells the accounts among some that have a role for it of something, in the transaction of the change. Who waits to be told
 * of that kind is told of the newest.
 *
 * @param notice.subject what it is about: nobody is told the same twice in a row within a day; null for what is never the same
 * @param notice.expiresAt when it is no news any more, in milliseconds UTC
 */
export function notifyAccounts(
  write: NoticeWrite,
  among: readonly ReturnType<typeof listRoles>[number][],
  notice: { kind: NoticeTo<'account'>; subject: string | null; expiresAt: number },
): void {
  const { db, companyId, now } = write;
  const told = among.filter((one) => TOLD_ROLES[notice.kind].includes(roleOf(one)));
  const kept = told.slice(0, roomFor(write, told.length));
  if (kept.length === 0) return;
  const { kind, subject } = notice;
  const accounts = kept.map(({ entry }) => entry);
  db.run(mails.renewAccountNotices, { companyId, kind, subject, accounts });
  const first = takeNumbers(write, companies.takeEntries, kept.length);
  db.run(mails.createAccountNotices, {
    ...{ companyId, now, ...notice, apart: APART_MS, sameSince: now - SAME_MS },
    notices: accounts.map((accountEntry, i) => ({
      entry: first + i,
      id: newId(now),
      accountEntry,
    })),
  });
}

/** Accounts with a role, the oldest first, from after one on. */
export const listRoles = (
  { db, companyId }: NoticeWrite,
  { after, count }: { after: number; count: number },
) => db.all(portalAccounts.listRoles, { companyId, after, count });
