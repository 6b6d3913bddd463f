/** The first characters by which a spreadsheet takes a cell for a formula (OWASP, "CSV Injection"), full-width forms included. */
const formulaStart = /^'*[=+\-@\t\r\n＝＋－＠]/;
const escapedFormulaStart = /^''*[=+\-@\t\r\n＝＋－＠]/;

/**
 * A cell that no spreadsheet runs as a formula: one that would be gets an apostrophe in front. A cell that
 * has apostrophes before such a character already gets one more, so that `unescapeFormula` always finds back.
 */
export const escapeFormula = (cell: string): string =>
  formulaStart.test(cell) ? `'${cell}` : cell;

/** Undoes `escapeFormula`, exactly; a cell that was never guarded and bears no such apostrophe stays as it is. */
export const unescapeFormula = (cell: string): string =>
  escapedFormulaStart.test(cell) ? cell.slice(1) : cell;

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

const quoteCell = (cell: string, delimiter: string): string =>
  /["\r\n]|^\s|\s$/.test(cell) || cell.includes(delimiter)
    ? `"${cell.replaceAll('"', '""')}"`
    : cell;
