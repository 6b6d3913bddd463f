import { placeholderFor } from '../../domain/sandbox-email.ts';
import { fold } from '../../domain/text.ts';
import type { Database } from '../../store/database.ts';
import * as employees from '../../store/people/employees.ts';
import type { Of } from '../../store/query.ts';
import { chunksOf } from '../chunks.ts';
import type { CompanyWrite } from '../company/company-write.ts';
import type { EmployeeReference } from '../request-fields.ts';
import { type EmployeeSearch, toSearch } from './employee-records.ts';

/** A person found by a reference, active or not. */
export type ResolvedEmployee = Of<typeof employees.resolved>;

/**
 * Finds many people by reference, as `requireEmployee` does: by id, which takes precedence, external id, or email
 * in any case.
 */
export class EmployeeLookup {
  readonly #db: Database;
  readonly #companyId: number;
  readonly #isSandbox: boolean;
  readonly #resolved = new Map<string, ResolvedEmployee | 'ambiguous' | undefined>();

  constructor({ db, companyId, mode }: Pick<CompanyWrite, 'db' | 'companyId' | 'mode'>) {
    this.#db = db;
    this.#companyId = companyId;
    this.#isSandbox = mode === 'test';
  }

  /** Looks up trimmed references. Known ones are not looked up again. */
  load(references: Iterable<string>): void {
    const unknown = [...new Set(references)].filter((reference) => !this.#resolved.has(reference));
    for (const chunk of chunksOf(unknown)) {
      const searches = chunk.map((reference) => this.#toSearch(reference));
      const matches = searchEmployees(this.#db, this.#companyId, searches);
      chunk.forEach((reference, i) => {
        this.#resolved.set(reference, pickMatch(matches[i] ?? []));
      });
    }
  }

  /** The person of a loaded reference; undefined if there is none. */
  find(reference: string): ResolvedEmployee | 'ambiguous' | undefined {
    return this.#resolved.get(reference);
  }

  #toSearch(reference: string): EmployeeSearch {
    const emailKey = fold(reference);
    const placeholderKey = this.#isSandbox ? placeholderFor(emailKey) : null;
    return { id: reference.toLowerCase(), externalId: reference, emailKey, placeholderKey };
  }
}

type Match = ResolvedEmployee & { isById: 0 | 1 };

/** For each search, everyone on record that it matches. */
function searchEmployees(
  db: Database,
  companyId: number,
  searches: readonly EmployeeSearch[],
): Match[][] {
  const matches = searches.map((): Match[] => []);
  const found = db.all(employees.listByReferences, { companyId, references: searches });
  for (const { position, ...match } of found) matches[position]?.push(match);
  return matches;
}

/** The active person of each reference in the body of a request; undefined if there is none. */
export const findActiveEmployees = (
  db: Database,
  companyId: number,
  references: readonly EmployeeReference[],
): (ResolvedEmployee | undefined)[] =>
  searchEmployees(db, companyId, references.map(toSearch)).map((matches) => {
    // An email may match two people of a sandbox: the first to have joined counts.
    const [first] = matches.toSorted((a, b) => a.number - b.number);
    return first?.deactivatedAt === null ? first : undefined;
  });

function pickMatch(matches: readonly Match[]): ResolvedEmployee | 'ambiguous' | undefined {
  const byId = matches.find(({ isById }) => isById === 1);
  if (byId) return byId;
  const [first, ...others] = matches;
  return others.some(({ number }) => number !== first?.number) ? 'ambiguous' : first;
}
