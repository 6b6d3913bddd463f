import type { Context } from './context.ts';
import { safe, style } from './output.ts';
import { padToWidth, truncateToWidth, widthOf } from './text-width.ts';

/** One column: its heading, and what stands in it for a row. */
export type Column<Row> = {
  heading: string;
  value: (row: Row) => string | number | null;
  /** Numbers stand at the right. */
  align?: 'left' | 'right';
  /** Shortened last, because somebody wants to copy it: ids, hints. */
  keep?: boolean;
};

const GAP = '  ';
const NARROWEST = 4;

/**
 * A table that fits the terminal: what does not is cut short with "…", never wrapped. Piped output is
 * never cut. Values are made safe for the terminal here. Without rows it is `empty` alone.
 */
export function table<Row>(
  context: Context,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  empty: string,
): string {
  if (rows.length === 0) return empty;
  const cells = rows.map((row) => columns.map((column) => safe(String(column.value(row) ?? ''))));
  const natural = columns.map((column, at) =>
    Math.max(widthOf(column.heading), ...widest(cells, at)),
  );
  const widths = fit(natural, columns, context.stdout.isTTY ? context.stdout.columns : undefined);
  const line = (texts: readonly string[]) =>
    texts
      .map((text, at) => {
        const width = widths[at] ?? 0;
        return padToWidth(truncateToWidth(text, width), width, columns[at]?.align ?? 'left');
      })
      .join(GAP)
      .trimEnd();
  const headings = line(columns.map((column) => column.heading));
  return [style(context, context.stdout, 'bold', headings), ...cells.map(line)].join('\n');
}

// Spreading a column of a hundred thousand cells would overflow the stack.
const widest = (cells: readonly string[][], at: number): [number] => [
  cells.reduce((most, row) => Math.max(most, widthOf(row[at] ?? '')), 0),
];

/** Takes from the widest column again and again until the line fits, from kept columns only at the end. */
function fit(
  natural: readonly number[],
  columns: readonly Column<never>[],
  available: number | undefined,
): number[] {
  const widths = [...natural];
  if (available === undefined) return widths;
  let excess = widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1));
  excess -= available;
  for (const kept of [false, true]) {
    while (excess > 0) {
      let at = -1;
      widths.forEach((width, i) => {
        if (Boolean(columns[i]?.keep) === kept && width > Math.max(NARROWEST, widths[at] ?? 0))
          at = i;
      });
      if (at < 0) break;
      widths[at] = (widths[at] ?? 0) - 1;
      excess--;
    }
  }
  return widths;
}
