import { EngagedError, failure } from '../../domain/errors.ts';
import * as companies from '../../store/company/companies.ts';
import type { Database } from '../../store/database.ts';
import * as coinLedger from '../../store/xp/coin-ledger.ts';
import * as xpLedger from '../../store/xp/xp-ledger.ts';
import { awardEarnedBadges } from '../badges/badge-rules.ts';
import { type CompanyWrite, takeNumbers } from '../company/company-write.ts';
import { recordEventsOfAll, xpEvents } from '../events/events.ts';
import { isSameMoment, momentOf } from '../input.ts';
import type { ResolvedEmployee } from '../people/employee-lookup.ts';
import type { Placement } from '../reports/count.ts';
import {
  addTotals,
  coinPartsOf,
  type RunningTotals,
  saveGained,
  type Totals,
  totalsAfter,
} from './coins-for-xp.ts';
import { addEntries, type NewCoinEntry, type NewXpEntry, requireTotal } from './ledger-entries.ts';

// Every award takes this path: one by hand is a batch of one.

/** An award of XP, of coins, or of both; 0 is none. Times in milliseconds UTC. */
export type PendingAward = {
  person: ResolvedEmployee;
  /** What makes a repetition known; null for an award that is made each time. */
  idempotencyKey: string | null;
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

/** The entry that made the same award before, if it is not new, and the person's totals before and after it. */
export type Evaluated = { earlier: Existing | undefined; before: Totals; after: Totals };

/**
 * Decides for each award, in order and as if those before it were made, whether to make it. It is not made where its
 * key made the same award before: of the same amount and coins to the same person for the same moment. Its reason may
 * differ. Nothing is written.
 *
 * @param totals those that awards before these left, to which these are added
 * @returns for an award that cannot be made, the error that says why
 */
export function evaluateAwards(
  { db, companyId }: { db: Database; companyId: number },
  totals: RunningTotals,
  awards: readonly PendingAward[],
): (Evaluated | EngagedError)[] {
  const find = (
    query: typeof xpLedger.listByIdempotencyKeys | typeof coinLedger.listByIdempotencyKeys,
    of: (award: PendingAward) => boolean,
  ): Map<string | null, Existing> => {
    const idempotencyKeys = awards.filter(of).flatMap(({ idempotencyKey }) => idempotencyKey ?? []);
    const rows = idempotencyKeys.length > 0 ? db.all(query, { companyId, idempotencyKeys }) : [];
    return new Map(rows.map(({ idempotencyKey, ...existing }) => [idempotencyKey, existing]));
  };
  // The two ledgers have keys of their own: one of coins alone says nothing about an award of XP alone, nor the other way.
  const xp = find(xpLedger.listByIdempotencyKeys, ({ amount }) => amount !== 0);
  const coins = find(
    coinLedger.listByIdempotencyKeys,
    (award) => award.coins !== 0 || xp.has(award.idempotencyKey),
  );
  addTotals(
    { db, companyId },
    totals,
    awards.map(({ person }) => person),
  );
  return awards.map((award) => {
    const { person, idempotencyKey: key, amount, at } = award;
    const before = totals.get(person.number) as Totals;
    const xpEntry = amount === 0 ? undefined : xp.get(key);
    const coinEntry = xpEntry || award.coins !== 0 ? coins.get(key) : undefined;
    const earlier = xpEntry ?? coinEntry;
    if (earlier) {
      const isRepeated =
        isSame(xpEntry, person, amount) &&
        isSame(coinEntry, person, award.coins) &&
        isSameMoment(at, earlier);
      return isRepeated ? { earlier, before, after: before } : failure('award_key_used');
    }
    const after = totalsAfter(before, award);
    const refused = refusalOf(award, after);
    if (refused) return refused;
    totals.set(person.number, after);
    remember(xp, award, amount);
    remember(coins, award, award.coins);
    return { earlier, before, after };
  });
}

/** Notes the entry that an award is to make, for those after it. */
function remember(
  entries: Map<string | null, Existing>,
  award: PendingAward,
  amount: number,
): void {
  const { person, idempotencyKey, reason, recordedAt } = award;
  if (idempotencyKey === null || amount === 0) return;
  const at = momentOf(award.at, recordedAt);
  const employeeNumber = person.number;
  entries.set(idempotencyKey, { employeeNumber, amount, reason, at, recordedAt });
}

/** An award that is new, with the person's totals before and after it. */
export type NewAward = Omit<Evaluated, 'earlier'> & { award: PendingAward };

/**
 * Makes new awards, each a decision of its own, with the badges and events that follow.
 *
 * @param changes the awards of each request; what one request causes counts as one change
 * @returns the codes of the badges that each award earned, in order
 */
export function makeAwards(
  write: CompanyWrite,
  changes: readonly (readonly NewAward[])[],
): string[][] {
  const made = changes.flat();
  const ofXp = made.filter(({ award }) => award.amount !== 0);
  const earned = awardEarnedBadges(
    write,
    ofXp.map(({ award: { person, recordedAt: now }, after: { xp } }) => ({ person, xp, now })),
  );
  const badges = new Map(ofXp.map((one, i) => [one, earned[i] ?? []]));
  const badgesOf = (one: NewAward): string[] => badges.get(one) ?? [];
  writeAwards(write, made, badgesOf);
  recordEventsOfAll(
    write,
    changes.map((change) => ({
      caused: change
        .filter((one) => badges.has(one))
        .flatMap((one) => {
          const { award, after } = one;
          const { amount, person } = award;
          return xpEvents(person.number, { amount, xp: after.xp, badges_awarded: badgesOf(one) });
        }),
      now: change[0]?.award.recordedAt ?? write.now,
    })),
  );
  return made.map(badgesOf);
}

/**
 * Writes awards that are new, and the coins for their XP. Triggers keep the totals.
 *
 * @param badgesOf the badges that each earned, where each is a decision of its own
 */
export function writeAwards(
  write: CompanyWrite,
  awards: readonly NewAward[],
  badgesOf?: (award: NewAward) => readonly string[],
): void {
  const written = awards.map((one) => ({
    ...one,
    parts: coinPartsOf(one),
    badges: badgesOf?.(one),
  }));
  const count = written.reduce(
    (sum, { award, parts }) => sum + (award.amount === 0 ? 0 : 1) + parts.length,
    0,
  );
  if (count === 0) return;
  let next = takeNumbers(write, companies.takeEntries, count);
  const xp: NewXpEntry[] = [];
  const coins: NewCoinEntry[] = [];
  for (const { award, after, parts, badges } of written) {
    const { person, amount, reason, idempotencyKey, source, actor, recordedAt } = award;
    const by = { employeeNumber: person.number, reason, idempotencyKey, source, actor, recordedAt };
    if (amount !== 0) {
      const countsAt = momentOf(award.at, recordedAt);
      const total = badges ? after.xp : null;
      const earned = badges?.length ? JSON.stringify(badges) : null;
      const { departmentNumber, deactivatedAt } = person;
      const placement: Placement = {
        departmentNumber,
        isActive: deactivatedAt === null ? 1 : 0,
      };
      xp.push({ ...by, ...placement, entry: next++, amount, countsAt, total, badges: earned });
    }
    for (const part of parts)
      coins.push({ ...by, ...part, entry: next++, total: badges ? part.total : null });
  }
  addEntries(write, { xp, coins });
  saveGained(write, awards);
}

/** Why these totals are not allowed. */
function refusalOf({ amount, coins }: PendingAward, after: Totals): EngagedError | undefined {
  if (coins < 0 && after.coins < 0) return failure('balance_below_zero');
  try {
    requireTotal('amount', after.xp);
    requireTotal(amount === 0 ? 'amount' : 'coins', after.coins);
    return undefined;
  } catch (error) {
    if (!(error instanceof EngagedError)) throw error;
    return error;
  }
}

type Existing = {
  employeeNumber: number;
  amount: number;
  reason: string | null;
  at: number;
  recordedAt: number;
};

/** Whether the entry of a key is what an award asks for; an amount of 0 asks for none. */
const isSame = (
  existing: Existing | undefined,
  person: ResolvedEmployee,
  amount: number,
): boolean =>
  amount === 0
    ? existing === undefined
    : existing?.employeeNumber === person.number && existing.amount === amount;
