import { firstIdOf } from '../../../domain/id.ts';
import * as companies from '../../../store/company/companies.ts';
import type { Database } from '../../../store/database.ts';
import * as syncRuns from '../../../store/roster/sync-runs.ts';

/** Runs that one transaction deletes, so that other writes never wait long: a run may hold megabytes. */
const PORTION = 100;

/** Syncs that are read at once. */
const CHUNK = 500;

/**
 * Deletes a portion of the runs that ended before a time, each sync with the reverts and approvals of it. A sync stays while
 * one of these is younger. So does the last one of each source and outcome, the one to approve, and whatever sync superseded
 * one that stays, because an approval asks about it.
 *
 * @returns whether there may be more
 */
export function deleteOldRuns(db: Database, before: number): boolean {
  for (const { companyId } of db.all(companies.listIds, {})) {
    if (portionOf(db, companyId, before).length === 0) continue;
    db.write(() => {
      const old = { companyId, ids: portionOf(db, companyId, before) };
      db.run(syncRuns.deletePartsOf, old);
      db.run(syncRuns.deleteAllOf, old);
    });
    return true;
  }
  return false;
}

/** How many runs would go. */
export function countOldRuns(db: Database, before: number): number {
  let count = 0;
  for (const { companyId } of db.all(companies.listIds, {})) {
    for (const ids of oldRuns(db, companyId, before)) count += ids.length;
  }
  return count;
}

function portionOf(db: Database, companyId: number, before: number): string[] {
  const portion: string[] = [];
  for (const ids of oldRuns(db, companyId, before)) {
    portion.push(...ids);
    if (portion.length >= PORTION) break;
  }
  return portion;
}

/** Each sync that may go, with its follow-ups, the oldest first: no run is superseded by an older one. */
function* oldRuns(db: Database, companyId: number, before: number): Generator<string[]> {
  const query = { companyId, madeBefore: firstIdOf(before), before, count: CHUNK };
  const superseding = new Set<string>();
  for (let after = ''; ; ) {
    const syncs = db.all(syncRuns.listOldSyncs, { ...query, after });
    for (const { id, supersededBy, isNewest, isToApprove, hasFollowUps } of syncs) {
      const isNeeded = isNewest === 1 || isToApprove === 1 || superseding.delete(id);
      const followUps = hasFollowUps === 1 ? followUpsOf(db, companyId, id) : [];
      if (!isNeeded && followUps.every(({ finishedAt }) => finishedAt < before)) {
        yield [id, ...followUps.map((one) => one.id)];
      } else if (supersededBy !== null) {
        superseding.add(supersededBy);
      }
    }
    const last = syncs.at(-1);
    if (!last || syncs.length < CHUNK) return;
    after = last.id;
  }
}

/** The reverts and approvals of a run, and those of them, and so on. */
const followUpsOf = (
  db: Database,
  companyId: number,
  subjectId: string,
): { id: string; finishedAt: number }[] =>
  db
    .all(syncRuns.listFollowUps, { companyId, subjectId })
    .flatMap((one) => [one, ...followUpsOf(db, companyId, one.id)]);
