import { DAY_MS } from '../../domain/duration.ts';
import { MAX_EVENTS_PER_CHANGE } from '../../domain/event.ts';
import type { Database } from '../../store/database.ts';
import * as rounds from '../../store/mail/mail-rounds.ts';
import { notify } from './notices.ts';
import { type DueRound, lastOfPortion, PORTION } from './round.ts';

/** For how long a gift is news, in milliseconds. */
const NEWS_MS = 3 * DAY_MS;

/**
 * The gifts of badges that have no event for each person and whose people are to be told, the first of each company: those of
 * a smaller one are told with its events.
 */
export function listGiftRounds(db: Database, now: number): DueRound[] {
  const gifts = db.all(rounds.listGifts, { since: now - NEWS_MS, moreThan: MAX_EVENTS_PER_CHANGE });
  const first = new Map(gifts.toReversed().map((one) => [one.companyId, one]));
  return [...first.values()].map(({ companyId, gift, finishedAt, toldTo }) => ({
    ...{ companyId, kind: 'gift', beganAt: finishedAt, after: toldTo },
    tell: (write, after) => {
      const lines = db.all(rounds.listAwarded, { companyId, gift, after, count: PORTION });
      notify(
        write,
        lines.flatMap(({ number: employeeNumber, badge }) =>
          badge === null || employeeNumber === null
            ? []
            : { kind: 'badge' as const, employeeNumber, subject: badge },
        ),
      );
      return lastOfPortion(lines.map(({ line }) => line));
    },
  }));
}
