import { DAY_MS, MINUTE_MS } from '../../../domain/duration.ts';
import type { Database } from '../../../store/database.ts';
import * as mails from '../../../store/mail/mails.ts';
import { found, type HealthFinding } from './health-findings.ts';

/** For how long a mail that was given up is found. */
const FOUND_MS = 7 * DAY_MS;

/** How long a mail may wait that could be sent, before that is found. */
const LATE_MS = 15 * MINUTE_MS;

/** Whether mails wait, were given up a short time ago, or are tried again. Nothing where none were ever sent. */
export function checkMails(db: Database, now: number): HealthFinding[] {
  const since = now - FOUND_MS;
  const sums = db.one(mails.summarize, { since });
  if (!sums || sums.kept === 0) return [];
  const { waiting, retried, failed } = sums;
  const [first] = db.all(mails.listErrors, { since });
  const why = first?.status?.toString() ?? first?.error ?? '';
  return [
    ...(waiting > retried ? [foundWaiting(db, waiting, now)] : []),
    ...(failed > 0 ? [found('mails_given_up', { count: failed, why })] : []),
    ...(retried > 0 ? [found('mails_tried_again', { count: retried, why })] : []),
    ...(retried + failed === 0 ? [found('mails_taken')] : []),
  ];
}

function foundWaiting(db: Database, count: number, now: number): HealthFinding {
  const at = db.one(mails.findWaiting, {})?.since ?? now;
  return now - at > LATE_MS
    ? found('mails_late', { count, at })
    : found('mails_waiting', { count });
}
