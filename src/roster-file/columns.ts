import { failure, misuse } from '../domain/errors.ts';
import { toNameList } from '../domain/name-list.ts';
import { canBeFullName, findKinds, namesPartOfName } from './header-names.ts';
import { mapColumns, onlyColumn } from './map-option.ts';
import {
  type HeaderKind,
  KINDS_OF,
  MAPPABLE,
  type Mappable,
  REQUIRED_COLUMNS,
  ROSTER_COLUMNS,
  type RosterColumn,
} from './names/kinds.ts';
import type { NameColumns } from './person-name.ts';
import { suggestColumn } from './suggest-column.ts';

/** Where in a record each field stands. A field without a column is absent. */
export type Columns = { [field in RosterColumn]?: number } & NameColumns;

/** Some records of the file, to tell what a column holds. */
type Sample = readonly (readonly string[])[];

/**
 * Finds the roster's columns in a header: first those named by `--map field=Header` (`maps` holds the
 * texts after the flag), then those whose names are known. A column that was mapped is not matched again.
 * A full name is read only where no column holds a first or last name, unless it is mapped.
 *
 * @param optional required fields that may have no column all the same
 *
 * Throws a UsageError for a map that cannot be followed, and `validation_failed` for two columns that could
 * be the same field, for a used name that two columns bear, and for required fields without a column (all
 * at once).
 */
export function findColumns(
  header: readonly string[],
  maps: readonly string[],
  sample: Sample = [],
  optional: readonly RosterColumn[] = [],
): Columns {
  const columns = mappedColumns(header, maps);
  const taken = new Set<number | undefined>(Object.values(columns));
  const kinds = findKinds(header).map((kind, i) => (taken.has(i) ? undefined : kind));
  const isFullName = columns.name !== undefined;
  for (const field of ROSTER_COLUMNS) {
    if (columns[field] !== undefined || (isFullName && isNamePart(field))) continue;
    const position = findBest(header, kinds, field);
    if (position !== undefined) columns[field] = position;
  }
  const { first_name: first, last_name: last } = columns;
  const isUnclear = last !== undefined && !taken.has(last) && canBeFullName(header[last] ?? '');
  if (isUnclear && repeatsFirstName(sample, first, last)) delete columns.last_name;
  const { job_title: job } = columns;
  if (job !== undefined && kinds[job] === 'position' && !holdsJobs(sample, job)) {
    delete columns.job_title;
  }
  if (!isFullName) Object.assign(columns, refineNames(header, kinds, columns, taken, sample));
  requireAll(header, columns, sample, optional);
  return columns;
}

const isNamePart = (field: Mappable): boolean => field === 'first_name' || field === 'last_name';

/** The column of the best kind that a field has; refuses two of one kind. */
function findBest(
  header: readonly string[],
  kinds: readonly (HeaderKind | undefined)[],
  field: Mappable,
): number | undefined {
  for (const wanted of KINDS_OF[field]) {
    const position = findOne(header, kinds, wanted, field);
    if (position !== undefined) return position;
  }
  return undefined;
}

function findOne(
  header: readonly string[],
  kinds: readonly (HeaderKind | undefined)[],
  wanted: HeaderKind,
  field: Mappable,
): number | undefined {
  const found = kinds.flatMap((kind, i) => (kind === wanted ? [i] : []));
  return onlyColumn(header, found, field);
}

/** What names are made of beyond a first and a last name, where nobody mapped them. */
function refineNames(
  header: readonly string[],
  kinds: readonly (HeaderKind | undefined)[],
  columns: Columns,
  taken: ReadonlySet<number | undefined>,
  sample: Sample,
): NameColumns {
  const { first_name: first, last_name: last } = columns;
  const names: NameColumns = {};
  if (first === undefined && last === undefined) {
    const full = findBest(header, kinds, 'name');
    const isOnlyName = header.every((name, i) => i === full || !namesPartOfName(name));
    if (full !== undefined && isOnlyName && holdsNames(sample, full)) names.name = full;
    return names;
  }
  if (first !== undefined && !taken.has(first)) {
    const preferred = findOne(header, kinds, 'preferred_first_name', 'first_name');
    if (preferred !== undefined && preferred !== first) names.preferred_first_name = preferred;
  }
  if (last !== undefined && !taken.has(last)) {
    const preferred = findOne(header, kinds, 'preferred_last_name', 'last_name');
    if (preferred !== undefined && preferred !== last) names.preferred_last_name = preferred;
    const prefix = findOne(header, kinds, 'last_name_prefix', 'last_name');
    if (prefix !== undefined) names.last_name_prefix = prefix;
  }
  return names;
}

/** True where what was taken for the last name is the whole name, which `Name` often is. */
function repeatsFirstName(sample: Sample, first?: number, last?: number): boolean {
  if (first === undefined || last === undefined) return false;
  const filled = sample.filter((cells) => cells[first]?.trim() && cells[last]?.trim());
  const repeated = filled.filter((cells) => {
    const whole = cells[last]?.toLowerCase().split(/[\s,]+/) ?? [];
    const words = cells[first]?.toLowerCase().trim().split(/\s+/) ?? [];
    return whole.length > words.length && words.every((word) => whole.includes(word));
  });
  return repeated.length * 2 > filled.length;
}

const SALUTATION =
  /^(?:mr|mrs|ms|miss|mx|dr|prof|sir|herr|frau|m|mme|mlle|sr|sra|sig|dhr|mevr|pan|pani)\.?$/i;

/** False of a column of codes or salutations, which `Position` and `Title` can be. */
function holdsJobs(sample: Sample, position: number): boolean {
  const filled = sample.map((cells) => cells[position]?.trim() ?? '').filter((cell) => cell !== '');
  const others = filled.filter((cell) => /^\d+$/.test(cell) || SALUTATION.test(cell));
  return others.length * 2 <= filled.length;
}

/** False of a column of numbers, codes or addresses, whatever it is called. */
function holdsNames(sample: Sample, position: number): boolean {
  const filled = sample.map((cells) => cells[position] ?? '').filter((cell) => cell.trim() !== '');
  const names = filled.filter((cell) => /\p{L}/u.test(cell) && !isNoName(cell.trim()));
  return names.length * 2 >= filled.length;
}

/** True of an address, and of one word with a digit. */
const isNoName = (cell: string): boolean =>
  cell.includes('@') || (/\d/.test(cell) && !/\s/.test(cell));

function mappedColumns(header: readonly string[], maps: readonly string[]): Columns {
  const columns: Columns = mapColumns(header, maps, MAPPABLE);
  if (columns.name !== undefined) {
    const part = MAPPABLE.find((field) => isNamePart(field) && columns[field] !== undefined);
    if (part !== undefined) {
      throw misuse('map_name_and_part', { part });
    }
  }
  return columns;
}

function requireAll(
  header: readonly string[],
  columns: Columns,
  sample: Sample,
  optional: readonly RosterColumn[],
): void {
  const missing = REQUIRED_COLUMNS.filter(
    (field) =>
      columns[field] === undefined &&
      !(isNamePart(field) && columns.name !== undefined) &&
      !optional.includes(field),
  );
  const [first] = missing;
  if (first === undefined) return;
  const used = new Set<number | undefined>(Object.values(columns));
  const free = header.flatMap((_, i) => (used.has(i) ? [] : [i]));
  const isNameMissing = missing.some(isNamePart);
  const whole = isNameMissing
    ? free.find((i) => canBeFullName(header[i] ?? '') && holdsNames(sample, i))
    : undefined;
  const found = missing.flatMap((field) => {
    const isWhole = whole !== undefined && isNamePart(field);
    const name = isWhole ? header[whole] : suggestColumn(field, header, free, sample);
    return name === undefined ? [] : [{ field: isWhole ? ('name' as const) : field, name }];
  });
  const { field, name } = found[0] ?? { field: first, name: undefined };
  throw failure('columns_missing', {
    ...{ fields: missing, columns: toNameList(header), isNameMissing },
    suggested: { field, column: name?.trim() ?? null },
  });
}
