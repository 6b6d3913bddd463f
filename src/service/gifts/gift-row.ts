import { failure } from '../../domain/errors.ts';
import type { Database } from '../../store/database.ts';
import { requireBadge } from '../badges/badges.ts';
import { readLabel, requireInteger, requireTimestamp } from '../input.ts';
import { isGiven, readAmount, readReference, readText, readTime } from '../xp/award-row.ts';
import { MAX_ENTRY_AMOUNT } from '../xp/ledger-entries.ts';

/** The fields of a row that gives somebody something, by their names in a list. */
export const GIFT_ROW_FIELDS = ['employee', 'amount', 'coins', 'badge', 'reason', 'at'] as const;

/** A row as text, and the line of the list on which it stands. Missing and empty fields are undefined. */
export type GiftRowText = { [Field in (typeof GIFT_ROW_FIELDS)[number]]?: string | undefined } & {
  line: number;
};

/** What somebody is to get. `xp` and `coins` 0 are none; `at` is as given, null for the moment of the gift. */
export type GiftValues = {
  xp: number;
  coins: number;
  /** The code of a badge. */
  badge: string | null;
  reason: string | null;
  at: number | null;
};

/** What everybody gets whose row says nothing else, as somebody gave it. */
export type GiftInput = { [Field in keyof GiftValues]?: GiftValues[Field] | undefined };

/** @throws EngagedError `validation_failed` naming the field; `not_found` for the badge */
export function readGiftValues(
  { db, companyId, now }: { db: Database; companyId: number; now: number },
  { xp = 0, coins = 0, badge = null, reason = null, at = null }: GiftInput,
): GiftValues {
  return {
    xp: requireInteger('xp', xp, -MAX_ENTRY_AMOUNT, MAX_ENTRY_AMOUNT),
    coins: requireInteger('coins', coins, -MAX_ENTRY_AMOUNT, MAX_ENTRY_AMOUNT),
    badge: badge === null ? null : requireBadge(db, companyId, badge).code,
    reason: readLabel('reason', reason, 500),
    at: at === null ? null : requireTimestamp('at', at, now),
  };
}

/** Whether there is nothing to get. */
export const isNothing = ({ xp, coins, badge }: GiftValues): boolean =>
  xp === 0 && coins === 0 && badge === null;

/**
 * A row of a list: what it says comes before what everybody gets.
 *
 * @throws EngagedError `validation_failed` naming the field
 */
export function readGiftRow(
  row: GiftRowText,
  everybody: GiftValues,
  now: number,
): GiftValues & { employee: string } {
  const amountOf = (field: 'amount' | 'coins', otherwise: number): number =>
    isGiven(row[field]) ? readAmount(field, row[field]) : otherwise;
  const values = {
    employee: readReference(row.employee),
    xp: amountOf('amount', everybody.xp),
    coins: amountOf('coins', everybody.coins),
    badge: readText('badge', row.badge, 64) ?? everybody.badge,
    reason: readText('reason', row.reason, 500) ?? everybody.reason,
    at: readTime('at', row.at, now) ?? everybody.at,
  };
  if (isNothing(values)) throw failure('gift_row_gives_nothing');
  return values;
}
