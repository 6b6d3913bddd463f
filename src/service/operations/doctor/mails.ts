import { DAY_MS } from '../../../domain/duration.ts';
import type { Database } from '../../../store/database.ts';
import * as mails from '../../../store/mail/mails.ts';
import { found, type HealthFinding } from './health-findings.ts';

/** For how long a mail that was given up is found. */
const FOUND_MS = 7 * DAY_MS;

/** Whether mails were given up a short time ago, or are tried again. Nothing where none were ever sent. */
export function checkMails(db: Database, now: number): HealthFinding[] {
  const since = now - FOUND_MS;
  const sums = db.one(mails.summarize, { since });
  if (!sums || sums.kept === 0) return [];
  const { retried, failed } = sums;
  if (retried + failed === 0) return [found('mails_taken')];
  const [first] = db.all(mails.listErrors, { since });
  const why = first?.status?.toString() ?? first?.error ?? '';
  return [
    ...(failed > 0 ? [found('mails_given_up', { count: failed, why })] : []),
    ...(retried > 0 ? [found('mails_tried_again', { count: retried, why })] : []),
  ];
}
