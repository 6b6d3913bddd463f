import { isoTime } from '../../domain/iso-time.ts';
import { levelOf, levelThreshold, xpToNextLevel } from '../../domain/level.ts';
import { monthStart, monthsOf, type Period } from '../../domain/period.ts';
import type { Database } from '../../store/database.ts';
import * as explanation from '../../store/xp/explanation.ts';
import { requireEmployee } from '../people/employee-records.ts';

/** How a person's XP, level and rank are derived. */
export type Explanation = ReturnType<typeof explainXp>;
export type RankedNeighbour = NonNullable<NonNullable<Explanation['standing']>['above']>;

/**
 * Explains a leaderboard's row from the ledger's entries alone, independently of the totals and rankings
 * that serve it; a served leaderboard may be up to its cache's age behind.
 *
 * @throws EngagedError `not_found`; `conflict` where several people match
 */
export function explainXp(
  db: Database,
  companyId: number,
  reference: string,
  period: Period,
  now: number,
) {
  return db.read(() => {
    const person = requireEmployee(db, companyId, reference);
    const always = {
      ...{ companyId, employeeNumber: person.number },
      ...{ from: 0, until: Number.MAX_SAFE_INTEGER },
    };
    const months = monthsOf(period, now);
    const from = months && monthStart(months.first);
    const until = months && monthStart(months.last + 1);
    const window = { ...always, from: from ?? always.from, until: until ?? always.until };
    const entries = db.all(explanation.listEntries, window);
    const all = db.one(explanation.sum, always) ?? { entries: 0, xp: 0 };
    const xp = entries.at(-1)?.sum ?? 0;
    const level = levelOf(person.xp);
    const missing = xpToNextLevel(person.xp);
    return {
      employee_id: person.id,
      external_id: person.externalId,
      name: person.accountName ?? person.givenName,
      deactivated_at: isoTime(person.deactivatedAt),
      joined_at: isoTime(person.createdAt),
      period,
      // The window: start inclusive, end exclusive; null if unbounded.
      from: isoTime(from),
      until: isoTime(until),
      asked_at: isoTime(now),
      // XP of the window, and its entries, the newest last.
      xp,
      entries: entries.map((entry) => ({
        counts_at: isoTime(entry.countsAt),
        recorded_at: isoTime(entry.recordedAt),
        amount: entry.amount,
        sum: entry.sum,
        reason: entry.reason,
        source: entry.source,
        once: entry.idempotencyKey,
      })),
      outside: { entries: all.entries - entries.length, xp: all.xp - xp },
      // As stored and as the sum of the ledger. A difference means a damaged file.
      all_time: { xp: person.xp, ledger_xp: all.xp },
      level: {
        level,
        // All-time XP at which the level began, and at which the next one does; null at the top.
        begins_at: levelThreshold(level),
        next_begins_at: missing === 0 ? null : levelThreshold(level + 1),
        xp_to_next_level: missing,
      },
      // Null for a deactivated person, who does not rank.
      standing: toRankExplanation(db, window),
    };
  });
}

function toRankExplanation(
  db: Database,
  window: { companyId: number; employeeNumber: number; from: number; until: number },
) {
  const rows = db.all(explanation.listAround, window);
  const at = rows.findIndex(({ number }) => number === window.employeeNumber);
  const me = rows[at];
  if (!me) return null;
  const neighbour = (row: (typeof rows)[number] | undefined) =>
    row
      ? {
          rank: row.rank,
          employee_id: row.id,
          name: row.name,
          xp: row.xp,
          joined_at: isoTime(row.joinedAt),
          // With the same XP, the one who joined first ranks first.
          tied: row.xp === me.xp,
        }
      : null;
  return {
    rank: me.rank,
    of: me.people,
    above: neighbour(rows[at - 1]),
    below: neighbour(rows[at + 1]),
  };
}
