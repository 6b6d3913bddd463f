import { readFileSync } from 'node:fs';
import { parse, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { pluralize } from '../../domain/number-text.ts';
import { isArchive } from '../../roster-file/decode.ts';
import type { Cell, SheetColumn } from '../../roster-file/sheet-columns.ts';
import { toCsvLine, toListCell } from '../../roster-file/write-csv.ts';
import { realPathOf } from '../../store/files/paths.ts';
import { writeWhole } from '../../store/files/temporary-file.ts';
import type { Context } from '../context.ts';
import { type JsonOption, print } from './output.ts';
import { requireOutputPlace } from './output-place.ts';
import { type Column, table } from './table.ts';
import { escapeControl } from './terminal.ts';

/** A list that a command prints. */
export type List<Row> = {
  /** What people read where there are no rows. */
  empty: string;
  /** The columns of the table for people. */
  columns: readonly Column<Row>[];
  /**
   * The columns of a file, which are the fields of `--json`; `department.id` is called `department_id`. `at:time` and
   * `first_day:day` are dates in a workbook.
   */
  csv: string;
};

/** How a list is printed. */
export type ListOptions = JsonOption & { csv?: boolean; xlsx?: string };

/** Gives a command that prints a list its options. Where a file cannot be written, the command does nothing else. */
export function addListOptions<C extends Command>(command: C, context: Context): C {
  return command
    .addOption(
      new Option('--csv', 'print a CSV file, safe to open in a spreadsheet').conflicts('json'),
    )
    .addOption(
      new Option('--xlsx <file>', 'write an Excel workbook instead').conflicts(['json', 'csv']),
    )
    .hook('preAction', () => {
      const { xlsx } = command.opts<ListOptions>();
      if (xlsx !== undefined) requireOutputPlace('--xlsx', pathOf(context, xlsx), isWorkbook);
    });
}

/** Prints a list: as a table, with `--json` as `{"data": […]}`, with `--csv` as a CSV file; with `--xlsx` into one. */
export async function printList<Row extends object>(
  context: Context,
  options: ListOptions,
  rows: readonly Row[],
  list: List<Row>,
): Promise<void> {
  const { columns, empty, csv } = list;
  if (options.xlsx !== undefined) {
    const path = pathOf(context, options.xlsx);
    // Few lists become workbooks.
    const { toXlsx } = await import('../../roster-file/write-xlsx.ts');
    const fields = fieldsOf(csv);
    const sheet = { name: parse(path).name, columns: fields };
    const cells = rows.map((row) => fields.map((field) => toCell(valueIn(row, field))));
    writeWhole(path, [await buffer(toXlsx(sheet, cells))]);
    print(context, options, { rows: rows.length, file: path }, () =>
      escapeControl(`Wrote ${pluralize(rows.length, 'row', 'rows')} to ${path}.`),
    );
  } else if (options.csv) {
    context.stdout.write(toCsv(rows, csv, context.stdout.isTTY ? escapeControl : undefined));
  } else {
    print(context, options, rows, () => table(context, rows, columns, empty));
  }
}

const pathOf = (context: Context, file: string): string => realPathOf(resolve(context.cwd, file));

const isWorkbook = (path: string): boolean => isArchive(readFileSync(path));

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
  const all = fieldsOf(fields);
  const header = toCsvLine(all.map((field) => field.header));
  const lines = rows.map((row) =>
    toCsvLine(
      all.map((field) => toShown(toListCell(toCell(valueIn(row, field))))),
      { guard: false },
    ),
  );
  return `\uFEFF${header}${lines.join('')}`;
}

type Field = SheetColumn & { path: readonly string[] };

const fieldsOf = (fields: string): Field[] =>
  fields.split(' ').map((field) => {
    const [name = '', dates] = field.split(':');
    const path = name.split('.');
    return { path, header: path.join('_'), dates: dates as SheetColumn['dates'] };
  });

const valueIn = (row: object, { path }: Field): unknown =>
  path.reduce<unknown>(
    (object, name) => (object as Readonly<Record<string, unknown>> | null)?.[name],
    row,
  );

function toCell(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  const isPlain =
    Array.isArray(value) && value.every((item) => typeof item === 'string' && !/\s/.test(item));
  return isPlain ? value.join(' ') : JSON.stringify(value);
}
