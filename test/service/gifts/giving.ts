import { writeCompany } from '../../../src/service/company/company-write.ts';
import {
  type GiftInput,
  type GiftRowText,
  readGiftValues,
} from '../../../src/service/gifts/gift-row.ts';
import { giftResult } from '../../../src/service/gifts/gifts.ts';
import { takeGiftStep } from '../../../src/service/gifts/give.ts';
import {
  type GiftOrder,
  type PlannedGift,
  planList,
} from '../../../src/service/gifts/plan-gift.ts';
import type { GiftResult } from '../../../src/service/gifts/preview-gift.ts';
import { takeUndoStep, undoResult } from '../../../src/service/gifts/undo-gift.ts';
import type { Database } from '../../../src/store/database.ts';

// Threads load this file, in which nothing that has tests may be loaded.
const NOW = Date.UTC(2026, 10, 21, 9, 30);

export type Company = { db: Database; companyId: number };

/** What is given to whom, besides the people. */
export type Terms = GiftInput & { again?: boolean; now?: number };

export function orderOf({ db, companyId }: Company, { again = false, now = NOW, ...input }: Terms) {
  const values = readGiftValues({ db, companyId, now }, input);
  return { db, companyId, now, actor: 'test', again, values } satisfies GiftOrder;
}

/** A row of a list without its line. */
export type Row = Omit<GiftRowText, 'line'>;

/** Plans a list whose rows stand below a header. */
export const listOf = (company: Company, rows: readonly Row[], terms: Terms = {}): PlannedGift =>
  planList(
    orderOf(company, terms),
    'list.csv',
    rows.map((row, i) => ({ ...row, line: i + 2 })),
  );

/** Takes steps until all is given. */
export function give(
  { db, companyId }: Company,
  plan: PlannedGift,
  linesPerStep?: number,
  now = plan.now,
): GiftResult {
  for (let gift: string | null = null; ; ) {
    const step = writeCompany(db, { companyId, now, actor: 'test' }, (write) =>
      takeGiftStep(write, plan, gift, linesPerStep),
    );
    if (step.gift === null) return { ...NOTHING, repeated: step.repeated };
    if (step.isDone) return giftResult(db, companyId, step.gift);
    gift = step.gift;
  }
}

const NOTHING: GiftResult = {
  ...{ gift_id: null, people: 0, xp: 0, coins: 0, badges: 0, levels: 0, coins_for_xp: 0 },
  ...{ skipped: [], repeated: null },
};

/** Takes steps until all is undone. */
export function undo({ db, companyId }: Company, id: string, linesPerStep?: number, now = NOW) {
  const take = () =>
    writeCompany(db, { companyId, now, actor: 'test' }, (write) =>
      takeUndoStep(write, id, linesPerStep),
    );
  while (!take());
  return undoResult(db, companyId, id);
}
