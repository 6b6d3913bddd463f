import type { Database } from '../../store/database.ts';
import * as reasons from '../../store/xp/reasons.ts';

/** A reason for XP, how many people got some for it, and the least and the most that it brought. */
export type RecentReason = { reason: string; people: number; least: number; most: number };

/** How many of a company's newest entries are read. */
const NEWEST = 300;

/** A reason that fewer people share may be about one of them. */
const FEWEST_PEOPLE = 5;

/** The reasons for which people of a company got XP lately, those of most people first. */
export function recentReasons(db: Database, companyId: number): RecentReason[] {
  const entries = db
    .all(reasons.listNewest, { companyId, count: NEWEST })
    .flatMap(({ reason, amount, ...entry }) =>
      reason === null || amount < 0 ? [] : [{ reason, amount, ...entry }],
    );
  return [...Map.groupBy(entries, ({ reason }) => reason)]
    .map(([reason, all]) => {
      const amounts = all.map(({ amount }) => amount);
      const people = new Set(all.map(({ employeeNumber }) => employeeNumber)).size;
      return { reason, people, least: Math.min(...amounts), most: Math.max(...amounts) };
    })
    .filter(({ people }) => people >= FEWEST_PEOPLE)
    .sort((a, b) => b.people - a.people);
}
