import { formatMonth } from '../../domain/period.ts';
import type { Database } from '../../store/database.ts';
import * as ledgerCheck from '../../store/xp/ledger-check.ts';

/**
 * A stored value that contradicts its ledger.
 *
 * - `xp_total`, `coin_balance`: a person's total is not the sum of their entries
 * - `xp_month`: a month's total is not the sum of its entries; `month` is `YYYY-MM`, in UTC
 * - `redemption`: the ledger lacks a payment or a refund that the redemption refers to, or has another amount
 * - `shop_entry`: an entry of the shop that belongs to no redemption
 * - `xp_gained`: what a person has gained since coins are given for XP is not the sum of their entries since
 * - `coins_for_xp`: `stored` are the coins that a person got for it, `actual` those that they should have got, together
 *   with those that could not be taken back
 * - `kudos_coins`, `kudos_xp`: what a person got for thanks is not what the thanks say
 * - `kudos_spent`, `kudos_month`: what a person or the company has spent of a month is not what the thanks add up to
 */
type Discrepancy = {
  kind:
    | 'xp_total'
    | 'xp_month'
    | 'coin_balance'
    | 'redemption'
    | 'shop_entry'
    | 'xp_gained'
    | 'coins_for_xp'
    | 'kudos_coins'
    | 'kudos_xp'
    | 'kudos_spent'
    | 'kudos_month';
  /** Null where the row belongs to no company or employee there is. */
  company_id: string | null;
  employee_id: string | null;
  month: string | null;
  redemption_id: string | null;
  /** The stored value, and the sum of the ledger's entries. */
  stored: number;
  actual: number;
};

/**
 * Adds up every ledger, sandboxes included, and compares the sums with the stored totals. Reads each ledger once,
 * which takes seconds for millions of entries.
 *
 * @param most maximum number of each kind
 */
export const checkLedgers = (db: Database, most = 100): Discrepancy[] =>
  db.read(() => [
    ...db.all(ledgerCheck.listWrongXp, { most }).map((row) => toDiscrepancy('xp_total', row)),
    ...db.all(ledgerCheck.listWrongMonths, { most }).map(({ month, ...row }) => ({
      ...toDiscrepancy('xp_month', row),
      month: formatMonth(month),
    })),
    ...db
      .all(ledgerCheck.listWrongCoins, { most })
      .map((row) => toDiscrepancy('coin_balance', row)),
    ...db.all(ledgerCheck.listWrongRedemptions, { most }).map(({ redemptionId, ...row }) => ({
      ...toDiscrepancy('redemption', row),
      redemption_id: redemptionId,
    })),
    ...db
      .all(ledgerCheck.listOrphanShopEntries, { most })
      .map((row) => toDiscrepancy('shop_entry', { ...row, stored: 0 })),
    ...db
      .all(ledgerCheck.listWrongCoinsForXp, { most })
      .map(({ kind, ...row }) => toDiscrepancy(kind as Discrepancy['kind'], row)),
    ...db
      .all(ledgerCheck.listWrongKudos, { most })
      .map(({ kind, ...row }) => toDiscrepancy(kind as Discrepancy['kind'], row)),
    ...db.all(ledgerCheck.listWrongKudosMonths, { most }).map(({ kind, month, ...row }) => ({
      ...toDiscrepancy(kind as Discrepancy['kind'], row),
      month: formatMonth(month),
    })),
  ]);

const toDiscrepancy = (
  kind: Discrepancy['kind'],
  row: { companyId: string | null; employeeId: string | null; stored: number; actual: number },
): Discrepancy => ({
  kind,
  company_id: row.companyId,
  employee_id: row.employeeId,
  month: null,
  redemption_id: null,
  stored: row.stored,
  actual: row.actual,
});
