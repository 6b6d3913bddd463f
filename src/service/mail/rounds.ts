import { DAY_MS, HOUR_MS } from '../../domain/duration.ts';
import { localDayOf } from '../../domain/local-time.ts';
import { lastMondayMorning, lastMorning } from '../../domain/mail/morning.ts';
import type { Database } from '../../store/database.ts';
import * as rounds from '../../store/mail/mail-rounds.ts';
import * as mails from '../../store/mail/mails.ts';
import { listWaiting } from '../company/waiting.ts';
import { listRoles, notifyAccounts } from './account-notices.ts';
import { listBlocked, tellOfBlocked } from './blocked-rosters.ts';
import { type NoticeWrite, notifyAtOnce } from './notices.ts';
import { MAX_WAITING, sendsMail } from './outbox.ts';

/** Whom a portion of a round tells, at most; and how many companies have one in a transaction. */
const PORTION = 250;
const COMPANIES_PER_STEP = 10;

/**
 * A round goes on while fewer mails of its company than this are due, so that what people are told of as it happens does not
 * wait for a whole round, and while half of the outbox is free: a server that takes no mail ends it, and costs no notice.
 */
const MOST_DUE = 250;
const MOST_WAITING = MAX_WAITING / 2;

/** For how long after its morning a round begins, in milliseconds. Whoever was away then has the next one. */
const BEGINS_MS = 12 * HOUR_MS;

/** When to look again where no round is due, and where the mails of those that are have to be sent first, in milliseconds. */
const UNTIL_DUE_MS = 10_000;
const UNTIL_ROOM_MS = 1_000;

/** What a company tells its people of at times of its own. */
type Round = {
  kind: 'decision' | 'digest';
  /** The last morning on which it was due. */
  lastDue(now: number, zone: string): number;
  /** How often that is, and how long after it the round is of use, in milliseconds. */
  everyMs: number;
  lastsMs: number;
  /** Tells the next ones after somebody. @returns who was the last; null where there is nobody left */
  tell(write: NoticeWrite, from: { after: number; day: string; expiresAt: number }): number | null;
};

const ROUNDS: readonly Round[] = [
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

const lastOfPortion = (numbers: readonly number[]): number | null =>
  numbers.length < PORTION ? null : (numbers.at(-1) ?? null);

/** A round of a company that is due, and whom it told last. */
type DueRound = { round: Round; companyId: number; zone: string; morning: number; after: number };

function listDue(db: Database, now: number): DueRound[] {
  return ROUNDS.flatMap((round) => {
    return db.all(rounds.list, { kind: round.kind }).flatMap((row) => {
      const { companyId, beganAt, toldTo, zone } = row;
      const morning = round.lastDue(now, zone);
      // Also where the company has changed its time zone since.
      const hasBegun = beganAt !== null && Math.abs(morning - beganAt) < round.everyMs / 2;
      const isDue = hasBegun
        ? toldTo !== null && now - morning < round.lastsMs
        : (beganAt ?? 0) < morning && now - morning < BEGINS_MS;
      return isDue ? { round, companyId, zone, morning, after: hasBegun ? (toldTo ?? 0) : 0 } : [];
    });
  });
}

/**
 * Takes the next step of the rounds that are due, and tells of blocked rosters: of some companies, a portion of the mails each, in one transaction with how
 * far they are. So nobody is told twice, also where two services do it, or one is killed.
 *
 * @returns after how many milliseconds the next step is to be taken
 */
export function takeRoundStep(db: Database, now: number): number {
  if (!sendsMail(db)) return UNTIL_DUE_MS;
  if (listDue(db, now).length + listBlocked(db, now).length === 0) return UNTIL_DUE_MS;
  return db.write(() => {
    tellOfBlocked(db, now);
    const free = listDue(db, now).filter(({ companyId }) => hasRoom({ db, companyId, now }));
    const next = free.slice(0, COMPANIES_PER_STEP);
    for (const { round, companyId, zone, morning, after } of next) {
      const from = { after, day: localDayOf(morning, zone), expiresAt: morning + round.lastsMs };
      const toldTo = round.tell({ db, companyId, now }, from);
      db.run(rounds.save, { companyId, kind: round.kind, beganAt: morning, toldTo });
    }
    return free.length > 0 ? 0 : UNTIL_ROOM_MS;
  });
}

function hasRoom({ db, companyId, now }: NoticeWrite): boolean {
  const due = db.one(mails.countDue, { companyId, now, most: MOST_DUE })?.count ?? 0;
  const waiting = db.one(mails.countWaiting, { companyId, most: MOST_WAITING })?.count ?? 0;
  return due < MOST_DUE && waiting < MOST_WAITING;
}
