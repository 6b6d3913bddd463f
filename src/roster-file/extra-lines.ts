import type { Columns } from './columns.ts';
import { countKnownNames } from './header-names.ts';
import { REQUIRED_COLUMNS } from './names/kinds.ts';
import { isSummary } from './summary-line.ts';

/** Why a line below the header is no row: it repeats the header, labels it, or sums the file up. */
export type ExtraLine = 'repeated_header' | 'column_labels' | 'total_line';

/** So many known names make a record directly below the header a second header. */
const ENOUGH_LABELS = 3;

/**
 * Tells the lines below a header that are no rows. A line is a summary only if it starts with a word or date for one,
 * and has nothing of a person: in a line of another length than the header that is an address behind the start, so
 * that a shifted row stays an error.
 */
export function createExtraLineTest(
  header: readonly string[],
  columns: Columns,
): (cells: readonly string[], isFirst: boolean) => ExtraLine | null {
  const names = header.map((name) => name.trim());
  const { email } = columns;
  const required = [...REQUIRED_COLUMNS, 'name' as const].flatMap((field) => columns[field] ?? []);
  const isPerson = (cells: readonly string[]) => {
    const start = cells.findIndex(isFilled);
    if (cells.length !== header.length)
      return cells.some((cell, at) => at !== start && cell.includes('@'));
    return required.some((at) => at !== start && !/^[\s\d.,]*$/.test(cells[at] ?? ''));
  };
  return (cells, isFirst) => {
    if (!isPerson(cells)) {
      return isSummary(cells.find(isFilled) ?? '') ? 'total_line' : null;
    }
    if (cells.length !== header.length) return null;
    if (names.every((name, i) => cells[i]?.trim() === name)) return 'repeated_header';
    const hasAddress = email !== undefined && cells[email]?.includes('@');
    return isFirst && !hasAddress && countKnownNames(cells) >= ENOUGH_LABELS
      ? 'column_labels'
      : null;
  };
}

const isFilled = (cell: string): boolean => cell.trim() !== '';

/** A line that was left out, and why. */
export type LeftOutLine = { line: number; reason: ExtraLine };
