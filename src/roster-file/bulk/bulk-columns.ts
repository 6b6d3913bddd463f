import { failure } from '../../domain/errors.ts';
import { cutName, toNameList } from '../../domain/name-list.ts';
import { requireHeaderNames } from '../header.ts';
import { findKinds, foldHeader } from '../header-names.ts';
import { mapColumns, onlyColumn } from '../map-option.ts';
import { findAwardField } from '../names/awards.ts';
import { type HeaderKind, KINDS_OF } from '../names/kinds.ts';

/** The fields that a file may have, and the texts of its `--map`. */
export type BulkFields<Field extends string> = {
  fields: readonly Field[];
  required: readonly Field[];
  maps: readonly string[];
};

/** Where in a record each field stands. A field without a column is absent. */
export type BulkColumns<Field extends string> = { [Name in Field]?: number };

/** The person, best first: a column "Employee" beside a key or an address holds their name. */
const PERSON: readonly HeaderKind[] = [...KINDS_OF.external_id, ...KINDS_OF.email];

/**
 * Finds the columns of fields in a header: those that `--map` names, then those whose names are known.
 *
 * @throws UsageError for a map that cannot be followed, and `validation_failed` for two columns that could be
 *   the same field
 */
export function findBulkColumns<Field extends string>(
  header: readonly string[],
  { fields, maps }: BulkFields<Field>,
): BulkColumns<Field> {
  // A map of a wrong name lists the header, which must not be a row.
  if (maps.length > 0) requireHeaderNames(header);
  const columns = mapColumns(header, maps, fields);
  const taken = new Set<number | undefined>(Object.values(columns));
  const positions = (test: (name: string, position: number) => boolean): number[] =>
    header.flatMap((name, i) => (!taken.has(i) && test(name, i) ? [i] : []));
  const kinds = findKinds(header);
  const isNamed = (field: Field) => (name: string) =>
    findAwardField(name) === field || foldHeader(name) === foldHeader(field);
  for (const field of fields) {
    if (columns[field] !== undefined) continue;
    const ranked =
      field === 'employee' ? PERSON.map((kind) => positions((_, i) => kinds[i] === kind)) : [];
    const found = [...ranked, positions(isNamed(field))].find(({ length }) => length > 0) ?? [];
    const position = onlyColumn(header, found, field);
    if (position !== undefined) columns[field] = position;
  }
  return columns;
}

/**
 * Makes sure that required fields have a column, and that every other column is known to be something else, such
 * as a name. Ignoring a misspelt column would change every row.
 *
 * @returns the ignored columns
 * @throws EngagedError `validation_failed`
 */
export function requireBulkColumns<Field extends string>(
  header: readonly string[],
  columns: BulkColumns<Field>,
  { fields, required }: BulkFields<Field>,
): string[] {
  const optional = fields.filter((field) => !required.includes(field));
  const rule = { required: [...required], optional };
  // Without any known name this line may be a row, and messages never repeat values.
  if (Object.keys(columns).length === 0) throw failure('list_without_columns', rule);
  requireHeaderNames(header);
  const kinds = findKinds(header);
  const used = new Set<unknown>(Object.values(columns));
  const others = header.flatMap((name, i) => (used.has(i) ? [] : [{ name: name.trim(), i }]));
  const unknown = others
    .filter(({ name, i }) => kinds[i] === undefined && findAwardField(name) === undefined)
    .map(({ name }) => name);
  const missing = required.filter((field) => columns[field] === undefined);
  const [first] = missing;
  if (first !== undefined) {
    const suggested = unknown[0] ? cutName(unknown[0]) : null;
    throw failure('list_columns_missing', { ...rule, missing, suggested });
  }
  if (unknown.length > 0) {
    throw failure('list_columns_unknown', { ...rule, columns: toNameList(unknown) });
  }
  return others.map(({ name }) => name);
}
