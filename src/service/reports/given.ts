import { periodStart } from '../../domain/report-period.ts';
import type { Database } from '../../store/database.ts';
import * as store from '../../store/reports/report-details.ts';
import { privacyOf } from '../company/privacy.ts';
import type { PeriodsRequest } from './participation.ts';

/** What was given in some time, from a moment up to another one, in milliseconds UTC: for which reasons, or by whom. */
export type GivenRequest = {
  companyId: number;
  from: number;
  until: number;
  by: 'reason' | 'giver';
};

/** What was given for a reason, or by an actor of the audit log; null is for all others together, and for none. */
export type Given = { name: string | null; xp: number; coins: number; people: number };

/** So many reasons or givers are named. */
const MOST = 20;

const QUERIES = {
  reason: { list: store.listReasons, others: store.sumOtherReasons },
  giver: { list: store.listGivers, others: store.sumOtherGivers },
} as const;

/**
 * XP by reason, or XP and coins by who gave them, the most first and all others last. What too few people got is
 * among the others, who are as many. Reads the ledgers of that time.
 */
export function listGiven(db: Database, { by, ...time }: GivenRequest): Given[] {
  const { list, others } = QUERIES[by];
  return db.read(() => {
    const { smallestGroup: smallest } = db.do(privacyOf(time.companyId));
    const named = db.all(list, { ...time, smallest, most: MOST });
    for (;;) {
      const rest = db.one(others, { ...time, named: named.map(({ name }) => name) });
      if (!rest || rest.people === 0) return named;
      if (rest.people >= smallest) return [...named, { name: null, ...rest }];
      // With the one of the fewest people they tell nobody.
      if (named.length === 0) return [];
      const fewest = named.reduce((least, one) => (one.people < least.people ? one : least));
      named.splice(named.indexOf(fewest), 1);
    }
  });
}

/** The most entries that are read by period, which takes 50 ms. */
const MOST_BY_PERIOD = 10_000;

/** XP by reason in each period, by the same rules; none where that is too much to read. */
export function listGivenByPeriod(
  db: Database,
  { companyId, unit, first, last }: PeriodsRequest,
): Given[][] {
  const timeOf = (from: number, to: number) => ({
    ...{ companyId, from: periodStart(unit, from), until: periodStart(unit, to + 1) },
  });
  const range = { ...timeOf(first, last), atMost: MOST_BY_PERIOD + 1 };
  const { count = 0 } = db.one(store.countXp, range) ?? {};
  if (count > MOST_BY_PERIOD) return [];
  const periods = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  return periods.map((period) => listGiven(db, { ...timeOf(period, period), by: 'reason' }));
}
