import { MINUTE_MS } from '../../domain/duration.ts';
import { EngagedError } from '../../domain/errors.ts';
import { levelOf } from '../../domain/level.ts';
import type { Database } from '../../store/database.ts';
import * as gifts from '../../store/gifts/gifts.ts';
import { listHolders } from '../badges/badges.ts';
import type { ResolvedEmployee } from '../people/employee-lookup.ts';
import { evaluateAwards, type NewAward } from '../xp/awards.ts';
import type { RunningTotals } from '../xp/coins-for-xp.ts';
import type { GiftLine, GiftOrigin, Why } from './plan-gift.ts';

/** The source of the entries of a gift. */
export const SOURCE = 'gift';

/** How long the same to the same people counts as a repetition where no list says so. */
export const REPEATED_WITHIN_MS = 10 * MINUTE_MS;

/** What a line gives. */
export type GivenLine = NewAward & {
  state: 'given';
  line: GiftLine;
  /** The badge that it gives; null where the person holds it already. */
  badge: string | null;
  /** The level that it takes the person to. */
  level: number | null;
};

/** The coins that the XP of a line brings, or takes back. */
export const coinsForXpOf = ({ award, before, after }: GivenLine): number =>
  after.coins - before.coins - award.coins;

/** A line that gives nothing. `earlier` is the entry of the gift that gave the same. */
type SkippedLine = {
  state: 'skipped';
  line: GiftLine;
  /** The id of the person, if it names one. */
  employeeId: string | null;
  why: Why;
  earlier: number | null;
};

export type LineOutcome = GivenLine | SkippedLine;

/** A gift as far as its lines are evaluated. `entry` is 0 before it is on record. */
type EvaluatedGift = {
  entry: number;
  origin: GiftOrigin;
  subject: string | null;
  again: boolean;
  /** When it began, and who makes it. */
  beganAt: number;
  actor: string;
};

/** Decides what the lines of a gift give, as if those before them had given. Nothing is written. */
export class GiftEvaluation {
  readonly #db: Database;
  readonly #companyId: number;
  readonly #gift: EvaluatedGift;
  readonly #totals: RunningTotals = new Map();
  /** Who was given which badge so far. */
  readonly #badges = new Set<string>();

  constructor(db: Database, companyId: number, gift: EvaluatedGift) {
    this.#db = db;
    this.#companyId = companyId;
    this.#gift = gift;
  }

  /** @param now for the entries; lines without a time count for the beginning of the gift */
  evaluate(lines: readonly GiftLine[], now: number): LineOutcome[] {
    const people = this.#findPeople(lines);
    const earlier = this.#findEarlier(lines);
    const holders = this.#findHolders(lines);
    const outcomes = lines.map((line): LineOutcome | PendingLine => {
      const person = people.get(line.employeeNumber ?? 0);
      const gift = earlier.get(line.line) ?? null;
      if (line.why !== null || !person) return skip(line, person, line.why ?? 'unknown_employee');
      if (person.deactivatedAt !== null) return skip(line, person, 'inactive');
      if (gift !== null) return skip(line, person, 'already_given', gift);
      return { line, person };
    });
    const pending = outcomes.filter((one): one is PendingLine => !('state' in one));
    const awards = pending.map((one) => this.#toAward(one, now));
    const evaluated = evaluateAwards(
      { db: this.#db, companyId: this.#companyId },
      this.#totals,
      awards,
    );
    const decided = new Map(
      pending.map((one, i) => [one, this.#decide(one, holders, awards[i], evaluated[i])] as const),
    );
    return outcomes.map((one) => ('state' in one ? one : (decided.get(one) as LineOutcome)));
  }

  #findPeople(lines: readonly GiftLine[]): Map<number, ResolvedEmployee> {
    const numbers = [...new Set(lines.flatMap(({ employeeNumber }) => employeeNumber ?? []))];
    const people = this.#db.all(gifts.listPeople, { companyId: this.#companyId, numbers });
    return new Map(people.map((person) => [person.number, person]));
  }

  #findEarlier(lines: readonly GiftLine[]): Map<number, number> {
    const { origin, subject, again, entry, beganAt } = this.#gift;
    if (again) return new Map();
    const found = this.#db.all(gifts.listEarlier, {
      ...{ companyId: this.#companyId, gift: entry, origin, subject },
      since: origin === 'list' ? 0 : beganAt - REPEATED_WITHIN_MS,
      lines: lines.flatMap(({ employeeNumber, ...line }) =>
        employeeNumber === null || line.why !== null ? [] : { ...line, employeeNumber },
      ),
    });
    // The last one of each.
    return new Map(found.sort((a, b) => a.gift - b.gift).map(({ line, gift }) => [line, gift]));
  }

  /** Who holds which of the badges. */
  #findHolders(lines: readonly GiftLine[]): Set<string> {
    const byBadge = Map.groupBy(
      lines.filter(({ badge, why }) => badge !== null && why === null),
      ({ badge }) => badge ?? '',
    );
    const scope = { db: this.#db, companyId: this.#companyId };
    return new Set(
      [...byBadge].flatMap(([code, ofBadge]) =>
        [
          ...listHolders(
            scope,
            code,
            ofBadge.map(({ employeeNumber }) => employeeNumber ?? 0),
          ),
        ].map((number) => holding(number, code)),
      ),
    );
  }

  #newBadge({ employeeNumber, badge }: GiftLine, holders: ReadonlySet<string>): string | null {
    if (badge === null) return null;
    const key = holding(employeeNumber ?? 0, badge);
    if (holders.has(key) || this.#badges.has(key)) return null;
    this.#badges.add(key);
    return badge;
  }

  #toAward({ line, person }: PendingLine, now: number) {
    const { xp: amount, coins, reason } = line;
    const { actor, beganAt } = this.#gift;
    return {
      ...{ person, amount, coins, reason, actor, source: SOURCE, idempotencyKey: null },
      ...{ at: line.at ?? beganAt, recordedAt: now },
    };
  }

  #decide(
    { line, person }: PendingLine,
    holders: ReadonlySet<string>,
    award: NewAward['award'] | undefined,
    evaluated: ReturnType<typeof evaluateAwards>[number] | undefined,
  ): LineOutcome {
    if (!award || !evaluated) throw new Error('an award has no outcome');
    if (evaluated instanceof EngagedError) {
      const isShort = evaluated.code === 'insufficient_coins';
      return skip(line, person, isShort ? 'insufficient_coins' : 'total_limit');
    }
    const badge = this.#newBadge(line, holders);
    if (line.xp === 0 && line.coins === 0 && badge === null)
      return skip(line, person, 'badge_held');
    const { before, after } = evaluated;
    const reached = levelOf(after.xp);
    const level = reached > levelOf(before.xp) ? reached : null;
    return { state: 'given', line, badge, level, award, before, after };
  }
}

/** A line that may give something. */
type PendingLine = { line: GiftLine; person: ResolvedEmployee };

const holding = (number: number, code: string): string => `${number} ${code}`;

const skip = (
  line: GiftLine,
  person: ResolvedEmployee | undefined,
  why: Why,
  earlier: number | null = null,
): SkippedLine => ({ state: 'skipped', line, employeeId: person?.id ?? null, why, earlier });
