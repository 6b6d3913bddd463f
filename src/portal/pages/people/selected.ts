import { failure } from '../../../domain/errors.ts';
import { listHolders } from '../../../service/badges/badges.ts';
import { listNumbersBelow } from '../../../service/departments/departments.ts';
import * as badges from '../../../store/badges/badges.ts';
import * as employees from '../../../store/people/employees.ts';
import { hidden, hiddenList } from '../../forms/kinds.ts';
import type { Call } from '../../request/call.ts';
import { departmentTree } from '../departments/department-choices.ts';

/** Most ids of a selection: far more than the rows of a page. */
const MAX_IDS = 5_000;

/** Which of the active people somebody selected; null and empty is no filter. */
export type Filters = {
  /** Those who were ticked. */
  ids: readonly string[] | null;
  /** The id of a department, with those below it. */
  department: string | null;
  /** The code of a badge that they hold. */
  holders: string | null;
  search: string;
  withRole: boolean;
};

/** What the list of people sends along, besides a department. */
export const selectedFields = () => ({ q: hidden(), role: hidden(), person: hiddenList() });

/** What the list of people sent. A list of nothing but an empty id is that of somebody who ticked nobody. */
export const readSelected = (sent: { q: string; role: string; person: readonly string[] }) => ({
  ids: sent.person.length === 0 ? null : sent.person.filter((id) => id !== '').slice(0, MAX_IDS),
  ...{ search: sent.q, withRole: sent.role === 'any' },
});

/** What a form sent that was refused, or else what the address of its page asks for. */
export const sentOrAsked = ({ refusal, query }: Call): URLSearchParams =>
  refusal
    ? new URLSearchParams(
        Object.entries(refusal.chosen).flatMap(([name, all]) =>
          all.map((one): [string, string] => [name, one]),
        ),
      )
    : query;

/** Whether the list of people selected anybody, other than by department. */
export const isSelection = ({ ids, search, withRole }: ReturnType<typeof readSelected>): boolean =>
  ids !== null || search !== '' || withRole;

/** As `readSelected`, from an address. */
export const selectedIn = (query: URLSearchParams) =>
  readSelected({
    ...{ q: query.get('q') ?? '', role: query.get('role') ?? '' },
    person: query.getAll('person'),
  });

/**
 * The numbers of people who pass filters, in any order.
 *
 * @param count at most so many of them, unless they were ticked
 * @throws EngagedError `not_found`
 */
export async function findSelected(
  call: Call,
  { ids, department, holders, ...filters }: Filters,
  count: number,
): Promise<number[]> {
  const { services, company } = call;
  const { companyId } = company;
  const { db } = services;
  if (ids !== null) return db.all(employees.listNumbers, { companyId, ids }).map(numberOf);
  const isFiltered = department !== null || filters.search !== '' || filters.withRole;
  if (holders !== null && !isFiltered) {
    const query = { companyId, code: holders, before: Number.MAX_SAFE_INTEGER, count };
    return db.all(badges.listActiveHolders, query).map(numberOf);
  }
  const chosen = departmentTree(call).find(({ row }) => row.id === department)?.row;
  if (department !== null && !chosen) throw failure('department_not_found');
  const numbers = await services.ranker.search({
    ...{ companyId, ...filters, state: 'active', before: Number.MAX_SAFE_INTEGER, count },
    departments: chosen ? [...listNumbersBelow(db, companyId, chosen.number)] : null,
  });
  if (holders === null) return numbers;
  const holding = listHolders({ db, companyId }, holders, numbers);
  return numbers.filter((number) => holding.has(number));
}

const numberOf = ({ number }: { number: number }): number => number;
