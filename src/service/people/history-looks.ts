import { DAY_MS } from '../../domain/duration.ts';
import type { Role } from '../../domain/portal-role.ts';
import * as companies from '../../store/company/companies.ts';
import type { Database } from '../../store/database.ts';
import * as store from '../../store/people/history-looks.ts';

/** What of somebody's history was opened: their entries of XP and coins, or everything on record as a file. */
export type LookKind = 'history' | 'export';

/** Somebody who opens the history of a person. `now` is in milliseconds UTC; the actor is as in the audit log. */
export type Look = {
  companyId: number;
  employeeNumber: number;
  actor: string;
  role: Role;
  kind: LookKind;
  now: number;
};

/** For how many days it stays on record who looked at a history, and of how many the person is shown it. */
export const LOOK_DAYS = 730;
export const SHOWN_LOOK_DAYS = 90;

/** So many are shown. */
const MAX_SHOWN = 50;

/** Looks that one transaction deletes, so that other writes never wait long. */
const PORTION = 1_000;

const dayOf = (time: number): number => Math.floor(time / DAY_MS);

const keyOf = ({ companyId, employeeNumber, actor, kind, now }: Look) => ({
  ...{ companyId, employeeNumber, actor, kind, day: dayOf(now) },
});

/** Whether a look is on record already: those of a day are one. */
export const isRecorded = (db: Database, look: Look): boolean =>
  db.one(store.find, keyOf(look)) !== undefined;

/** Puts a look on record. It changes nothing that the company's API shows, so no revision begins. */
export const recordLook = (db: Database, look: Look): void => {
  db.write(() => db.run(store.record, { ...keyOf(look), role: look.role, at: look.now }));
};

/** Who looked at the history of a person in the last 90 days, the newest first, one entry a day each. */
export const listLooks = (
  db: Database,
  { companyId, employeeNumber, now }: Pick<Look, 'companyId' | 'employeeNumber' | 'now'>,
) =>
  db
    .all(store.listNewest, {
      ...{ companyId, employeeNumber, count: MAX_SHOWN },
      since: dayOf(now) - SHOWN_LOOK_DAYS,
    })
    .sort((a, b) => b.at - a.at)
    .map((row) => ({ ...row, kind: row.kind as LookKind, role: row.role as Role }));

const before = (now: number): number => now - LOOK_DAYS * DAY_MS;

/** How many looks are on record, since when, and how many of them for long enough. */
export const stateOfLooks = (db: Database, now: number) =>
  db.one(store.findState, { before: before(now) }) ?? { count: 0, oldestAt: null, expired: 0 };

/**
 * Deletes a portion of the looks that have been on record for long enough.
 *
 * @returns whether there may be more
 */
export function deleteOldLooks(db: Database, now: number): boolean {
  for (const { companyId } of db.all(companies.listIds, {})) {
    const old = { companyId, before: before(now) };
    if (!db.one(store.findOld, old)) continue;
    db.write(() => db.run(store.deleteOld, { ...old, count: PORTION }));
    return true;
  }
  return false;
}
