import { foldAccents } from '../../domain/text.ts';
import type { Database } from '../../store/database.ts';
import * as store from '../../store/people/people-search.ts';

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
  const { companyId, before, count, state, departments, withRole, byNameOnly = false } = query;
  const search = foldAccents(query.search.trim());
  const people = db.each(withRole ? store.listTextsWithRole : store.listTexts, {
    ...{ companyId, before, byNameOnly: byNameOnly ? 1 : 0 },
    active: state && (state === 'active' ? 1 : 0),
    ...{ inDepartments: departments === null ? 0 : 1, departments: [...(departments ?? [])] },
  });
  const numbers: number[] = [];
  for (const { number, texts } of people) {
    const isFound = search === '' || foldAccents(texts ?? '').includes(search);
    if (isFound && numbers.push(number) === count) break;
  }
  return numbers;
}
