import { failure } from '../../domain/errors.ts';
import { TOTAL_MAXIMUM } from '../../domain/limits.ts';
import type { Params } from '../../store/query.ts';
import * as awards from '../../store/xp/awards.ts';
import * as coinLedger from '../../store/xp/coin-ledger.ts';
import * as xpLedger from '../../store/xp/xp-ledger.ts';
import type { CompanyWrite } from '../company/company-write.ts';
import { readLabel, requireInteger } from '../input.ts';
import { countEntries, type Placement } from '../reports/count.ts';

/** Maximum absolute amount of one entry. */
export const MAX_ENTRY_AMOUNT = 1_000_000_000;

type Target = Pick<CompanyWrite, 'db' | 'companyId'>;

/**
 * An entry of the ledger of XP, with where the person is. One with a `total` stands in the audit log as a decision of its
 * own.
 */
export type NewXpEntry = Params<typeof xpLedger.addAll.params>['entries'][number] & Placement;

/** An entry of the ledger of coins, likewise. */
export type NewCoinEntry = Params<typeof coinLedger.addAll.params>['entries'][number];

/** Writes entries into both ledgers. Triggers keep the totals. */
export function addEntries(
  { db, companyId }: Target,
  { xp = [], coins = [] }: { xp?: readonly NewXpEntry[]; coins?: readonly NewCoinEntry[] },
): void {
  const actors = new Set([...xp, ...coins].map(({ actor }) => actor));
  if (actors.size === 0) return;
  db.run(awards.noteActors, { companyId, actors: [...actors] });
  if (xp.length > 0) db.run(xpLedger.addAll, { companyId, entries: xp });
  if (coins.length > 0) db.run(coinLedger.addAll, { companyId, entries: coins });
  countEntries({ db, companyId }, { xp, coins });
}

/** What the rows of both ledgers have in common. @throws EngagedError `validation_failed` */
export function readEntry({
  amount,
  reason,
}: {
  amount: number;
  reason?: string | null | undefined;
}) {
  if (amount === 0) throw failure('field_zero', { field: 'amount' });
  return {
    amount: requireInteger('amount', amount, -MAX_ENTRY_AMOUNT, MAX_ENTRY_AMOUNT),
    reason: readLabel('reason', reason, 500),
  };
}

/** @throws EngagedError `insufficient_coins` where somebody has fewer coins than are to be taken */
export function requireCoins(person: { coins: number }, taken: number): void {
  if (person.coins >= taken) return;
  throw failure('coins_short', { coins: person.coins });
}

/**
 * @param what would lead to that total, as the beginning of a sentence
 * @throws EngagedError `validation_failed` where XP or coins would add up to more than can be kept
 */
export function requireTotal(what: string, total: number): void {
  const params = { what, limit: TOTAL_MAXIMUM };
  if (total > TOTAL_MAXIMUM) throw failure('total_too_high', params);
  if (total < -TOTAL_MAXIMUM) throw failure('total_too_low', params);
}
