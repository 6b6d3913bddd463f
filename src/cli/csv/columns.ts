import { invalid } from '../../domain/errors.ts';
import { UsageError } from '../context.ts';
import {
  describeHeader,
  fitsMessage,
  quoteName,
  requireColumn,
  requireDistinct,
} from './header.ts';
import {
  findFieldFor,
  REQUIRED_COLUMNS,
  ROSTER_COLUMNS,
  type RosterColumn,
} from './header-names.ts';

/** Where in a record each field stands. A field without a column is absent. */
export type Columns = { [field in RosterColumn]?: number };

/**
 * Finds the roster's columns in a header: first those named by `--map field=Header` (`maps` holds the
 * texts after the flag), then those whose names are known. A column that was mapped is not matched again.
 *
 * Throws a UsageError for a map that cannot be followed, and `validation_failed` for two columns that could
 * be the same field, for a used name that two columns bear, and for required fields without a column (all
 * at once).
 */
export function findColumns(header: readonly string[], maps: readonly string[]): Columns {
  const columns = mappedColumns(header, maps);
  const taken = new Set(Object.values(columns));
  for (const field of ROSTER_COLUMNS) {
    if (columns[field] !== undefined) continue;
    const found = header.flatMap((name, i) =>
      !taken.has(i) && findFieldFor(name) === field ? [i] : [],
    );
    const [first] = found;
    if (first === undefined) continue;
    requireDistinct(header, first);
    if (found.length > 1) {
      throw invalid(
        `Several columns could be ${field}: ${describeHeader(found.map((i) => header[i] ?? ''))}. Choose one, for example --map ${mapExample(field, header[first] ?? '')}.`,
      );
    }
    columns[field] = first;
  }
  requireAll(header, columns);
  return columns;
}

function mappedColumns(header: readonly string[], maps: readonly string[]): Columns {
  const columns: Columns = {};
  for (const map of maps) {
    const [given, name] = splitAtEquals(map);
    const field = ROSTER_COLUMNS.find((known) => known === given);
    if (field === undefined) {
      throw new UsageError(
        `--map knows no field ${quoteName(given)}. The fields are ${ROSTER_COLUMNS.join(', ')}.`,
      );
    }
    if (columns[field] !== undefined)
      throw new UsageError(`--map gives ${field} twice. Give it once.`);
    const position = requireColumn(header, name, '--map');
    const other = ROSTER_COLUMNS.find((known) => columns[known] === position);
    if (other !== undefined) {
      throw new UsageError(
        `--map gives the column ${quoteName(header[position]?.trim() ?? '')} to both ${other} and ${field}. A column can be one field only.`,
      );
    }
    columns[field] = position;
  }
  return columns;
}

function requireAll(header: readonly string[], columns: Columns): void {
  const missing = REQUIRED_COLUMNS.filter((field) => columns[field] === undefined);
  const [first] = missing;
  if (first === undefined) return;
  const used = new Set(Object.values(columns));
  const free = header.find((name, i) => fitsMessage(name) && !used.has(i)) ?? 'Column name';
  throw invalid(
    `No column is known to hold ${missing.join(', ')}. The file's columns are ${describeHeader(header)}. Say which one it is, for example --map ${mapExample(first, free)}.`,
  );
}

/** As it can be typed into a shell. */
const mapExample = (field: RosterColumn, name: string): string =>
  /^[\w.-]+$/.test(name.trim()) ? `${field}=${name.trim()}` : `"${field}=${name.trim()}"`;

/** The two sides of `field=Header`; only the first `=` divides. */
function splitAtEquals(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at <= 0) throw new UsageError('--map takes the form field=Header.');
  return [text.slice(0, at).trim(), text.slice(at + 1)];
}
