import { failure } from '../../../domain/errors.ts';
import { listHolders } from '../../../service/badges/badges.ts';
import { listNumbersBelow } from '../../../service/departments/departments.ts';
import type { GiftOrigin } from '../../../service/gifts/plan-gift.ts';
import * as badges from '../../../store/badges/badges.ts';
import * as employees from '../../../store/people/employees.ts';
import type { Call } from '../../request/call.ts';
import { departmentTree } from '../departments/department-choices.ts';
import type { UploadedList } from './lists.ts';

/** Most people to whom a page gives at once: it evaluates all of them. */
export const MAX_PEOPLE = 5_000;

/** Which of the active people are to get something; null and empty is no filter. */
export type Filters = {
  /** The id of a department, with those below it. */
  department: string | null;
  /** The code of a badge that they hold. */
  holders: string | null;
  search: string;
  withRole: boolean;
};

export type Selection = {
  origin: Exclude<GiftOrigin, 'list'>;
  subject: string | null;
  people: number[];
  list?: undefined;
  /** Whether there are more of them. */
  isTooMany: boolean;
  /** Whether whoever is signed in is one of them, and was left out. */
  isWithoutOneself: boolean;
};

/** The people of an uploaded list. */
export type ListSelection = {
  list: UploadedList;
  /** The number of whoever is signed in, who gets nothing. */
  own: number | null;
  isTooMany: false;
  isWithoutOneself: false;
};

/** @throws EngagedError `not_found` */
export function selectList(call: Call, id: string): ListSelection {
  const list = call.giftLists.find(call.company.companyId, id);
  if (!list) throw failure('upload_gone');
  return { list, own: ownNumber(call) ?? null, isTooMany: false, isWithoutOneself: false };
}

const ownNumber = ({ services, company, session }: Call): number | undefined =>
  session.employeeId === null
    ? undefined
    : services.db.one(employees.findNumber, {
        ...{ companyId: company.companyId, id: session.employeeId },
      })?.number;

/**
 * The active people who pass filters, but whoever is signed in: others decide about those.
 *
 * @throws EngagedError `not_found`
 */
export async function select(call: Call, filters: Filters): Promise<Selection> {
  const found = await find(call, filters);
  const own = ownNumber(call);
  const people = found.filter((number) => number !== own).sort((a, b) => a - b);
  return {
    ...originOf(filters),
    ...{ people: people.slice(0, MAX_PEOPLE), isTooMany: people.length > MAX_PEOPLE },
    isWithoutOneself: people.length < found.length,
  };
}

function originOf({ department, holders, search, withRole }: Filters) {
  if (search !== '' || withRole || (department !== null && holders !== null))
    return { origin: 'people', subject: null } as const;
  if (department !== null) return { origin: 'department', subject: department } as const;
  if (holders !== null) return { origin: 'badge', subject: holders } as const;
  return { origin: 'everybody', subject: null } as const;
}

/** One more than the page itself may leave out, and one more to tell that there are too many. */
const COUNT = MAX_PEOPLE + 2;

async function find(call: Call, { department, holders, ...filters }: Filters): Promise<number[]> {
  const { services, company } = call;
  const { companyId } = company;
  const isFiltered = department !== null || filters.search !== '' || filters.withRole;
  if (holders !== null && !isFiltered) {
    const query = { companyId, code: holders, before: Number.MAX_SAFE_INTEGER, count: COUNT };
    return services.db.all(badges.listActiveHolders, query).map(({ number }) => number);
  }
  const chosen = departmentTree(call).find(({ row }) => row.id === department)?.row;
  if (department !== null && !chosen) throw failure('department_not_found');
  const numbers = await services.ranker.search({
    ...{ companyId, ...filters, state: 'active', before: Number.MAX_SAFE_INTEGER, count: COUNT },
    departments: chosen ? [...listNumbersBelow(services.db, companyId, chosen.number)] : null,
  });
  if (holders === null) return numbers;
  const holding = listHolders({ db: services.db, companyId }, holders, numbers);
  return numbers.filter((number) => holding.has(number));
}
