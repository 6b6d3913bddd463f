import { foldAccents } from '../domain/text.ts';
import type { Database } from '../store/database.ts';
import * as store from '../store/people-search.ts';

/** Filters of a list of people; null is no filter. */
export type PeopleQuery = {
  companyId: number;
  /** Part of a name, email or external id, ignoring case and accents. */
  search: string;
  /** True where emails and external ids do not count. */
  byNameOnly?: boolean;
  departments: readonly number[] | null;
  state: 'active' | 'deactivated' | null;
  /** True for people with a portal role or admins. */
  withRole: boolean;
  /** The number before which the list goes on. */
  before: number;
  count: number;
};

/** The numbers of the people who match, the last one to join first. Reads everybody until enough match. */
export function searchPeople(db: Database, query: PeopleQuery): number[] {
  const { companyId, before, count, state, withRole, byNameOnly } = query;
  const search = foldAccents(query.search.trim());
  const departments = query.departments && new Set(query.departments);
  const textsOf = ({ accountName, givenName, email, externalId }: store.TextsRow) =>
    byNameOnly ? [accountName ?? givenName] : [accountName, givenName, email, externalId];
  const matches = (row: store.TextsRow): boolean =>
    (state === null || (row.deactivatedAt === null) === (state === 'active')) &&
    (!withRole || row.isAdmin === 1 || row.portalRole !== null) &&
    (!departments || departments.has(row.departmentNumber ?? 0)) &&
    (search === '' ||
      textsOf(row).some((text) => text !== null && foldAccents(text).includes(search)));
  const numbers: number[] = [];
  for (const row of db.each(store.listTexts, { companyId, before })) {
    if (matches(row) && numbers.push(row.number) === count) break;
  }
  return numbers;
}
