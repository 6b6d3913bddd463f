import { EngagedError } from '../../domain/errors.ts';
import type { EmployeeLookup, ResolvedEmployee } from './employee-lookup.ts';

/** A row that was not applied. `index` is its place among the rows; the message repeats no value. */
export type RowError = { index: number; code: RowErrorCode; message: string };

type RowErrorCode =
  | 'validation_failed'
  | 'unknown_employee'
  | 'ambiguous_employee'
  | 'once_conflict'
  | 'insufficient_coins';

/** The result of a check, or its EngagedError as a row error. Any other error is rethrown. */
export function checkRow<T extends object>(index: number, check: () => T): T | RowError {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof EngagedError)) throw error;
    return { index, code: 'validation_failed', message: error.message };
  }
}

/** The person of a row, or a row error if the reference is invalid. */
export function resolveEmployee(
  people: EmployeeLookup,
  index: number,
  reference: string,
): ResolvedEmployee | RowError {
  const meant = people.find(reference);
  if (meant === undefined) {
    return { index, code: 'unknown_employee', message: 'employee does not match any person' };
  }
  if (meant !== 'ambiguous') return meant;
  return {
    index,
    code: 'ambiguous_employee',
    message: 'employee could be several people; use their id',
  };
}
