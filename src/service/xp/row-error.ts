import { EngagedError } from '../../domain/errors.ts';
import type { EmployeeLookup, ResolvedEmployee } from '../people/employee-lookup.ts';

/** A row that was not applied. `index` is its place among the rows; the message repeats no value. */
export type RowError = { index: number; code: RowErrorCode; message: string };

export type RowErrorCode =
  | 'validation_failed'
  | 'unknown_employee'
  | 'ambiguous_employee'
  | 'once_conflict'
  | 'insufficient_coins';

/** The result of a check, or its EngagedError as a row error. Any other error is rethrown. */
function checkRow<T extends object>(index: number, check: () => T): T | RowError {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof EngagedError)) throw error;
    return { index, code: 'validation_failed', message: error.message };
  }
}

/** Reads rows and finds the person of each. Every row is in one of the two lists, in the order of the rows. */
export function resolveRows<Text, Row extends { employee: string }>(
  people: EmployeeLookup,
  rows: readonly Text[],
  read: (row: Text) => Row,
) {
  const readings = rows.map((row, index) => checkRow(index, () => ({ ...read(row), index })));
  people.load(readings.flatMap((row) => ('code' in row ? [] : [row.employee])));
  const resolved: (Row & { index: number; person: ResolvedEmployee })[] = [];
  const errors: RowError[] = [];
  for (const row of readings) {
    const person = 'code' in row ? row : resolveEmployee(people, row.index, row.employee);
    if ('code' in person) errors.push(person);
    else if (!('code' in row)) resolved.push({ ...row, person });
  }
  return { resolved, errors };
}

function resolveEmployee(
  people: EmployeeLookup,
  index: number,
  reference: string,
): ResolvedEmployee | RowError {
  const found = people.find(reference);
  if (found === undefined) {
    return { index, code: 'unknown_employee', message: 'employee does not match any person' };
  }
  if (found !== 'ambiguous') return found;
  return {
    index,
    code: 'ambiguous_employee',
    message: 'employee could be several people; use their id',
  };
}
