import { DAY_MS } from '../../domain/duration.ts';
import type { Database } from '../../store/database.ts';
import * as rounds from '../../store/mail/mail-rounds.ts';
import { listRoles, notifyAccounts } from './account-notices.ts';

/** For how long a blocked roster is news, in milliseconds. */
const NEWS_MS = 3 * DAY_MS;

/** The most owners of a company who are told; those whose accounts are older come first. */
const MAX_OWNERS = 1_000;

/** Blocked rosters of companies whose owners have not been told of them. */
export const listBlocked = (db: Database, now: number) =>
  db.all(rounds.listBlocked, { since: now - NEWS_MS });

/**
 * Tells owners of blocked rosters, in the caller's transaction. One that lacks as many people as the one before it is told a
 * day later at the soonest: until then it stands in the daily mail.
 */
export function tellOfBlocked(db: Database, now: number): void {
  for (const { companyId, people, finishedAt } of listBlocked(db, now)) {
    const write = { db, companyId, now };
    notifyAccounts(write, listRoles(write, { after: 0, count: MAX_OWNERS }), {
      ...{ kind: 'blocked', subject: String(people), expiresAt: finishedAt + NEWS_MS },
    });
    db.run(rounds.save, { companyId, kind: 'blocked', beganAt: finishedAt, toldTo: null });
  }
}
