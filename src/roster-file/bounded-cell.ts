import { boundText, unitsBeyond } from '../domain/roster/bounded-request.ts';
import { ROSTER_FIELDS } from '../domain/roster/fields.ts';

/** A text of more code units has more characters than any field of a roster may have. */
const MAX_VALUE_LENGTH = unitsBeyond(
  Math.max(...Object.values(ROSTER_FIELDS).map(({ maxLength }) => maxLength)),
);

/**
 * A cell as a row takes it. What is longer than any field may be is cut to just above that, so that it stays an error of
 * its field and no pattern meets more.
 */
export const boundCell = (cell: string): string => boundText(cell, MAX_VALUE_LENGTH);

/** True of a cell that is cut, or as long as one. */
export const isTooLong = (cell: string): boolean => cell.length >= MAX_VALUE_LENGTH;
