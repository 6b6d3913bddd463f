import type { Database } from '../../../store/database.ts';
import * as store from '../../../store/roster/roster.ts';
import { chunksOf } from '../../chunks.ts';
import { toRanges } from './run-changes.ts';

/** A person as the command line prints them. */
export type PersonReference = {
  employee_id: string;
  external_id: string | null;
  name: string | null;
  /** Null if the person was erased. */
  email: string | null;
};

export const toReference = ({ id, externalId, name, email }: store.PersonRow): PersonReference => ({
  employee_id: id,
  external_id: externalId,
  name,
  email,
});

/** The people with these numbers, in ascending order; numbers may repeat. */
export function peopleByNumber(
  db: Database,
  companyId: number,
  numbers: Iterable<number>,
): Map<number, store.PersonRow> {
  const people = new Map<number, store.PersonRow>();
  for (const runs of chunksOf(toRanges([...new Set(numbers)]))) {
    const ranges = runs.map(([first, last]) => ({ first, last }));
    for (const person of db.each(store.listPeople, { companyId, ranges }))
      people.set(person.number, person);
  }
  return people;
}
