import type { Board } from '../../../domain/board/board.ts';
import { DAY_MS } from '../../../domain/duration.ts';
import { isUuid } from '../../../domain/id.ts';
import { MAX_RECEIVERS } from '../../../domain/kudos.ts';
import { monthOf } from '../../../domain/period.ts';
import { EmployeeLookup, type ResolvedEmployee } from '../../../service/people/employee-lookup.ts';
import * as kudosSettings from '../../../store/kudos/kudos-settings.ts';
import type { EmployeeRow } from '../../../store/people/employees.ts';
import * as peopleSearch from '../../../store/people/people-search.ts';
import type { Call } from '../../request/call.ts';

/** Somebody who can be thanked. */
export type Candidate = {
  number: number;
  id: string;
  name: string | null;
  departmentName: string | null;
  /** Whether they take part in thanks. */
  takesPart: boolean;
};

/** Somebody who is to be thanked. */
export type Receiver = Candidate & ResolvedEmployee;

/** The active people with these ids, in this order, without whoever asks. */
export function findReceivers(call: Call, me: EmployeeRow, ids: readonly string[]): Receiver[] {
  const { services, company } = call;
  const { companyId } = company;
  const known = [...new Set(ids)].filter(isUuid).slice(0, MAX_RECEIVERS + 1);
  const lookup = new EmployeeLookup({ db: services.db, companyId, mode: 'live' });
  lookup.load(known);
  const resolved = known.flatMap((id) => {
    const found = lookup.find(id);
    const isOne = typeof found === 'object' && found.deactivatedAt === null;
    return isOne && found.number !== me.number ? [found] : [];
  });
  const people = candidatesOf(
    call,
    resolved.map(({ number }) => number),
  );
  const byNumber = new Map(people.map((one) => [one.number, one]));
  return resolved.flatMap((one) => {
    const person = byNumber.get(one.number);
    return person ? [{ ...one, ...person }] : [];
  });
}

/** The active people with these numbers, in this order. */
export function candidatesOf(
  { services, company, now }: Call,
  numbers: readonly number[],
): Candidate[] {
  const { companyId } = company;
  const parts = services.db.all(kudosSettings.listParts, { companyId, numbers });
  const observers = new Set(
    parts.filter(({ part }) => part === 'observer').map(({ employeeNumber }) => employeeNumber),
  );
  const rows = services.db.all(peopleSearch.listRows, { companyId, month: monthOf(now), numbers });
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  return numbers.flatMap((number) => {
    const row = byNumber.get(number);
    if (!row || row.deactivatedAt !== null) return [];
    const { id, name, departmentName } = row;
    return [{ number, id, name, departmentName, takesPart: !observers.has(number) }];
  });
}

/** How many people of the team are offered. */
const OFFERED = 3;

/** Three people of the department of whoever asks, other ones each day, so that nobody is offered more than others. */
export function teamOf(
  call: Call,
  { number: own, departmentNumber }: EmployeeRow,
  board: Board,
): Candidate[] {
  if (departmentNumber === null) return [];
  const size = board.departmentSize(departmentNumber);
  const day = Math.floor(call.now / DAY_MS);
  const first = size === 0 ? 0 : (day * OFFERED + own) % size;
  const pageFrom = (at: number) => board.departmentPage(departmentNumber, at, 2 * OFFERED);
  const numbers = [...pageFrom(first), ...pageFrom(0)].map(({ number }) => number);
  const others = [...new Set(numbers)].filter((number) => number !== own);
  const offered = candidatesOf(call, others).filter(({ takesPart }) => takesPart);
  // Not in the order of a ranking.
  return offered.slice(0, OFFERED).sort((a, b) => a.number - b.number);
}
