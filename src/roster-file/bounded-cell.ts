import { ROSTER_FIELDS } from '../domain/roster/fields.ts';

/** A text of more code units has more characters than any field of a roster may have. */
const MAX_VALUE_LENGTH =
  2 * Math.max(...Object.values(ROSTER_FIELDS).map(({ maxLength }) => maxLength)) + 2;

/**
 * A cell as a row takes it. What is longer than any field may be is cut to just above that, without the white space
 * around it, so that it stays an error of its field and no pattern meets more.
 */
export function boundCell(cell: string): string {
  if (cell.length <= MAX_VALUE_LENGTH) return cell;
  return cell.trim().slice(0, MAX_VALUE_LENGTH);
}

/** True of a cell that is cut, or as long as one. */
export const isTooLong = (cell: string): boolean => cell.length >= MAX_VALUE_LENGTH;
