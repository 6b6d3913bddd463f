import { escapeFormula, toCsvLine } from '../roster-file/write-csv.ts';

/**
 * A list as a CSV file for a spreadsheet: in UTF-8 with a byte order mark, without which Excel would garble
 * accents, and with every text guarded against being run as a formula. Its columns are the fields of
 * `--json`; a field within a field is a column of both names, `department_id`. Without rows it is empty.
 *
 * @param toShown changes every cell, for a terminal; a file holds exactly what is on record
 */
export function toCsvList(
  rows: readonly object[],
  toShown: (cell: string) => string = (cell) => cell,
): string {
  if (rows.length === 0) return '';
  const nested = new Set<string>();
  const columns = new Set<string>();
  const flat = rows.map((row) => {
    const cells = new Map<string, string>();
    flatten('', row, cells, nested);
    for (const column of cells.keys()) columns.add(column);
    return cells;
  });
  // A department that is null in one row is an object in another.
  const header = [...columns].filter((column) => !nested.has(column));
  const lines = flat.map((cells) =>
    toCsvLine(
      header.map((column) => toShown(cells.get(column) ?? '')),
      { guard: false },
    ),
  );
  return `\uFEFF${toCsvLine(header)}${lines.join('')}`;
}

function flatten(
  prefix: string,
  row: object,
  into: Map<string, string>,
  nested: Set<string>,
): void {
  for (const [name, value] of Object.entries(row)) {
    const column = prefix + name;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      nested.add(column);
      flatten(`${column}_`, value, into, nested);
    } else {
      into.set(column, toCell(value));
    }
  }
}

// Only texts are guarded: an apostrophe before a negative number would make it one.
function toCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return escapeFormula(value);
  if (!Array.isArray(value)) return String(value);
  const isPlain = value.every((item) => typeof item === 'string' && !/\s/.test(item));
  return escapeFormula(isPlain ? value.join(' ') : JSON.stringify(value));
}
