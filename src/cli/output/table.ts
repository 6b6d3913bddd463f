import type { Context } from '../context.ts';
import { style } from './output.ts';
import { escapeControl } from './terminal.ts';
import { padToWidth, truncateToWidth, widthOf } from './text-width.ts';

/** One column: its heading, and its value for a row. */
export type Column<Row> = {
  heading: string;
  value: (row: Row, context: Context) => string | number | null;
  /** Numbers are aligned right. */
  align?: 'left' | 'right';
  /** Shortened last, because it may be copied: ids, hints. */
  noTruncate?: boolean;
  /** Left out, the last one first, if the terminal is too narrow to show the others readably. */
  optional?: boolean;
};

const GAP = '  ';
const MIN_WIDTH = 4;
/** A column is not shortened below this width while optional columns are shown. */
const MIN_READABLE_WIDTH = 12;

/** A list for people, as the text of a command that prints one: a table, or without rows `empty`. */
export const tableOf =
  <Row>(empty: string, columns: readonly Column<Row>[]) =>
  (rows: readonly Row[], context: Context): string =>
    table(context, rows, columns, empty);

/**
 * A table that fits the terminal: optional columns are left out first and named below it, then what is too long is
 * cut short with "…"; nothing is ever wrapped. Piped output is complete. Values are escaped for the terminal here.
 * Without rows it is `empty` alone.
 */
export function table<Row>(
  context: Context,
  rows: readonly Row[],
  all: readonly Column<Row>[],
  empty: string,
): string {
  if (rows.length === 0) return empty;
  const available = context.stdout.isTTY ? context.stdout.columns : undefined;
  const columns = available === undefined ? all : columnsThatFit(context, rows, all, available);
  const cells = rows.map((row) =>
    columns.map((column) => escapeControl(String(column.value(row, context) ?? ''))),
  );
  const natural = columns.map((column, at) =>
    Math.max(widthOf(column.heading), ...widest(cells, at)),
  );
  const widths = fit(natural, columns, available);
  const line = (texts: readonly string[]) =>
    texts
      .map((text, at) => {
        const width = widths[at] ?? 0;
        return padToWidth(truncateToWidth(text, width), width, columns[at]?.align ?? 'left');
      })
      .join(GAP)
      .trimEnd();
  const headings = line(columns.map((column) => column.heading));
  const missing = all.filter((column) => !columns.includes(column));
  return [
    style(context, context.stdout, 'bold', headings),
    ...cells.map(line),
    ...(missing.length === 0 ? [] : [hiddenColumnsNotice(context, missing, available)]),
  ].join('\n');
}

function hiddenColumnsNotice(
  context: Context,
  missing: readonly { heading: string }[],
  available: number | undefined,
): string {
  const names = missing.map(({ heading }) => heading).join(', ');
  const text = `Hidden columns (use --json): ${names}`;
  return style(context, context.stdout, 'dim', truncateToWidth(text, available ?? text.length));
}

/** The columns that can be shown side by side at a readable width. */
function columnsThatFit<Row>(
  context: Context,
  rows: readonly Row[],
  all: readonly Column<Row>[],
  available: number,
): readonly Column<Row>[] {
  const minWidth = ({ heading, value, noTruncate }: Column<Row>): number => {
    const natural = rows.reduce(
      (max, row) => Math.max(max, widthOf(escapeControl(String(value(row, context) ?? '')))),
      widthOf(heading),
    );
    return noTruncate ? natural : Math.min(natural, MIN_READABLE_WIDTH);
  };
  const columns = all.map((column) => ({ column, min: minWidth(column) }));
  const needed = () => columns.reduce((sum, { min }) => sum + min + GAP.length, -GAP.length);
  while (needed() > available) {
    const at = columns.findLastIndex(({ column }) => column.optional);
    if (at < 0) break;
    columns.splice(at, 1);
  }
  return columns.map(({ column }) => column);
}

// Spreading a column of a hundred thousand cells would overflow the stack.
const widest = (cells: readonly string[][], at: number): [number] => [
  cells.reduce((max, row) => Math.max(max, widthOf(row[at] ?? '')), 0),
];

/** Narrows the widest column step by step until the line fits; columns that are not to be truncated come last. */
function fit(
  natural: readonly number[],
  columns: readonly Column<never>[],
  available: number | undefined,
): number[] {
  const widths = [...natural];
  if (available === undefined) return widths;
  let excess = widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1));
  excess -= available;
  for (const noTruncate of [false, true]) {
    while (excess > 0) {
      let at = -1;
      widths.forEach((width, i) => {
        if (
          Boolean(columns[i]?.noTruncate) === noTruncate &&
          width > Math.max(MIN_WIDTH, widths[at] ?? 0)
        )
          at = i;
      });
      if (at < 0) break;
      widths[at] = (widths[at] ?? 0) - 1;
      excess--;
    }
  }
  return widths;
}
