import { LRUCache } from 'lru-cache';
import { HOUR_MS } from '../../domain/duration.ts';
import { currentWindow, type FixedWindow, secondsLeft } from '../../domain/fixed-window.ts';
import type { Reads } from '../../store/database.ts';
import * as syncBudgets from '../../store/roster/sync-budgets.ts';

/** How many roster syncs a key has in an hour, by the API contract. */
export const SYNCS_PER_HOUR = 30;

type Owner = { companyId: number; keyId: string };

/** One sync of the budget: the window including this sync, and a way to refund it. */
type BudgetCharge = { windowStartedAt: number; used: number; refund(): void };

/**
 * The hourly budget of every key. A key belongs to one company and so has at most one running sync. Each sync records
 * its charge in its transaction; one that failed and still counts is known in memory only.
 */
export class SyncBudgets {
  readonly #db: Reads;
  readonly #windows = new LRUCache<string, FixedWindow>({ max: 10_000 });

  constructor(db: Reads) {
    this.#db = db;
  }

  /** Takes one sync from the budget; without any left, the seconds until there is. */
  async take(owner: Owner, now: number): Promise<BudgetCharge | { retryAfter: number }> {
    await this.#db.refreshSnapshot();
    const stored = await this.#stored(owner);
    const window = currentWindow(later(stored, this.#windows.get(owner.keyId)), now, HOUR_MS);
    this.#windows.set(owner.keyId, window);
    if (window.used >= SYNCS_PER_HOUR) return { retryAfter: secondsLeft(window, now, HOUR_MS) };
    window.used++;
    return {
      windowStartedAt: window.startedAt,
      used: window.used,
      refund: () => {
        window.used--;
      },
    };
  }

  async #stored(owner: Owner): Promise<FixedWindow | undefined> {
    const row = await this.#db.one(syncBudgets.find, owner);
    return row && { startedAt: row.windowStartedAt, used: row.used };
  }
}

/** The window that began last, or of the same window the state with more syncs. */
const later = (
  stored: FixedWindow | undefined,
  known: FixedWindow | undefined,
): FixedWindow | undefined => {
  if (!stored || !known) return stored ?? known;
  if (stored.startedAt !== known.startedAt)
    return stored.startedAt > known.startedAt ? stored : known;
  return stored.used > known.used ? stored : known;
};
