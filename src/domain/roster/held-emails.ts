import { type EmailMove, joinUpTo, MOST_AT_ONCE, orderMoves } from './email-moves.ts';
import { isProtected, type Match } from './match-employees.ts';
import type { KnownEmployee } from './types.ts';

/** A row whose email belongs to another person, who has another external id. */
type Contested = Match & { holder: KnownEmployee };

/**
 * The rows of a roster whose email belongs to another person, where profiles follow the roster: people may swap their
 * emails, or pass them on. What becomes of such a row is known only after all others.
 */
export class HeldEmails {
  readonly #mostAtOnce: number;
  readonly #contested = new Map<number, Contested>();
  /** Who gets an email that nobody has, and so gives up the old one. */
  readonly #leaving = new Set<number>();

  constructor(mostAtOnce = MOST_AT_ONCE) {
    this.#mostAtOnce = mostAtOnce;
  }

  survey(match: Match): void {
    const { row, employee, holder, refusal } = match;
    if (refusal === 'external_id_mismatch' && holder !== null) {
      this.#contested.set(row.index, { ...match, holder });
    } else if (refusal === null && holder === null && employee !== null) {
      const isMove = row.hasEmail && employee.emailKey !== row.emailKey && !isProtected(employee);
      if (isMove) this.#leaving.add(employee.number);
    }
  }

  has(index: number): boolean {
    return this.#contested.has(index);
  }

  get size(): number {
    return this.#contested.size;
  }

  /** Somebody's row fails, so they keep their email. */
  keep({ number }: KnownEmployee): void {
    this.#leaving.delete(number);
  }

  /**
   * All of these rows, in groups whose emails are written together, one group after another. First come those that can take
   * over their email, so that everybody has an email of their own after each group; then the others, in request order. Of
   * these, those whose email is given up are no longer refused for it, but for another reason.
   *
   * @param canApply whether there is no other reason against a row
   */
  divide(canApply: (match: Match) => boolean): Match[][] {
    const all = [...this.#contested.values()];
    const movers = new Map(
      all
        .filter((match) => canMove(match) && canApply(match))
        .map((match) => [moverOf(match), match]),
    );
    const moves = Array.from(
      movers,
      ([mover, match]): EmailMove => ({ mover, holder: match.holder.number }),
    );
    const { together, stuck } = orderMoves(
      moves,
      (holder) => this.#leaving.has(holder),
      this.#mostAtOnce,
    );
    const able = new Set(together.flat());
    const decided = (match: Contested): Match => {
      const isStuck = stuck.has(moverOf(match));
      const { number } = match.holder;
      const isGivenUp =
        isActive(match) && (isStuck || able.has(number) || this.#leaving.has(number));
      return isGivenUp ? { ...match, refusal: null, isStuck } : match;
    };
    const others = all.filter((match) => !able.has(moverOf(match)));
    return [
      ...joinUpTo(this.#mostAtOnce, [
        ...together.map((group) => group.flatMap((mover) => movers.get(mover) ?? []).map(decided)),
        ...others.map((match) => [decided(match)]),
      ]),
    ];
  }
}

/** Deactivated people are reactivated by an import before they can take over an email. */
const isActive = ({ employee }: Match): boolean =>
  employee === null || employee.deactivatedBy === null;

const canMove = (match: Match): boolean =>
  isActive(match) && (match.employee === null || !isProtected(match.employee));

/** New people get numbers that nobody has. */
const moverOf = ({ employee, row }: Match): number => employee?.number ?? -1e9 - row.index;
