import { failure, misuse } from '../domain/errors.ts';
import { cutName, toNameList } from '../domain/name-list.ts';
import { requireColumn, requireDistinct } from './header.ts';

/**
 * The columns that `--map field=Header` names; `maps` holds the texts after the flag.
 *
 * @throws UsageError for a map that cannot be followed
 */
export function mapColumns<Field extends string>(
  header: readonly string[],
  maps: readonly string[],
  fields: readonly Field[],
): { [Name in Field]?: number } {
  const columns: { [Name in Field]?: number } = {};
  for (const map of maps) {
    const [given, name] = splitAtEquals(map);
    const field = fields.find((known) => known === given);
    if (field === undefined) throw misuse('map_field_unknown', { given: cutName(given), fields });
    if (columns[field] !== undefined) throw misuse('map_field_twice', { mapped: field });
    const position = requireColumn(header, name, 'map');
    const other = fields.find((known) => columns[known] === position);
    if (other !== undefined) {
      const column = cutName(header[position]?.trim() ?? '');
      throw misuse('map_column_twice', { column, fields: [other, field] });
    }
    columns[field] = position;
  }
  return columns;
}

/**
 * The only one of the columns that could be a field; undefined where there is none.
 *
 * @throws EngagedError `validation_failed` for several, with a `--map` that chooses one
 */
export function onlyColumn(
  header: readonly string[],
  found: readonly number[],
  field: string,
): number | undefined {
  const [first] = found;
  if (first === undefined) return undefined;
  requireDistinct(header, first);
  if (found.length > 1) {
    const columns = toNameList(found.map((i) => header[i] ?? ''));
    throw failure('columns_for_one_field', {
      wanted: field,
      columns,
      example: header[first] ?? '',
    });
  }
  return first;
}

/** The headers that maps name. */
export const namesInMaps = (maps: readonly string[]): string[] =>
  maps.map((map) => splitAtEquals(map)[1]);

/** The two sides of `field=Header`; only the first `=` divides. */
function splitAtEquals(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at <= 0) throw misuse('map_form');
  return [text.slice(0, at).trim(), text.slice(at + 1)];
}
