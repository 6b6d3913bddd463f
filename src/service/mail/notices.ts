import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/duration.ts';
import type { NewEvent } from '../../domain/event.ts';
import { newId } from '../../domain/id.ts';
import type { NoticeTo } from '../../domain/mail/mail-kind.ts';
import * as companies from '../../store/company/companies.ts';
import * as mails from '../../store/mail/mails.ts';
import { chunksOf } from '../chunks.ts';
import { type CompanyWrite, takeNumbers } from '../company/company-write.ts';
import { MAX_WAITING, sendsMail } from './outbox.ts';

/** What somebody is told of. `subject` is the id of a redemption or of thanks, the code of a badge, or an entry of coins. */
export type Notice = { kind: NoticeTo<'employee'>; employeeNumber: number; subject: string };

/** A write that tells people of something. */
export type NoticeWrite = Pick<CompanyWrite, 'db' | 'companyId' | 'now'>;

/** For how long a notice waits for others that come with it, in milliseconds. */
const TOGETHER_MS = MINUTE_MS;

/** Nobody gets two mails of a kind within this time, in milliseconds. */
export const APART_MS = HOUR_MS;

/** After this time something is no news any more, in milliseconds. */
const NEWS_MS = 3 * DAY_MS;

/**
 * Puts notices into the outbox, in the transaction of the change. Nothing happens where the service sends no mail. Those
 * for which the outbox of the company has no room are left out: no change is refused because of them.
 */
export function notify(write: NoticeWrite, notices: readonly Notice[]): void {
  const { now } = write;
  const times = { expiresAt: now + NEWS_MS, soonest: now + TOGETHER_MS, apart: APART_MS };
  if (notices.length > 0 && sendsMail(write.db)) put(write, notices, times);
}

/** Likewise, for who is told of something at a time of its own and waits for nothing more. */
export const notifyAtOnce = (
  write: NoticeWrite,
  notices: readonly Notice[],
  expiresAt: number,
): void => put(write, notices, { expiresAt, soonest: write.now, apart: 0 });

function put(
  write: NoticeWrite,
  notices: readonly Notice[],
  times: { expiresAt: number; soonest: number; apart: number },
): void {
  const { db, companyId, now } = write;
  const kept = notices.slice(0, roomFor(write, notices.length));
  if (kept.length === 0) return;
  const first = takeNumbers(write, companies.takeEntries, kept.length);
  const rows = kept.map((notice, i) => ({ ...notice, entry: first + i, id: newId(now) }));
  for (const chunk of chunksOf(rows)) {
    db.run(mails.createNotices, { companyId, now, ...times, notices: chunk });
  }
}

/** For how many of so many notices there is room in the outbox of a company. */
export function roomFor({ db, companyId }: NoticeWrite, wanted: number): number {
  const { count } = db.one(mails.countWaiting, { companyId, most: MAX_WAITING }) ?? { count: 0 };
  return Math.min(wanted, MAX_WAITING - count);
}

/** Which employees are told of events. */
export const noticesOf = (events: readonly NewEvent[]): Notice[] =>
  events.flatMap(({ type, employeeNumber, data }): Notice[] => {
    switch (type) {
      case 'badge.awarded':
        return [{ kind: 'badge', employeeNumber, subject: data.badge_code }];
      case 'redemption.approved':
      case 'redemption.fulfilled':
      case 'redemption.declined':
      case 'redemption.refunded':
        return [{ kind: 'redemption', employeeNumber, subject: data.redemption_id }];
      default:
        return [];
    }
  });
