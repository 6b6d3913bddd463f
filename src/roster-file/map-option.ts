import { invalid, UsageError } from '../domain/errors.ts';
import { describeHeader, quoteName, requireColumn, requireDistinct } from './header.ts';
import { COMMAND_LINE_WORDS, capital, type Words } from './words.ts';

/**
 * The columns that `--map field=Header` names; `maps` holds the texts after the flag.
 *
 * @throws UsageError for a map that cannot be followed
 */
export function mapColumns<Field extends string>(
  header: readonly string[],
  maps: readonly string[],
  fields: readonly Field[],
  words: Words = COMMAND_LINE_WORDS,
): { [Name in Field]?: number } {
  const columns: { [Name in Field]?: number } = {};
  for (const map of maps) {
    const [given, name] = splitAtEquals(map);
    const field = fields.find((known) => known === given);
    if (field === undefined) {
      throw new UsageError(
        `--map knows no field ${quoteName(given)}. The fields are ${fields.join(', ')}.`,
      );
    }
    if (columns[field] !== undefined)
      throw new UsageError(
        `${capital(words.map)} gives ${words.field(field)} twice. Give it once.`,
      );
    const position = requireColumn(header, name, words.map);
    const other = fields.find((known) => columns[known] === position);
    if (other !== undefined) {
      throw new UsageError(
        `${capital(words.map)} gives the column ${quoteName(header[position]?.trim() ?? '')} to both ${words.field(other)} and ${words.field(field)}. A column can be one field only.`,
      );
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
  words: Words = COMMAND_LINE_WORDS,
): number | undefined {
  const [first] = found;
  if (first === undefined) return undefined;
  requireDistinct(header, first);
  if (found.length > 1) {
    throw invalid(
      `Several columns could be ${words.field(field)}: ${describeHeader(found.map((i) => header[i] ?? ''))}. ${words.chooseColumn(field, header[first])}`,
    );
  }
  return first;
}

/** The headers that maps name. */
export const namesInMaps = (maps: readonly string[]): string[] =>
  maps.map((map) => splitAtEquals(map)[1]);

/** The two sides of `field=Header`; only the first `=` divides. */
function splitAtEquals(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at <= 0) throw new UsageError('--map takes the form field=Header.');
  return [text.slice(0, at).trim(), text.slice(at + 1)];
}
