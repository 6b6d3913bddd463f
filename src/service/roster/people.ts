import type { Database } from '../../store/database.ts';
import * as store from '../../store/roster.ts';
import { chunksOf } from '../chunks.ts';
import { toRanges } from './run-changes.ts';

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
