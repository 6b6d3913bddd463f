import type { Database } from '../../store/database.ts';
import * as store from '../../store/gifts/gifts.ts';
import { chunksOf } from '../chunks.ts';
import { AmountCheck, type AmountsToRepeat } from '../xp/ask-above.ts';
import { coinsForXpOf, GiftEvaluation, type LineOutcome } from './evaluate-lines.ts';
import type { PlannedGift, Why } from './plan-gift.ts';

/** A line that gives nothing, and why. `gift_id` is the gift that gave the same before. */
export type Skipped = {
  line: number;
  code: Why;
  employee_id: string | null;
  gift_id: string | null;
};

/** What a gift gives, or gave. `levels` counts the levels that people reach by it. */
export type GiftResult = {
  gift_id: string | null;
  people: number;
  xp: number;
  coins: number;
  badges: number;
  levels: number;
  /** Coins that its XP brings, besides those that it gives. */
  coins_for_xp: number;
  skipped: Skipped[];
  /** The gift that gave the same before, where nothing is given because of that. */
  repeated: string | null;
};

/** What a gift would give. */
export type GiftPreview = GiftResult & {
  /** Whether it takes something from somebody. */
  takes: boolean;
  /** What it gives to one person that is asked for again. */
  amounts: AmountsToRepeat | null;
};

/**
 * Decides what a plan would give, by the rules by which it is given. Nothing is written.
 *
 * @param onOutcome is told of each line, in their order
 */
export function previewGift(
  db: Database,
  plan: PlannedGift,
  onOutcome: (outcome: LineOutcome) => void = () => {},
): GiftPreview {
  return db.read(() => {
    const { companyId, now, actor, origin, subject, again } = plan;
    const gift = { entry: 0, beganAt: now, actor, origin, subject, again };
    const evaluation = new GiftEvaluation(db, companyId, gift);
    const sum = new PreviewSum(db, companyId);
    for (const lines of chunksOf(plan.lines)) {
      for (const outcome of evaluation.evaluate(lines, now)) {
        sum.add(outcome);
        onOutcome(outcome);
      }
    }
    return sum.result();
  });
}

/** Adds up what lines give. */
class PreviewSum {
  readonly #db: Database;
  readonly #companyId: number;
  /** What each person gets. */
  readonly #people = new Map<number, { xp: number; coins: number }>();
  readonly #skipped: Skipped[] = [];
  readonly #giftIds = new Map<number, string | null>();
  #badges = 0;
  #levels = 0;
  #coinsForXp = 0;
  #takes = false;
  #lastEarlier = 0;

  constructor(db: Database, companyId: number) {
    this.#db = db;
    this.#companyId = companyId;
  }

  add(outcome: LineOutcome): void {
    if (outcome.state === 'skipped') {
      const { line, why, employeeId, earlier } = outcome;
      this.#lastEarlier = Math.max(this.#lastEarlier, earlier ?? 0);
      const gift_id = this.#giftId(earlier);
      this.#skipped.push({ line: line.line, code: why, employee_id: employeeId, gift_id });
      return;
    }
    const { award, badge, level } = outcome;
    const { person, amount, coins } = award;
    const so = this.#people.get(person.number) ?? { xp: 0, coins: 0 };
    this.#people.set(person.number, { xp: so.xp + amount, coins: so.coins + coins });
    this.#takes ||= amount < 0 || coins < 0;
    if (badge !== null) this.#badges++;
    if (level !== null) this.#levels++;
    this.#coinsForXp += coinsForXpOf(outcome);
  }

  result(): GiftPreview {
    const amounts = new AmountCheck(this.#db, this.#companyId);
    let xp = 0;
    let coins = 0;
    for (const got of this.#people.values()) {
      amounts.add(got);
      xp += got.xp;
      coins += got.coins;
    }
    return {
      ...{ gift_id: null, people: this.#people.size, xp, coins },
      ...{ badges: this.#badges, levels: this.#levels, skipped: this.#skipped },
      coins_for_xp: this.#coinsForXp,
      repeated: this.#people.size === 0 ? this.#giftId(this.#lastEarlier || null) : null,
      ...{ takes: this.#takes, amounts: amounts.large() },
    };
  }

  #giftId(entry: number | null): string | null {
    if (entry === null) return null;
    const known = this.#giftIds.get(entry);
    if (known !== undefined) return known;
    const id = this.#db.one(store.find, { companyId: this.#companyId, entry })?.id ?? null;
    this.#giftIds.set(entry, id);
    return id;
  }
}
