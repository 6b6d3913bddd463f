import { conflict, EngagedError, invalid, invalidField } from '../domain/errors.ts';
import { isoTime } from '../domain/iso-time.ts';
import { levelOf, xpToNextLevel } from '../domain/level.ts';
import { TOTAL_MAXIMUM } from '../domain/limits.ts';
import * as coinLedger from '../store/coin-ledger.ts';
import type { EmployeeRow } from '../store/employees.ts';
import * as xpLedger from '../store/xp-ledger.ts';
import { awardEarnedBadges } from './badge-rules.ts';
import { type CompanyWrite, nextEntry } from './company-write.ts';
import { requireEmployee } from './employee-records.ts';
import { recordEvents, xpEvents } from './events.ts';
import { isSameMoment, readLabel, readMoment, requireInteger } from './input.ts';
import { addEntries, toBadgesText } from './ledger-entries.ts';

/** Maximum absolute amount of one entry. */
export const MAX_ENTRY_AMOUNT = 1_000_000_000;

/** What the ledger names as the source of an entry by a command. */
const OPERATOR = 'operator';

export type Award = {
  /** Not zero; a negative one corrects. */
  amount: number;
  reason?: string | null | undefined;
  /** An idempotency key: repeating it awards nothing. */
  once?: string | null | undefined;
};

export type XpAward = Award & { at?: number | undefined };

type Entry = {
  /** False if the once key was used before for the same award; then nothing was written. */
  applied: boolean;
  employee_id: string;
  amount: number;
  reason: string | null;
  at: string;
  once: string | null;
};

/** An XP entry, where it leaves the person, and what came with it. */
export type XpEntry = Entry & {
  xp: number;
  level: number;
  xp_to_next_level: number;
  /** Codes of the badges whose rule this entry fulfilled. */
  badges_awarded: string[];
};

/** A coin entry, and the balance it leaves. */
export type CoinEntry = Entry & { coins: number };

/**
 * Awards XP to a person, active or not, and the badges whose threshold is reached.
 *
 * @param input `at` is the moment it counts for, in milliseconds UTC; left out, it is now
 * @throws EngagedError `validation_failed`, `not_found`; `conflict` for a once key used for another person, amount or
 *   moment
 */
export function awardXp(write: CompanyWrite, reference: string, input: XpAward): XpEntry {
  const { db, companyId, now } = write;
  const person = requireEmployee(db, companyId, reference);
  const award = { ...readEntry(input), at: readMoment('at', input.at, now) };
  const earlier = findPrevious(write, xpLedger.findByOnceKey, person, { ...award, at: input.at });
  // As the triggers of the ledger add it up.
  const xp = person.xp + (earlier ? 0 : award.amount);
  let badges: string[] = [];
  if (!earlier) {
    const { amount, reason, at: countsAt, onceKey } = award;
    requireTotal('amount', xp);
    badges = awardEarnedBadges(write, [{ person, xp, now }]).flat();
    const entry = {
      ...{ employeeNumber: person.number, entry: nextEntry(write), amount, reason, onceKey },
      ...{ source: OPERATOR, actor: write.actor, recordedAt: now, countsAt },
      ...{ total: xp, badges: toBadgesText(badges) },
    };
    addEntries(write, { xp: [entry] });
  }
  const entry = toXpEntry(toEntry(person, earlier ?? award, award.onceKey, !earlier), xp, badges);
  if (!earlier) recordEvents(write, xpEvents(person.number, entry));
  return entry;
}

/**
 * Adds coins, or removes them with a negative amount. The balance never goes below zero.
 *
 * @throws EngagedError `validation_failed`, `not_found`; `insufficient_coins` for a balance below zero; `conflict` for
 *   a once key used for another person or amount
 */
export function grantCoins(write: CompanyWrite, reference: string, input: Award): CoinEntry {
  const { db, companyId, now } = write;
  const person = requireEmployee(db, companyId, reference);
  const award = { ...readEntry(input), at: now };
  const earlier = findPrevious(write, coinLedger.findByOnceKey, person, { ...award, at: null });
  if (!earlier) {
    requireCoins(person, -award.amount);
    requireTotal('amount', person.coins + award.amount);
    const { amount, reason, onceKey } = award;
    const entry = {
      ...{ employeeNumber: person.number, entry: nextEntry(write), amount, reason, onceKey },
      ...{ source: OPERATOR, actor: write.actor, recordedAt: now, total: person.coins + amount },
    };
    addEntries(write, { coins: [entry] });
  }
  return {
    ...toEntry(person, earlier ?? award, award.onceKey, !earlier),
    coins: person.coins + (earlier ? 0 : award.amount),
  };
}

/** @throws EngagedError `insufficient_coins` where somebody has fewer coins than are to be taken */
export function requireCoins(person: EmployeeRow, taken: number): void {
  if (person.coins >= taken) return;
  throw new EngagedError(
    'insufficient_coins',
    `The employee has ${person.coins} coins, and a balance never goes below zero`,
  );
}

/**
 * @param what would lead to that total, as the beginning of a sentence
 * @throws EngagedError `validation_failed` where XP or coins would add up to more than can be kept
 */
export function requireTotal(what: string, total: number): void {
  if (total > TOTAL_MAXIMUM) throw invalid(`${what} would take the total beyond ${TOTAL_MAXIMUM}`);
  if (total < -TOTAL_MAXIMUM) throw invalid(`${what} would take the total below -${TOTAL_MAXIMUM}`);
}

/** What the rows of both ledgers have in common. @throws EngagedError `validation_failed` */
export function readEntry({ amount, reason, once }: Award) {
  if (amount === 0) throw invalidField('amount', 'must not be zero');
  return {
    amount: requireInteger('amount', amount, -MAX_ENTRY_AMOUNT, MAX_ENTRY_AMOUNT),
    reason: readLabel('reason', reason, 500),
    onceKey: readLabel('once', once, 255),
  };
}

/** Why an award cannot be made under a once key. The reason may differ: it is words. */
export const ONCE_CONFLICT = 'once was used before, for another employee, amount or time';

/** The entry that the same once key wrote before. @param award its time as given */
function findPrevious(
  write: CompanyWrite,
  findOnce: typeof xpLedger.findByOnceKey | typeof coinLedger.findByOnceKey,
  person: EmployeeRow,
  award: { onceKey: string | null; amount: number; at: number | null | undefined },
) {
  const { onceKey, amount, at } = award;
  if (onceKey === null) return undefined;
  const earlier = write.db.one(findOnce, { companyId: write.companyId, onceKey });
  if (!earlier) return undefined;
  const isSame =
    earlier.employeeNumber === person.number &&
    earlier.amount === amount &&
    isSameMoment(at, earlier);
  if (!isSame) throw conflict(ONCE_CONFLICT);
  return earlier;
}

const toEntry = (
  person: { id: string },
  { amount, reason, at }: { amount: number; reason: string | null; at: number },
  once: string | null,
  applied: boolean,
): Entry => ({ applied, employee_id: person.id, amount, reason, at: isoTime(at), once });

/** @param xp all-time, after the entry */
const toXpEntry = (entry: Entry, xp: number, badges: string[]): XpEntry => ({
  ...entry,
  xp,
  level: levelOf(xp),
  xp_to_next_level: xpToNextLevel(xp),
  badges_awarded: badges,
});
