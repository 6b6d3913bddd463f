import { DAY_MS, HOUR_MS } from '../../domain/duration.ts';
import { localDayOf } from '../../domain/local-time.ts';
import { lastMondayMorning, lastMorning } from '../../domain/mail/morning.ts';
import type { Database } from '../../store/database.ts';
import * as rounds from '../../store/mail/mail-rounds.ts';
import { listWaiting } from '../company/waiting.ts';
import { listRoles, notifyAccounts } from './account-notices.ts';
import { type NoticeWrite, notifyAtOnce } from './notices.ts';
import { type DueRound, lastOfPortion, PORTION } from './round.ts';

/** For how long after its morning a round begins, in milliseconds. Whoever was away then has the next one. */
const BEGINS_MS = 12 * HOUR_MS;

/** What a company tells its people of on some mornings. */
type MorningRound = {
  kind: 'decision' | 'digest';
  /** The last morning on which it was due. */
  lastDue(now: number, zone: string): number;
  /** How often that is, and how long after it the round is of use, in milliseconds. */
  everyMs: number;
  lastsMs: number;
  /** As of `DueRound`. */
  tell(write: NoticeWrite, from: { after: number; day: string; expiresAt: number }): number | null;
};

const ROUNDS: readonly MorningRound[] = [
  {
    kind: 'decision',
    ...{ lastDue: lastMorning, everyMs: DAY_MS },
    lastsMs: DAY_MS,
    tell: (write, { after, expiresAt }) => {
      if (after === 0 && listWaiting(write.db, write.companyId, write.now).length === 0)
        return null;
      const next = listRoles(write, { after, count: PORTION });
      notifyAccounts(write, next, { kind: 'decision', subject: null, expiresAt });
      return lastOfPortion(next.map(({ entry }) => entry));
    },
  },
  {
    kind: 'digest',
    ...{ lastDue: lastMondayMorning, everyMs: 7 * DAY_MS },
    lastsMs: 2 * DAY_MS,
    tell: (write, { after, day: subject, expiresAt }) => {
      const { db, companyId } = write;
      const next = db.all(rounds.listNumbers, { companyId, after, count: PORTION });
      const numbers = next.map(({ number }) => number);
      notifyAtOnce(
        write,
        numbers.map((employeeNumber) => ({ kind: 'digest', employeeNumber, subject })),
        expiresAt,
      );
      return lastOfPortion(numbers);
    },
  },
];

/** The rounds of mornings that are due, of all companies. */
export const listMorningRounds = (db: Database, now: number): DueRound[] =>
  ROUNDS.flatMap(({ kind, lastDue, everyMs, lastsMs, tell }) =>
    db.all(rounds.list, { kind }).flatMap(({ companyId, beganAt, toldTo, zone }) => {
      const morning = lastDue(now, zone);
      // Also where the company has changed its time zone since.
      const hasBegun = beganAt !== null && Math.abs(morning - beganAt) < everyMs / 2;
      const isDue = hasBegun
        ? toldTo !== null && now - morning < lastsMs
        : (beganAt ?? 0) < morning && now - morning < BEGINS_MS;
      if (!isDue) return [];
      const about = { day: localDayOf(morning, zone), expiresAt: morning + lastsMs };
      return {
        ...{ companyId, kind, beganAt: morning, after: hasBegun ? (toldTo ?? 0) : 0 },
        tell: (write: NoticeWrite, after: number) => tell(write, { after, ...about }),
      };
    }),
  );
