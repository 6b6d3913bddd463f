import { failure } from '../../../domain/errors.ts';
import { type GiftOrigin, MAX_LINES } from '../../../service/gifts/plan-gift.ts';
import * as employees from '../../../store/people/employees.ts';
import type { Call } from '../../request/call.ts';
import { type Filters, findSelected } from '../people/selected.ts';
import type { UploadedList } from './lists.ts';

export type Selection = {
  origin: Exclude<GiftOrigin, 'list'>;
  subject: string | null;
  people: number[];
  list?: undefined;
  /** Whether whoever is signed in is one of them, and was left out. */
  isWithoutOneself: boolean;
};

/** The people of an uploaded list. */
export type ListSelection = {
  list: UploadedList;
  /** The number of whoever is signed in, who gets nothing. */
  own: number | null;
  isWithoutOneself: false;
};

/** @throws EngagedError `not_found` */
export function selectList(call: Call, id: string): ListSelection {
  const list = call.giftLists.find(call.company.companyId, id);
  if (!list) throw failure('upload_gone');
  return { list, own: ownNumber(call) ?? null, isWithoutOneself: false };
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
  // One more may be left out, and one more is too many, which its plan refuses.
  const found = await findSelected(call, filters, MAX_LINES + 2);
  const own = ownNumber(call);
  const people = found.filter((number) => number !== own).sort((a, b) => a - b);
  return { ...originOf(filters), people, isWithoutOneself: people.length < found.length };
}

function originOf({ ids, department, holders, search, withRole }: Filters) {
  if (ids !== null || search !== '' || withRole || (department !== null && holders !== null))
    return { origin: 'people', subject: null } as const;
  if (department !== null) return { origin: 'department', subject: department } as const;
  if (holders !== null) return { origin: 'badge', subject: holders } as const;
  return { origin: 'everybody', subject: null } as const;
}
