import { isoTime } from '../../domain/iso-time.ts';
import { levelOf, xpToNextLevel } from '../../domain/level.ts';
import type { DecisionFilter } from '../../store/audit/audit.ts';
import type { Database } from '../../store/database.ts';
import * as employees from '../../store/people/employees.ts';
import type { AwardRow } from '../../store/xp/awards.ts';
import * as awards from '../../store/xp/awards.ts';

/** So many decisions of a time are read all, to find what matches. */
export const FEW_DECISIONS = 2_000;

/** So many actors are looked up one by one. What more of them decided is found soon by reading backwards. */
export const FEW_ACTORS = 100;

/**
 * The awards of XP and coins that match, as decisions, which stand in their ledgers only. There may be more than `count`,
 * in any order; the newest are among them.
 */
export const listAwards = (db: Database, filter: DecisionFilter) =>
  listMatching(db, filter).map(toEntry);

/** The awards of XP and coins to a person, newest first. */
export const listAwardsTo = (db: Database, companyId: number, employeeNumber: number) =>
  db
    .all(awards.listTo, {
      ...{ companyId, employeeNumber, exactly: employeeNumber, withXp: 1, withCoins: 1 },
      ...{ byAnybody: 1, actors: [], since: null, until: null },
      ...{ before: Number.MAX_SAFE_INTEGER, count: Number.MAX_SAFE_INTEGER },
    })
    .map(toEntry);

/** By the index that leaves the least to read. */
function listMatching(db: Database, query: DecisionFilter): AwardRow[] {
  const { companyId, before, actor, actors: others, targetId, since, until, count } = query;
  const withXp = isOf(query.action, 'xp.award');
  const withCoins = isOf(query.action, 'coins.grant');
  if (!withXp && !withCoins) return [];
  const person =
    targetId === null ? null : db.one(employees.findNumber, { companyId, id: targetId });
  if (person === undefined) return [];
  const actors =
    actor === null
      ? null
      : db.all(awards.listActors, { companyId, actor, actors: others }).map((one) => one.number);
  if (actors?.length === 0) return [];
  const matching = {
    ...{ companyId, before, since, until, count },
    ...{ withXp: flag(withXp), withCoins: flag(withCoins), byAnybody: flag(actors === null) },
    ...{ actors: actors ?? [], employeeNumber: person?.number ?? null },
  };
  if (person !== null) return db.all(awards.listTo, { ...matching, exactly: person.number });
  if (since !== null || until !== null) {
    const atMost = FEW_DECISIONS + 1;
    const found = db.one(awards.countOfTime, { companyId, since, until, atMost })?.count ?? 0;
    if (found <= FEW_DECISIONS) return db.all(awards.listOfTime, matching);
  }
  if (actors !== null && actors.length <= FEW_ACTORS) {
    return actors.flatMap((one) => db.all(awards.listByActor, { ...matching, exactly: one }));
  }
  return db.all(awards.list, matching);
}

const flag = (is: boolean): 0 | 1 => (is ? 1 : 0);

/** Whether an action is the one that a filter names, or of the noun that it names. */
const isOf = (filter: string | null, action: string): boolean =>
  filter === null || action === filter || action.startsWith(`${filter}.`);

/** An award as a decision; what somebody was given who was erased is not said. */
function toEntry(row: AwardRow) {
  const { entry, at, actor, action, employeeId, amount, total } = row;
  const of = action === 'xp.award' ? 'xp' : 'coins';
  const given = { amount, reason: row.reason, at: isoTime(row.countsAt), once: row.idempotencyKey };
  const decision = {
    ...{ entry, at: isoTime(at), actor, action },
    target: { kind: 'employee', id: employeeId },
  };
  if (row.isErased) return { ...decision, before: null, after: null };
  return {
    ...decision,
    before: { [of]: total - amount },
    after: of === 'xp' ? { ...given, ...xpFields(row) } : { ...given, coins: total },
  };
}

const xpFields = ({ total, badges }: AwardRow) => ({
  xp: total,
  level: levelOf(total),
  xp_to_next_level: xpToNextLevel(total),
  badges_awarded: badges === null ? [] : (JSON.parse(badges) as string[]),
});
