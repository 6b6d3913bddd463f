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
   * The rows whose email is given up, and the others, each in request order.
   *
   * @param canApply whether nothing else stands in a row's way
   */
  divide(canApply: (match: Match) => boolean): { possible: Match[]; impossible: Match[] } {
    const all = [...this.#contested.values()];
    const moves = all
      .filter((match) => canMove(match) && canApply(match))
      .map((match): EmailMove => ({ mover: moverOf(match), holder: match.holder.number }));
    const movers = possibleMoves(moves, (holder) => this.#leaving.has(holder));
    const isPossible = (match: Match) => movers.has(moverOf(match));
    return {
      possible: all.filter(isPossible).map((match) => ({ ...match, refusal: null })),
      impossible: all.filter((match) => !isPossible(match)),
    };
  }
}

/** Deactivated people are reactivated by an import before they can take over an email. */
const canMove = ({ employee }: Match): boolean =>
  employee === null || (employee.deactivatedBy === null && !isProtected(employee));

/** New people get numbers that nobody has. */
const moverOf = ({ employee, row }: Match): number => employee?.number ?? -1e9 - row.index;
