import type { Match, RosterPart } from '../../domain/roster/match-employees.ts';
import { givenName } from '../../domain/roster/profile.ts';
import type { RowError } from '../../domain/roster/types.ts';
import type { Database } from '../../store/database.ts';
import type * as store from '../../store/roster.ts';
import type { NamedPeople } from './named-people.ts';
import { peopleByNumber } from './people.ts';
import { type PersonReference, toReference } from './person-reference.ts';

/** A person on record, as far as an operator needs to know to resolve a mismatch. */
export type PersonInMismatch = PersonReference & {
  state: 'active' | 'deactivated';
  deactivated_by: string | null;
};

/** A row whose email belongs to somebody who has another external id. */
export type Mismatch = {
  index: number;
  /** The row's external id. */
  external_id: string;
  /** The person with the email. */
  holder: PersonInMismatch;
  /** The person with the row's external id; null where there is none. */
  owner: PersonInMismatch | null;
  /** Whether another row has the holder's external id. */
  holder_in_file: boolean;
  /** Whether the row has the name of the holder, and another one than the owner. */
  is_holder: boolean;
};

/** Most mismatches that are described; the others are row errors like any other. */
const MAX_LISTED = 1_000;

type Found = { match: Match; holder: number; owner: number | null };

/** Remembers the first rows whose email belongs to somebody who has another external id. */
export class MismatchReview {
  readonly #found: Found[] = [];

  survey({ matches }: RosterPart): void {
    if (this.#found.length >= MAX_LISTED) return;
    for (const match of matches) {
      const { refusal, holder, employee } = match;
      if (refusal !== 'external_id_mismatch' || holder === null) continue;
      this.#found.push({ match, holder: holder.number, owner: employee?.number ?? null });
    }
  }

  /** Those that failed for it, with the people on record. */
  list(
    db: Database,
    companyId: number,
    { errors, named }: { errors: readonly RowError[]; named: NamedPeople },
  ): Mismatch[] {
    const failed = new Set(
      errors.flatMap(({ code, index }) => (code === 'external_id_mismatch' ? index : [])),
    );
    const found = this.#found
      .filter(({ match }) => failed.has(match.row.index))
      .slice(0, MAX_LISTED);
    const numbers = found.flatMap(({ holder, owner }) => [holder, owner ?? []].flat());
    const people = peopleByNumber(db, companyId, numbers);
    return found.flatMap(({ match: { row }, holder, owner }) => {
      const person = people.get(holder);
      const known = owner === null ? undefined : people.get(owner);
      if (!person) return [];
      const name = givenName(row).normalize();
      return {
        index: row.index,
        external_id: row.externalId,
        holder: toPerson(person),
        owner: known ? toPerson(known) : null,
        holder_in_file: named.has(holder),
        is_holder: person.givenName?.normalize() === name && known?.givenName?.normalize() !== name,
      };
    });
  }
}

const toPerson = (person: store.PersonRow): PersonInMismatch => ({
  ...toReference(person),
  state: person.deactivatedAt === null ? 'active' : 'deactivated',
  deactivated_by: person.deactivatedBy,
});
