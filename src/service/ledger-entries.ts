import * as awards from '../store/awards.ts';
import * as coinLedger from '../store/coin-ledger.ts';
import type { Params } from '../store/query.ts';
import * as xpLedger from '../store/xp-ledger.ts';
import type { CompanyWrite } from './company-write.ts';

type Target = Pick<CompanyWrite, 'db' | 'companyId'>;

/** An entry of the ledger of XP. One with a `total` stands in the audit log as a decision of its own. */
export type NewXpEntry = Params<typeof xpLedger.addAll.params>['entries'][number];

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
}

/** The codes of badges as an entry has them. */
export const toBadgesText = (codes: readonly string[]): string | null =>
  codes.length === 0 ? null : JSON.stringify(codes);
