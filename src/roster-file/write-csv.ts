import type { Cell } from './sheet-columns.ts';

/**
 * Where a spreadsheet may take what follows for a formula (OWASP, "CSV Injection"), full-width forms included: at the
 * beginning of a cell, and after what separates cells or lines for one that takes another separator than the file has.
 */
const formulaStart = /(?<=^|[;\t\r\n])(?='*[=+\-@\t\r\n＝＋－＠])/g;
const escapedFormulaStart = /(?<=^|[;\t\r\n])'(?='*[=+\-@\t\r\n＝＋－＠])/g;

/**
 * A cell that no spreadsheet runs as a formula: what would be one gets an apostrophe in front. What has apostrophes
 * before such a character already gets one more, so that `unescapeFormula` always finds back.
 */
export const escapeFormula = (cell: string): string => cell.replace(formulaStart, "'");

/** Undoes `escapeFormula`, exactly; a cell that was never guarded and bears no such apostrophe stays as it is. */
export const unescapeFormula = (cell: string): string => cell.replace(escapedFormulaStart, '');

/**
 * One line of a delimited file by RFC 4180, with its line ending. Formulas are disarmed by `escapeFormula`
 * unless `guard` is false, which is for files that only programs read.
 */
export function toCsvLine(
  cells: readonly string[],
  { delimiter = ',', guard = true }: { delimiter?: string; guard?: boolean } = {},
): string {
  const written = cells.map((cell) => quoteCell(guard ? escapeFormula(cell) : cell, delimiter));
  // An unquoted empty cell alone would be a blank line, which readers skip.
  const line = written.length === 1 && written[0] === '' ? '""' : written.join(delimiter);
  return `${line}\r\n`;
}

/** A cell in a file for spreadsheets. Only texts are guarded: an apostrophe before a negative number would make it one. */
export const toListCell = (cell: Cell): string =>
  typeof cell === 'string' ? escapeFormula(cell) : String(cell ?? '');

/** One line of a list in such a file. */
export const toListLine = (cells: readonly Cell[]): string =>
  toCsvLine(cells.map(toListCell), { guard: false });

const quoteCell = (cell: string, delimiter: string): string =>
  /["\r\n]|^\s|\s$/.test(cell) || cell.includes(delimiter)
    ? `"${cell.replaceAll('"', '""')}"`
    : cell;
