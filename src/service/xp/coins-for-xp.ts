import type { Database } from '../../store/database.ts';
import * as xpCoins from '../../store/xp/xp-coins.ts';
import type { ResolvedEmployee } from '../people/employee-lookup.ts';
import { MAX_ENTRY_AMOUNT, type NewCoinEntry } from './ledger-entries.ts';

// Since a company gives N coins for 100 XP, somebody who has gained so much XP has got exactly
//   floor(N × XP / 100) + owed
// coins for it. XP below zero is none. What is owed was to be taken back and was spent; later gains give so many less.

/** The source of these entries in the ledger of coins. */
const SOURCE = 'xp';

/** The most coins that a company gives for 100 XP. */
export const MAX_PER_100_XP = 1_000;

/** What somebody has gained while so many coins are given for 100 XP, since an entry of the ledger. */
type Gained = { perHundred: number; since: number; xp: number; owed: number };

/** A person's totals; `gained` is null where no coins are given for XP. */
export type Totals = { xp: number; coins: number; gained: Gained | null };

/** People's totals after the awards so far, by employee number. */
export type RunningTotals = Map<number, Totals>;

/** Adds to the totals those people who are not among them, as they are on record. */
export function addTotals(
  { db, companyId }: { db: Database; companyId: number },
  totals: RunningTotals,
  people: readonly ResolvedEmployee[],
): void {
  const added = people.filter(({ number }) => !totals.has(number));
  if (added.length === 0) return;
  const { perHundred = 0, since = 0 } = db.one(xpCoins.findRule, { companyId }) ?? {};
  const numbers = [...new Set(added.map(({ number }) => number))];
  const rows = perHundred > 0 ? db.all(xpCoins.list, { companyId, since, numbers }) : [];
  const known = new Map(rows.map(({ employeeNumber, ...gained }) => [employeeNumber, gained]));
  for (const { number, xp, coins } of added) {
    const gained = known.get(number) ?? { xp: 0, owed: 0 };
    totals.set(number, {
      ...{ xp, coins },
      gained: perHundred > 0 ? { perHundred, since, ...gained } : null,
    });
  }
}

/** A person's totals after an award, with the coins for its XP; coins below zero are not allowed. */
export function totalsAfter(
  before: Totals,
  { amount, coins }: { amount: number; coins: number },
): Totals {
  const after = { xp: before.xp + amount, coins: before.coins + coins };
  if (!before.gained) return { ...after, gained: null };
  const { perHundred, xp, owed } = before.gained;
  const due = coinsBetween(perHundred, xp, xp + amount);
  const made = due > 0 ? Math.max(0, due - owed) : -Math.max(0, Math.min(-due, after.coins));
  return {
    ...{ xp: after.xp, coins: after.coins + made },
    gained: { ...before.gained, xp: xp + amount, owed: owed - due + made },
  };
}

/** How many coins more one amount of XP is worth than another, exactly also for the largest. */
function coinsBetween(perHundred: number, from: number, to: number): number {
  const [a, b] = [Math.max(0, from), Math.max(0, to)];
  const [restA, restB] = [a % 100, b % 100];
  const hundreds = (b - restB - (a - restA)) / 100;
  const ofRest = (rest: number) => Math.floor((perHundred * rest) / 100);
  return perHundred * hundreds + ofRest(restB) - ofRest(restA);
}

/** What the entries of coins of an award do not have from it. */
type CoinPart = Pick<NewCoinEntry, 'amount' | 'source' | 'idempotencyKey' | 'total'>;

/**
 * The entries of coins of an award. Those that add coins for its XP come before its own, those that take some back after
 * it, so that no balance is below zero.
 */
export function coinPartsOf({
  award,
  before,
  after,
}: {
  award: { coins: number } & Pick<NewCoinEntry, 'source' | 'idempotencyKey'>;
  before: Totals;
  after: Totals;
}): CoinPart[] {
  const { coins: amount, source, idempotencyKey } = award;
  const forXp = after.coins - before.coins - amount;
  const total = before.coins + Math.max(0, forXp) + amount;
  const own = amount === 0 ? [] : [{ amount, source, idempotencyKey, total }];
  const others = amountsOf(forXp).map((one) => ({
    ...{ amount: one, source: SOURCE, idempotencyKey: null, total: null },
  }));
  return forXp > 0 ? [...others, ...own] : [...own, ...others];
}

/** An amount in parts that are no more than an entry may have. */
function amountsOf(amount: number): number[] {
  const parts: number[] = [];
  for (let left = amount; left !== 0; left -= parts.at(-1) ?? 0)
    parts.push(Math.sign(left) * Math.min(Math.abs(left), MAX_ENTRY_AMOUNT));
  return parts;
}

/** Records what people have gained after awards, of which the last ones count. */
export function saveGained(
  { db, companyId }: { db: Database; companyId: number },
  awards: readonly { award: { person: ResolvedEmployee; amount: number }; after: Totals }[],
): void {
  const people = new Map(
    awards.flatMap(({ award: { person, amount }, after: { gained } }) =>
      amount === 0 || gained === null
        ? []
        : [[person.number, { employeeNumber: person.number, ...gained }] as const],
    ),
  );
  if (people.size > 0) db.run(xpCoins.saveAll, { companyId, people: [...people.values()] });
}
