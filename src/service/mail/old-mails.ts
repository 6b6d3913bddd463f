import { DAY_MS } from '../../domain/duration.ts';
import type { Database } from '../../store/database.ts';
import * as mails from '../../store/mail/mails.ts';

/** For how many days it stays on record that a mail was sent or given up. */
export const MAIL_DAYS = 30;

/** Mails that one transaction deletes, so that other writes never wait long. */
const PORTION = 1_000;

/** How many mails are on record, since when, and how many of them for long enough. */
export const stateOfMails = (db: Database, now: number) =>
  db.one(mails.findState, { before: now - MAIL_DAYS * DAY_MS }) ?? {
    ...{ count: 0, oldestAt: null, expired: 0 },
  };

/**
 * Deletes a portion of the mails that have been on record for long enough.
 *
 * @returns whether there may be more
 */
export function deleteOldMails(db: Database, now: number): boolean {
  if (stateOfMails(db, now).expired === 0) return false;
  const before = now - MAIL_DAYS * DAY_MS;
  db.write(() => db.run(mails.deleteOld, { before, count: PORTION }));
  return true;
}
