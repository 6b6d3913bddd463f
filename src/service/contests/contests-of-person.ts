import { stateOf } from '../../domain/contest.ts';
import type { ContestRow } from '../../store/contests/contests.ts';
import * as contests from '../../store/contests/contests.ts';
import type { Database } from '../../store/database.ts';
import type { EmployeeRow } from '../../store/people/employees.ts';
import { listNumbersBelow } from '../departments/departments.ts';
import { departmentNumbersOf } from './contests.ts';

/** Most contests that a person is shown at once. */
const MAX_OWN = 5;

/** The contests that run and in which a person takes part. */
export function runningContestsOf(
  db: Database,
  { companyId, now }: { companyId: number; now: number },
  { departmentNumber }: Pick<EmployeeRow, 'departmentNumber'>,
): ContestRow[] {
  const takesPart = (row: ContestRow) => {
    const numbers = departmentNumbersOf(row);
    return (
      numbers.length === 0 ||
      numbers.some((one) => listNumbersBelow(db, companyId, one).has(departmentNumber ?? 0))
    );
  };
  return db
    .all(contests.listOpen, { companyId })
    .filter((row) => stateOf(row, now) === 'running' && takesPart(row))
    .slice(0, MAX_OWN);
}
