import type { Database } from '../../store/database.ts';
import * as rounds from '../../store/mail/mail-rounds.ts';
import * as mails from '../../store/mail/mails.ts';
import { listBlocked, tellOfBlocked } from './blocked-rosters.ts';
import { listGiftRounds } from './gift-rounds.ts';
import { listMorningRounds } from './morning-rounds.ts';
import type { NoticeWrite } from './notices.ts';
import { MAX_WAITING, sendsMail } from './outbox.ts';
import type { DueRound } from './round.ts';

/** How many companies have a portion in a transaction. */
const COMPANIES_PER_STEP = 10;

/**
 * A round goes on while fewer mails of its company than this are due, so that what people are told of as it happens does not
 * wait for a whole round, and while half of the outbox is free: a server that takes no mail ends it, and costs no notice.
 */
const MOST_DUE = 250;
const MOST_WAITING = MAX_WAITING / 2;

/** When to look again where no round is due, and where the mails of those that are have to be sent first, in milliseconds. */
const UNTIL_DUE_MS = 10_000;
const UNTIL_ROOM_MS = 1_000;

const listDue = (db: Database, now: number): DueRound[] => [
  ...listMorningRounds(db, now),
  ...listGiftRounds(db, now),
];

/**
 * Takes the next step of the rounds that are due, and tells of blocked rosters: of some companies a portion of the mails each,
 * in one transaction with how far they are. So nobody is told twice, also where two services do it, or one is killed.
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
    for (const { companyId, kind, beganAt, after, tell } of next) {
      const toldTo = tell({ db, companyId, now }, after);
      db.run(rounds.save, { companyId, kind, beganAt, toldTo });
    }
    return free.length > 0 ? 0 : UNTIL_ROOM_MS;
  });
}

function hasRoom({ db, companyId, now }: NoticeWrite): boolean {
  const due = db.one(mails.countDue, { companyId, now, most: MOST_DUE })?.count ?? 0;
  const waiting = db.one(mails.countWaiting, { companyId, most: MOST_WAITING })?.count ?? 0;
  return due < MOST_DUE && waiting < MOST_WAITING;
}
