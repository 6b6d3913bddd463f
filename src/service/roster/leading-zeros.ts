import { invalid } from '../../domain/errors.ts';
import type { RosterPart } from '../../domain/roster/match-employees.ts';
import type { Database } from '../../store/database.ts';
import * as store from '../../store/roster.ts';
import { chunksOf } from '../chunks.ts';
import type { NamedPeople } from './named-people.ts';

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
    throw invalid(
      inFile < onRecord
        ? `The file's external_ids have lost their leading zeros: ${onRecord} digits on record, ${inFile} in the file. Spreadsheets remove them. Format the column as text, export the file again, and do not save it from a spreadsheet`
        : `The file's external_ids have leading zeros that those on record do not have: ${onRecord} digits on record, ${inFile} in the file. Export the column as it was exported before`,
    );
  }
}
