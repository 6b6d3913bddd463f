import { Option } from 'commander';
import { escapeFormula, toCsvLine } from '../../roster-file/write-csv.ts';
import type { Context } from '../context.ts';
import { type JsonOption, print } from './output.ts';
import { type Column, table } from './table.ts';
import { escapeControl } from './terminal.ts';

/** A list that a command prints. */
export type List<Row> = {
  /** What people read where there are no rows. */
  empty: string;
  /** The columns of the table for people. */
  columns: readonly Column<Row>[];
  /** The columns of the CSV file, which are the fields of `--json`; `department.id` is called `department_id`. */
  csv: string;
};

/** The option of a command that prints a list. */
export const csvOption = () =>
  new Option('--csv', 'print a CSV file, safe to open in a spreadsheet').conflicts('json');

/** Prints a list: as a table, with `--json` as `{"data": […]}`, with `--csv` as a CSV file. */
export function printList<Row extends object>(
  context: Context,
  options: JsonOption & { csv?: boolean },
  rows: readonly Row[],
  list: List<Row>,
): void {
  const { columns, empty, csv } = list;
  if (options.csv) {
    context.stdout.write(toCsv(rows, csv, context.stdout.isTTY ? escapeControl : undefined));
  } else {
    print(context, options, rows, () => table(context, rows, columns, empty));
  }
}

/**
 * Rows as a CSV file for a spreadsheet: in UTF-8 with a byte order mark, without which Excel would garble accents, and
 * with every text guarded against being run as a formula.
 *
 * @param fields as `List` has them
 * @param toShown changes every cell, for a terminal; a file holds exactly what is on record
 */
export function toCsv(
  rows: readonly object[],
  fields: string,
  toShown: (cell: string) => string = (cell) => cell,
): string {
  const paths = fields.split(' ').map((field) => field.split('.'));
  const header = toCsvLine(paths.map((path) => path.join('_')));
  const lines = rows.map((row) =>
    toCsvLine(
      paths.map((path) => toShown(toCell(path.reduce(fieldOf, row)))),
      { guard: false },
    ),
  );
  return `\uFEFF${header}${lines.join('')}`;
}

const fieldOf = (object: unknown, name: string): unknown =>
  (object as Readonly<Record<string, unknown>> | null)?.[name];

// Only texts are guarded: an apostrophe before a negative number would make it one.
function toCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return escapeFormula(value);
  if (typeof value !== 'object') return String(value);
  const isPlain =
    Array.isArray(value) && value.every((item) => typeof item === 'string' && !/\s/.test(item));
  return escapeFormula(isPlain ? value.join(' ') : JSON.stringify(value));
}
