import { EngagedError } from '../../domain/errors.ts';
import * as coinLedger from '../../store/coin-ledger.ts';
import * as companies from '../../store/companies.ts';
import type { Database } from '../../store/database.ts';
import * as xpLedger from '../../store/xp-ledger.ts';
import { type CompanyWrite, takeNumbers } from '../company-write.ts';
import { isSameMoment, momentOf } from '../input.ts';
import { ONCE_CONFLICT, requireTotal } from '../ledger.ts';
import { addEntries, type NewCoinEntry, type NewXpEntry, toBadgesText } from '../ledger-entries.ts';
import type { ResolvedEmployee } from './employee-lookup.ts';

/** An award of XP, and of coins unless they are 0, under a once key. Times in milliseconds UTC. */
export type KeyedAward = {
  person: ResolvedEmployee;
  onceKey: string;
  amount: number;
  coins: number;
  reason: string | null;
  /** The moment it counts for, as given; null for now. */
  at: number | null;
  recordedAt: number;
  /** What wrote it, and who caused that, for the ledger. */
  source: string;
  actor: string;
};

type Totals = { xp: number; coins: number };

/** People's totals after the awards so far, by employee number. */
export type RunningTotals = Map<number, Totals>;

/** Whether an award is new, and the person's totals before and after it. */
export type Judged = { applied: boolean; before: Totals; after: Totals };

/** Why an award cannot be made. The message repeats no value. */
export type Refused = {
  code: 'conflict' | 'insufficient_coins' | 'validation_failed';
  message: string;
};

/**
 * Decides for each award, in order and as if those before it were made, whether to make it. It is not made where its
 * key made the same award before: of the same amount and coins to the same person for the same moment. Its reason may
 * differ. Nothing is written.
 */
export function judgeAwards(
  { db, companyId }: { db: Database; companyId: number },
  totals: RunningTotals,
  awards: readonly KeyedAward[],
): (Judged | Refused)[] {
  const keysOf = (list: readonly KeyedAward[]) => ({
    companyId,
    onceKeys: list.map(({ onceKey }) => onceKey),
  });
  const xp = byKey(db.all(xpLedger.listByOnceKeys, keysOf(awards)));
  // Coins alone can have a key of their own, which says nothing about an award without any.
  const mayHaveCoins = awards.filter(({ coins, onceKey }) => coins !== 0 || xp.has(onceKey));
  const coins = byKey(
    mayHaveCoins.length > 0 ? db.all(coinLedger.listByOnceKeys, keysOf(mayHaveCoins)) : [],
  );
  return awards.map((award) => {
    const { person, onceKey, amount, at, recordedAt } = award;
    const before = totals.get(person.number) ?? { xp: person.xp, coins: person.coins };
    const xpEntry = xp.get(onceKey);
    const coinEntry = xpEntry || award.coins !== 0 ? coins.get(onceKey) : undefined;
    if (xpEntry || coinEntry) {
      const isRepeated =
        isSame(xpEntry, person, amount) &&
        isSameMoment(at, xpEntry) &&
        (award.coins === 0 ? !coinEntry : isSame(coinEntry, person, award.coins));
      return isRepeated ? { applied: false, before, after: before } : KEY_CONFLICT;
    }
    const after = { xp: before.xp + amount, coins: before.coins + award.coins };
    const refused = refusalOf(award, after);
    if (refused) return refused;
    totals.set(person.number, after);
    const entry = { employeeNumber: person.number, at: momentOf(at, recordedAt), recordedAt };
    xp.set(onceKey, { ...entry, amount });
    if (award.coins !== 0) coins.set(onceKey, { ...entry, amount: award.coins });
    return { applied: true, before, after };
  });
}

/** An award to write, and, where it is a decision of its own, what comes with it. */
export type NewAward = {
  award: KeyedAward;
  decision: { after: Totals; badges: readonly string[] } | null;
};

/** Writes awards that are new. Triggers keep the totals. */
export function writeAwards(write: CompanyWrite, awards: readonly NewAward[]): void {
  if (awards.length === 0) return;
  const withCoins = awards.filter(({ award }) => award.coins !== 0).length;
  let next = takeNumbers(write, companies.takeEntries, awards.length + withCoins);
  const xp: NewXpEntry[] = [];
  const coins: NewCoinEntry[] = [];
  for (const { award, decision } of awards) {
    const { person, amount, reason, onceKey, source, actor, recordedAt } = award;
    const by = { employeeNumber: person.number, reason, onceKey, source, actor, recordedAt };
    const badges = toBadgesText(decision?.badges ?? []);
    const total = decision?.after.xp ?? null;
    const countsAt = momentOf(award.at, recordedAt);
    xp.push({ ...by, entry: next++, amount, countsAt, total, badges });
    if (award.coins === 0) continue;
    coins.push({
      ...{ ...by, entry: next++, amount: award.coins },
      total: decision?.after.coins ?? null,
    });
  }
  addEntries(write, { xp, coins });
}

const KEY_CONFLICT: Refused = {
  code: 'conflict',
  message: ONCE_CONFLICT,
};

/** Why these totals are not allowed. */
function refusalOf({ coins }: KeyedAward, after: Totals): Refused | undefined {
  if (coins < 0 && after.coins < 0) {
    const message = 'coins would take the balance below zero';
    return { code: 'insufficient_coins', message };
  }
  try {
    requireTotal('amount', after.xp);
    requireTotal('coins', after.coins);
    return undefined;
  } catch (error) {
    if (!(error instanceof EngagedError)) throw error;
    return { code: 'validation_failed', message: error.message };
  }
}

type Existing = { employeeNumber: number; amount: number; at: number; recordedAt: number };

const isSame = (
  existing: Existing | undefined,
  person: ResolvedEmployee,
  amount: number,
): existing is Existing => existing?.employeeNumber === person.number && existing.amount === amount;

const byKey = (rows: readonly (Existing & { onceKey: string })[]): Map<string, Existing> =>
  new Map(rows.map(({ onceKey, ...existing }) => [onceKey, existing]));
