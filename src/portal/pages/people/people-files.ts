import { levelOf } from '../../../domain/level.ts';
import { monthOf } from '../../../domain/period.ts';
import { DETAIL_FIELDS, DETAIL_NAMES, DETAILS } from '../../../domain/roster/fields.ts';
import type { ListedRow } from '../../../store/people/people-search.ts';
import * as peopleSearch from '../../../store/people/people-search.ts';
import { FILE_PART, type FileColumn, inParts, listFiles, partOf } from '../list-files.ts';
import { SEES_PEOPLE, seesPeople } from '../roles.ts';
import { PEOPLE, search } from './people.ts';
import { NEWEST, readFilters } from './people-filters.ts';

const details: readonly FileColumn<ListedRow>[] = DETAIL_FIELDS.map((field) => ({
  name: (t) => t.people.details[DETAIL_NAMES[field]],
  ...(DETAILS[field].format === 'day' && { dates: 'day' }),
  value: (row) => row[field],
}));

/** The people whom the page lists, all of them. */
export const peopleFiles = listFiles<typeof PEOPLE, ListedRow>({
  path: PEOPLE,
  roles: SEES_PEOPLE,
  mayOpen: seesPeople,
  columns: [
    { name: (t) => t.people.name, value: ({ name }) => name },
    { name: (t) => t.people.email, value: ({ email }) => email },
    { name: (t) => t.people.externalId, value: ({ externalId }) => externalId },
    { name: (t) => t.people.department, value: ({ departmentName }) => departmentName },
    ...details,
    {
      name: (t) => t.people.state,
      value: ({ deactivatedAt }, { t }) =>
        deactivatedAt === null ? t.people.active : t.people.deactivated,
    },
    {
      ...{ name: (t) => t.files.joined(t.format), dates: 'day' },
      value: ({ createdAt }, { t }) => t.format.isoDay(createdAt),
    },
    { name: (t) => t.people.level, value: ({ xp }) => levelOf(xp) },
    { name: (t) => t.people.xp, value: ({ xp }) => xp },
    { name: (t) => t.files.personId, value: ({ id }) => id },
  ],
  open: (call) => {
    const { t, services, company, now } = call;
    const filters = readFilters(call);
    return {
      file: `${t.files.names.people}-${t.format.isoDay(now)}`,
      sheet: t.people.title,
      parts: inParts(NEWEST, async (before) => {
        const numbers = await search(call, filters, { before, limit: FILE_PART });
        const key = { companyId: company.companyId, month: monthOf(now), numbers };
        const rows = services.db.all(peopleSearch.listRows, key);
        return { rows, next: partOf(numbers, (last) => last).next };
      }),
    };
  },
});
