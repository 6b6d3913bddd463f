import { failure, invalid } from '../../domain/errors.ts';
import { parseIsoTime } from '../../domain/iso-time.ts';
import { requireLabel } from '../../domain/label.ts';
import { requireInteger, requireTimestamp } from '../input.ts';
import { MAX_ENTRY_AMOUNT } from './ledger-entries.ts';

/** The fields of a row that awards XP, by their names in the file. */
export const XP_ROW_FIELDS = ['employee', 'amount', 'at', 'reason', 'coins', 'once'] as const;

/** A row as text. Missing and empty fields are undefined. */
export type XpRowText = { [Field in (typeof XP_ROW_FIELDS)[number]]?: string };

/** A row that could be read. Times in milliseconds UTC; `at` is as given, null for now; `coins` 0 is none. */
export type XpRow = {
  employee: string;
  amount: number;
  at: number | null;
  reason: string | null;
  coins: number;
  once: string | null;
};

/** @throws EngagedError `validation_failed` naming the field */
export function readXpRow(row: XpRowText, now: number): XpRow {
  const employee = readReference(row.employee);
  const amount = readAmount('amount', row.amount ?? '');
  if (amount === 0) throw failure('field_zero', { field: 'amount' });
  return {
    employee,
    amount,
    at: readTime('at', row.at, now),
    reason: readText('reason', row.reason, 500),
    coins: isGiven(row.coins) ? readAmount('coins', row.coins) : 0,
    once: readText('once', row.once, 255),
  };
}

/** The reference to a person, trimmed. @throws EngagedError `validation_failed` */
export const readReference = (text: string | undefined): string =>
  requireLabel('employee', text ?? '', 256);

/** A time as given; null if none is. See `momentOf`. @throws EngagedError `validation_failed` */
export function readTime(field: string, text: string | undefined, now: number): number | null {
  if (!isGiven(text)) return null;
  const time = parseIsoTime(text.trim());
  if (time === undefined) {
    throw invalid(
      `${field} must be a date (2026-09-30) or a time with its offset (2026-09-30T14:00Z)`,
    );
  }
  return requireTimestamp(field, time, now);
}

/** Whether a field of a row says something. */
export const isGiven = (text: string | undefined): text is string =>
  text !== undefined && text.trim() !== '';

/** A text as given; null if none is. @throws EngagedError `validation_failed` */
export const readText = (
  field: string,
  text: string | undefined,
  maxLength: number,
): string | null => (isGiven(text) ? requireLabel(field, text, maxLength) : null);

// Thousands separators, decimal points and exponents are ambiguous.
/** A whole number as given. @throws EngagedError `validation_failed` */
export function readAmount(field: string, text: string): number {
  const value = /^-?\d{1,10}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return requireInteger(field, value, -MAX_ENTRY_AMOUNT, MAX_ENTRY_AMOUNT);
}
