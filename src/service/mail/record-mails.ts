import type { MailAnswer } from '../../domain/mail/mail-answer.ts';
import { isRefusedForGood } from '../../domain/mail/mail-answer.ts';
import type { DropReason } from '../../domain/mail/mail-kind.ts';
import { retryDelay } from '../../domain/webhook/schedule.ts';
import type { Database } from '../../store/database.ts';
import * as mails from '../../store/mail/mails.ts';
import { APART_MS } from './notices.ts';

/** An attempt to send a mail, or why none was made. `at` is in milliseconds UTC. */
export type MailAttempt = {
  companyId: number;
  entry: number;
  at: number;
  /** What else the mail told, as mails of the outbox. */
  also?: readonly number[];
} & ({ answer: MailAnswer } | { dropped: DropReason });

/** What became of a mail. */
export type MailResult = 'sent' | 'retried' | 'failed' | 'dropped';

/**
 * Records attempts and plans the next ones, in one transaction. A mail that is gone, or no longer waits, is left out.
 *
 * @param random gives numbers from 0 to 1
 */
export const recordMails = (
  db: Database,
  attempts: readonly MailAttempt[],
  random: () => number,
): MailResult[] =>
  db.write(() =>
    attempts.flatMap((attempt) => {
      const chance = random();
      for (const entry of attempt.also ?? []) recordAttempt(db, { ...attempt, entry }, chance);
      return recordAttempt(db, attempt, chance);
    }),
  );

function recordAttempt(db: Database, attempt: MailAttempt, random: number): MailResult[] {
  const { companyId, entry, at } = attempt;
  const known = db.one(mails.findAttempts, { companyId, entry });
  if (!known) return [];
  const record = (
    state: 'sent' | 'waiting' | 'failed' | 'dropped',
    { status, error }: { status: number | null; error: string | null },
    delay?: number,
  ) =>
    db.run(mails.record, {
      ...{ companyId, entry, state, attempts: known.attempts + 1, attemptedAt: at },
      ...{ nextAttemptAt: delay === undefined ? null : at + delay, status, error },
    });
  if ('dropped' in attempt) {
    record('dropped', { status: null, error: attempt.dropped });
    return ['dropped'];
  }
  const { answer } = attempt;
  if (answer.error === null) {
    record('sent', answer);
    const { kind, employeeNumber } = known;
    if (employeeNumber !== null) {
      db.run(mails.holdBack, { companyId, employeeNumber, kind, until: at + APART_MS });
    }
    return ['sent'];
  }
  const delay = isRefusedForGood(answer) ? undefined : retryDelay(known.attempts + 1, 0, random);
  record(delay === undefined ? 'failed' : 'waiting', answer, delay);
  return [delay === undefined ? 'failed' : 'retried'];
}
