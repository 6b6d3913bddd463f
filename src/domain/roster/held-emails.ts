import { type EmailMove, possibleMoves } from './email-moves.ts';
import { isProtected, type Match } from './match-employees.ts';
import type { KnownEmployee } from './types.ts';

/** A row whose email belongs to another person, who has another external id. */
type Contested = Match & { holder: KnownEmployee };

/**
 * The rows of a roster whose email belongs to another person, where profiles follow the roster: people may swap their
 * emails, or pass them on. What becomes of such a row is known only after all others.
 */
export class HeldEmails {
  readonly #contested = new Map<number, Contested>();
  /** Who gets an email that nobody has, and so gives up the old one. */
  readonly #leaving = new Set<number>();

  survey(match: Match): void {
    const { row, employee, holder, refusal } = match;
    if (refusal === 'external_id_mismatch' && holder !== null) {
      this.#contested.set(row.index, { ...match, holder });
    } else if (refusal === null && holder === null && employee !== null) {
      const isMove = employee.emailKey !== row.emailKey && !isProtected(employee);
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
   * The rows that can take over their email, and the others, each in request order. Of the others, those whose email is
   * given up are no longer refused for it, but for another reason.
   *
   * @param canApply whether there is no other reason against a row
   */
  divide(canApply: (match: Match) => boolean): { possible: Match[]; impossible: Match[] } {
    const all = [...this.#contested.values()];
    const moves = all
      .filter((match) => canMove(match) && canApply(match))
      .map((match): EmailMove => ({ mover: moverOf(match), holder: match.holder.number }));
    const movers = possibleMoves(moves, (holder) => this.#leaving.has(holder));
    const isPossible = (match: Match) => movers.has(moverOf(match));
    const isGivenUp = ({ holder }: Contested) =>
      this.#leaving.has(holder.number) || movers.has(holder.number);
    return {
      possible: all.filter(isPossible).map(withoutRefusal),
      impossible: all
        .filter((match) => !isPossible(match))
        .map((match) => (isActive(match) && isGivenUp(match) ? withoutRefusal(match) : match)),
    };
  }
}

const withoutRefusal = (match: Match): Match => ({ ...match, refusal: null });

/** Deactivated people are reactivated by an import before they can take over an email. */
const isActive = ({ employee }: Match): boolean =>
  employee === null || employee.deactivatedBy === null;

const canMove = (match: Match): boolean =>
  isActive(match) && (match.employee === null || !isProtected(match.employee));

/** New people get numbers that nobody has. */
const moverOf = ({ employee, row }: Match): number => employee?.number ?? -1e9 - row.index;
