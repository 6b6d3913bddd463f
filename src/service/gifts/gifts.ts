import { failure } from '../../domain/errors.ts';
import { isoTime } from '../../domain/iso-time.ts';
import type { Database } from '../../store/database.ts';
import type { GiftRow, ShownLine } from '../../store/gifts/gifts.ts';
import * as store from '../../store/gifts/gifts.ts';
import * as employees from '../../store/people/employees.ts';
import type { GiftOrigin, Why } from './plan-gift.ts';
import type { GiftResult } from './preview-gift.ts';

/** @throws EngagedError `not_found` */
export function requireGift(db: Database, companyId: number, id: string): GiftRow {
  const row = db.one(store.findById, { companyId, id: id.trim().toLowerCase() });
  if (!row) throw failure('gift_not_found');
  return row;
}

/** How far a gift is: `giving` and `undoing` until the last of its steps, which the same command takes. */
export type GiftState = 'giving' | 'given' | 'undoing' | 'undone';

/** What was given to many at once. Its sums are null until all is given. */
export type Gift = ReturnType<typeof toGift>;

function toGift(row: GiftRow) {
  return {
    id: row.id,
    state: stateOf(row),
    origin: row.origin as GiftOrigin,
    // The name of the list or of the department, or the code of the badge.
    subject: row.departmentName ?? row.subject,
    // That of the first line.
    reason: row.reason,
    given_at: isoTime(row.beganAt),
    given_by: row.actor,
    lines: row.lines,
    people: row.people,
    xp: row.xp,
    coins: row.coins,
    badges: row.badges,
    levels: row.levels,
    coins_for_xp: row.coinsForXp,
    undone_at: isoTime(row.undoneAt),
    undone_by: row.undoneBy,
  };
}

function stateOf({ finishedAt, undoBeganAt, undoneAt }: GiftRow): GiftState {
  if (undoneAt !== null) return 'undone';
  if (undoBeganAt !== null) return 'undoing';
  return finishedAt === null ? 'giving' : 'given';
}

/** A page of gifts, the newest first, with where the next one begins; null at the end. */
export function listGifts(
  db: Database,
  companyId: number,
  { before = Number.MAX_SAFE_INTEGER, count }: { before?: number | undefined; count: number },
): { gifts: Gift[]; next: number | null } {
  const rows = db.all(store.list, { companyId, before, count: count + 1 });
  const shown = rows.slice(0, count);
  return {
    gifts: shown.map(toGift),
    next: rows.length > count ? (shown.at(-1)?.entry ?? null) : null,
  };
}

/** How many gifts there are, counted up to a limit. */
export const countGifts = (db: Database, companyId: number, atMost: number): number =>
  db.one(store.count, { companyId, atMost })?.count ?? 0;

/** @throws EngagedError `not_found` */
export const showGift = (db: Database, companyId: number, id: string): Gift =>
  toGift(requireGift(db, companyId, id));

/** A line of a gift, with what became of it. */
export type GiftLineShown = ReturnType<typeof toLine>;

/** Lines of a gift in their order, after one. @throws EngagedError `not_found` */
export function listGiftLines(
  db: Database,
  companyId: number,
  id: string,
  { after = 0, count }: { after?: number | undefined; count: number },
): GiftLineShown[] {
  const { entry: gift } = requireGift(db, companyId, id);
  return db.all(store.listShown, { companyId, gift, after, count }).map(toLine);
}

const toLine = (row: ShownLine) => ({
  line: row.line,
  employee_id: row.employeeId,
  name: row.name,
  department: row.departmentName,
  xp: row.xp,
  coins: row.coins,
  badge: row.badge,
  // False where the person held the badge already.
  got_badge: row.gotBadge === 1,
  reason: row.reason,
  at: isoTime(row.at),
  state: row.state as 'planned' | 'given' | 'skipped' | 'undone' | 'kept',
  // Why it gave nothing, or was not undone; the gift that gave the same before.
  why: row.why,
  gift_id: row.earlierId,
  level: row.level,
  coins_for_xp: row.coinsForXp,
  // How the list named somebody who was not found.
  said: row.said,
  external_id: row.externalId,
});

/** How many lines of a gift gave nothing. @throws EngagedError `not_found` */
export function countSkipped(db: Database, companyId: number, id: string): number {
  const { entry: gift } = requireGift(db, companyId, id);
  return db.one(store.countSkipped, { companyId, gift })?.count ?? 0;
}

/** Whether somebody would get or lose something if a gift was finished or undone now. @throws EngagedError `not_found` */
export function isDecidedFor(
  db: Database,
  companyId: number,
  { gift: id, employeeId }: { gift: string; employeeId: string },
): boolean {
  const number = db.one(employees.findNumber, { companyId, id: employeeId })?.number;
  if (number === undefined) return false;
  const { entry: gift } = requireGift(db, companyId, id);
  return db.one(store.findLineToDecide, { companyId, gift, number }) !== undefined;
}

/** What a finished gift gave. @throws EngagedError `not_found` */
export function giftResult(db: Database, companyId: number, id: string): GiftResult {
  const row = requireGift(db, companyId, id);
  const { people, xp, coins, badges, levels, coinsForXp } = row;
  const skipped = db.all(store.listSkipped, { companyId, gift: row.entry });
  return {
    gift_id: row.id,
    ...{ people: people ?? 0, xp: xp ?? 0, coins: coins ?? 0 },
    ...{ badges: badges ?? 0, levels: levels ?? 0, coins_for_xp: coinsForXp ?? 0 },
    skipped: skipped.map(({ line, why, employeeId, earlierId }) => ({
      ...{ line, code: why as Why, employee_id: employeeId, gift_id: earlierId },
    })),
    repeated: null,
  };
}
