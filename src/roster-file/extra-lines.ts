import type { Columns } from './columns.ts';
import { countKnownNames } from './header-names.ts';
import { REQUIRED_COLUMNS } from './names/kinds.ts';

/** Why a line below the header is no row: it repeats the header, labels it, or sums the file up. */
export type ExtraLine = 'repeated_header' | 'column_labels' | 'total_line';

/** So many known names make a record directly below the header a second header. */
const ENOUGH_LABELS = 3;

const NUMBER = String.raw`[\d.,' \u00a0]*`;
const PAGES = 'page|seite|página|pagina|strona';
const OF = 'of|von|sur|de|di|van|z';
const TOTALS = `(?:grand |sub-?)?totals?|total (?:general|général|geral)|totaal|eindtotaal|totale|totali|summe|gesamt|gesamtsumme|gesamtzahl|suma|razem|ogółem|soma|somme`;
const COUNTS =
  'count|row count|record count|headcount|anzahl|aantal|conteggio|liczba|contagem|recuento';
const PEOPLE =
  'employees|workers|people|records|rows|headcount|mitarbeiter|datensätze|salariés|empleados|dipendenti|medewerkers|funcionários|colaboradores|pracowników';
const MADE =
  'generated|created|printed|exported|report (?:date|generated|run)|run (?:date|on)|as of|erstellt|gedruckt|exportiert|stand|édité|généré|imprimé|généré|generado|impreso|generato|stampato|afgedrukt|gegenereerd|gerado|emitido|wygenerowano|wydrukowano';
const TIME = String.raw`\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?:[T, ]+\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m)?)?`;

const SUMMARY = new RegExp(
  [
    String.raw`^(?:${TOTALS}|${COUNTS})(?: (?:${PEOPLE}|of (?:${PEOPLE})))?\s*[:=]?\s*${NUMBER}$`,
    String.raw`^\d+ (?:${PEOPLE})$`,
    String.raw`^(?:${PAGES}) \d+(?: ?(?:${OF}|/) ?\d+)?$`,
    String.raw`^(?:(?:${MADE})[^\d]{0,20})?${TIME}(?: .{0,10})?$`,
    String.raw`^\(?\d+ (?:row\(s\)|rows?) (?:affected|exported)\)?$`,
  ].join('|'),
  'iu',
);

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
      return SUMMARY.test(cells.find(isFilled)?.trim() ?? '') ? 'total_line' : null;
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
