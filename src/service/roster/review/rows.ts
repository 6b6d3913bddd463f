import { failure } from '../../../domain/errors.ts';
import type { Match, RosterPart } from '../../../domain/roster/match-employees.ts';
import { givenName } from '../../../domain/roster/profile.ts';
import type { ProfileDifference, RowError } from '../../../domain/roster/types.ts';
import type { Database } from '../../../store/database.ts';
import * as store from '../../../store/roster/roster.ts';
import { chunksOf } from '../../chunks.ts';
import { type PersonReference, peopleByNumber, toReference } from '../runs/people.ts';
import type { RecordedDifference } from '../runs/run-changes.ts';
import type { NamedPeople } from '../sync/named-people.ts';

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
const MAX_MISMATCHES = 1_000;

type Found = { match: Match; holder: number; owner: number | null };

/** Remembers the first rows whose email belongs to somebody who has another external id. */
export class MismatchReview {
  readonly #found: Found[] = [];

  survey({ matches }: RosterPart): void {
    if (this.#found.length >= MAX_MISMATCHES) return;
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
      .slice(0, MAX_MISMATCHES);
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

/** Most differences that a run lists; beyond them they are only counted. */
const MAX_DIFFERENCES = 1_000;

/** Counts the people whose name or email differs from the roster, and lists the first who were left alone. */
export class ProfileReview {
  readonly #lineOf: (index: number) => number | null;
  readonly listed: RecordedDifference[] = [];
  /** How many were left alone. */
  differing = 0;
  updated = 0;

  constructor(lineOf: (index: number) => number | null = () => null) {
    this.#lineOf = lineOf;
  }

  add(differences: readonly ProfileDifference[]): void {
    for (const { number, index, fields, reason } of differences) {
      if (reason === null) {
        this.updated++;
        continue;
      }
      this.differing++;
      if (this.listed.length === MAX_DIFFERENCES) continue;
      this.listed.push({ number, index, line: this.#lineOf(index), fields, reason });
    }
  }
}

/** So many rows are enough to see what became of a column. */
const MAX_ROWS = 10_000;
const MIN_ROWS = 3;

/**
 * Finds files whose external ids lost their leading zeros, or got some. Every row would be a new person, or fail,
 * and everybody on record would be missing.
 */
export class LeadingZeros {
  /** The external ids that nobody on record has. */
  readonly #unknown: string[] = [];

  survey({ matches }: RosterPart): void {
    for (const { row, employee } of matches) {
      if (this.#unknown.length === MAX_ROWS) return;
      if (employee === null) this.#unknown.push(row.externalId);
    }
  }

  /**
   * Refuses the file if more than half of its unknown external ids, and at least three, are those of people on record
   * but for leading zeros. People whom another row names by their own external id do not count.
   *
   * @throws EngagedError `validation_failed`
   */
  refuse(db: Database, companyId: number, named: NamedPeople): void {
    const sent = new Map(
      this.#unknown
        .filter((id) => /^[0-9]{1,20}$/.test(id))
        .map((id) => [id.replace(/^0+(?=.)/, ''), id]),
    );
    if (sent.size < MIN_ROWS || sent.size * 2 <= this.#unknown.length) return;
    const lengths = db.all(store.listIdLengths, { companyId }).map(({ length }) => length);
    if (lengths.length === 0) return;
    const found = new Map<string, string>();
    for (const digits of chunksOf(sent.keys())) {
      for (const match of db.all(store.listNumericIds, { companyId, digits, lengths }))
        if (!named.has(match.number)) found.set(match.digits, match.externalId);
    }
    const [first] = found;
    if (!first || found.size < MIN_ROWS || found.size * 2 <= this.#unknown.length) return;
    const onRecord = first[1].length;
    const inFile = sent.get(first[0])?.length ?? 0;
    throw failure(inFile < onRecord ? 'ids_lost_zeros' : 'ids_gained_zeros', { onRecord, inFile });
  }
}
