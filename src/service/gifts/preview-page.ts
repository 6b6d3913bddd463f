import type { Database } from '../../store/database.ts';
import { AmountCheck } from '../xp/ask-above.ts';
import type { GivenLine } from './evaluate-lines.ts';
import type { GiftRowText, GiftValues } from './gift-row.ts';
import { type GiftOrigin, type PlannedGift, planList, planPeople, type Why } from './plan-gift.ts';
import { type GiftPreview, previewGift, type Skipped } from './preview-gift.ts';

/** To whom something would be given: the rows of a list, or people. */
export type GiftTo =
  | { name: string; rows: readonly GiftRowText[]; without: number | null }
  | { origin: Exclude<GiftOrigin, 'list'>; subject: string | null; people: readonly number[] };

/** What would be given, and the page of it to show. */
export type PreviewRequest = {
  companyId: number;
  now: number;
  to: GiftTo;
  values: GiftValues;
  /** Whether people get it who got the same before. */
  again: boolean;
  /** The line after which the page begins, and how many lines it has. */
  after: number;
  count: number;
};

/** What would be given, with as much of it as one page shows. */
export type PreviewPage = Omit<GiftPreview, 'skipped'> & {
  /** The lines that give something, from where the page begins. */
  given: GivenLine[];
  /** The line after which the next page begins. */
  next: number | null;
  /** The first of whom so much is given in one line that it is typed again. */
  large: GivenLine[];
  skipped: { count: number; byReason: [Why, number][]; first: Skipped[] };
  /** A gift that gave the same before to somebody. */
  earlier: string | null;
};

/**
 * Decides what would be given, for the page that shows it. Evaluates every line, so it is for a thread that may take
 * long. Nothing is written.
 *
 * @throws EngagedError as `planList` and `planPeople`
 */
export function previewPage(db: Database, request: PreviewRequest): PreviewPage {
  const { companyId, after, count } = request;
  const given: GivenLine[] = [];
  const large: GivenLine[] = [];
  let next: number | null = null;
  const limits = new AmountCheck(db, companyId);
  const { skipped, ...sums } = previewGift(db, planOf(db, request), (outcome) => {
    if (outcome.state === 'skipped') return;
    const { amount: xp, coins } = outcome.award;
    if (large.length < count && limits.isLarge({ xp, coins })) large.push(outcome);
    if (outcome.line.line <= after) return;
    if (given.length < count) given.push(outcome);
    else next ??= given.at(-1)?.line.line ?? null;
  });
  const reasons = Map.groupBy(skipped, ({ code }) => code);
  return {
    ...{ ...sums, given, next, large },
    skipped: {
      count: skipped.length,
      byReason: [...reasons].map(([code, all]) => [code, all.length]),
      first: skipped.slice(0, count),
    },
    earlier: reasons.get('already_given')?.[0]?.gift_id ?? null,
  };
}

function planOf(db: Database, { companyId, now, values, again, to }: PreviewRequest): PlannedGift {
  const order = { db, companyId, now, actor: '', again, values };
  return 'rows' in to
    ? planList(order, to.name, to.rows, to.without)
    : planPeople(order, to.origin, to.subject, to.people);
}
