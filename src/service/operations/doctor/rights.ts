import type { Database } from '../../../store/database.ts';
import { refusalOf } from '../../../store/postgres/refused-writes.ts';
import { type Finding, ok, problem } from './finding.ts';

/** Checks whether a PostgreSQL database lets this user write. */
export function checkRights(db: Database): Finding {
  const refusal = refusalOf(db);
  return refusal
    ? problem('writing', refusal.message, 'No change is possible until it takes writes again')
    : ok('writing', 'The database can be written to');
}
