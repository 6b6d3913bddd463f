import { requireNoEmailDomain } from '../../../../domain/no-email.ts';
import type { Html } from '../../../../http/response/html.ts';
import type { Delimiter } from '../../../../roster-file/dialect.ts';
import type { SheetRead } from '../../../../roster-file/file-text.ts';
import { MAPPABLE, type Mappable } from '../../../../roster-file/names/kinds.ts';
import { parseFilter, splitFilter, toFilterText } from '../../../../roster-file/where.ts';
import type { UploadOptions } from '../../../../service/roster/upload/options.ts';
import type { FileColumns } from '../../../../service/roster/upload/uploaded-file.ts';
import { defineForm, type Values } from '../../../forms/form.ts';
import {
  check,
  choice,
  type Kind,
  optional,
  pick,
  picks,
  text,
  whole,
} from '../../../forms/kinds.ts';
import { Refused } from '../../../forms/refused.ts';
import type { Messages } from '../../../languages/en.ts';
import { isolated } from '../../../view/marks.ts';

/** What people call the delimiters. A browser would not send a tab as it is. */
export const DELIMITER_NAMES = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const;
const DELIMITERS = Object.keys(DELIMITER_NAMES) as Delimiter[];

const ENCODINGS = [
  ...['utf-8', 'windows-1252', 'windows-1250', 'windows-1251', 'windows-1253', 'windows-1254'],
  ...['iso-8859-2', 'iso-8859-15', 'utf-16le', 'utf-16be', 'macintosh', 'shift_jis', 'gb18030'],
  'euc-kr',
] as (keyof Messages['preview']['encodings'])[];

type MapName = `map-${Mappable}`;
const mapName = (field: Mappable): MapName => `map-${field}`;
const MAP_NAMES = MAPPABLE.map(mapName);

const ofEachMap = <V>(make: (field: Mappable) => V) =>
  Object.fromEntries(MAPPABLE.map((field) => [mapName(field), make(field)])) as Record<MapName, V>;

const MAX_SKIPPED = 1_000;

// Columns go by their place, because a browser changes line ends in texts.
const FIELDS = {
  ...ofEachMap((): Kind<string | null> => optional(pick())),
  keep: picks(),
  'where-column': optional(pick()),
  'where-is': optional(choice(['is', 'not'])),
  'where-values': optional(text({ max: 1_000 })),
  sheet: optional(pick()),
  encoding: optional(choice(ENCODINGS)),
  delimiter: optional(choice(Object.values(DELIMITER_NAMES))),
  'skip-lines': optional(whole({ min: 0, max: MAX_SKIPPED })),
  'allow-missing-email': check(),
  'no-email-domain': optional(text({ max: 180 })),
  'update-profiles': check(),
  deactivate: check(),
};

const FORMAT = ['sheet', 'encoding', 'delimiter', 'skip-lines'] as const;
/** What a sheet has no choice of. */
const OF_TEXT = ['encoding', 'delimiter'] as const;
const PEOPLE = ['no-email-domain', 'allow-missing-email', 'update-profiles', 'deactivate'] as const;
const FILTER = ['where-column', 'where-is', 'where-values'] as const;

/** How a file is to be read, and what is to be done with it. */
export const readingForm = defineForm({
  ...{ id: 'reading', fields: FIELDS, rows: [MAP_NAMES, FILTER, FORMAT] },
  groups: [MAP_NAMES, ['keep', ...FILTER], FORMAT, PEOPLE],
  texts: ({ preview, fields }) => ({
    button: preview.previewAgain,
    groups: [preview.columnOfEachField, preview.onlyRowsWhere, preview.format, preview.people],
    fields: {
      ...ofEachMap((field) => fields[field]),
      keep: preview.filters,
      'where-column': preview.column,
      'where-is': { label: preview.condition, options: preview.conditions },
      'where-values': preview.values,
      sheet: preview.sheet,
      encoding: {
        label: preview.encoding,
        options: { '': preview.detect, ...preview.encodings },
      },
      delimiter: {
        label: preview.delimiter,
        options: { '': preview.detect, ...preview.delimiters },
      },
      'skip-lines': { label: preview.linesAbove, hint: preview.linesAboveHint },
      'allow-missing-email': preview.allowMissingEmail,
      'no-email-domain': { label: preview.noEmailDomain, hint: preview.noEmailDomainHint },
      'update-profiles': preview.updateProfiles,
      deactivate: preview.deactivateMissing,
    },
  }),
});

type ReadingFields = typeof FIELDS;

/** What the form holds and offers of an upload. */
export function readingOf(
  t: Messages,
  options: UploadOptions,
  { columns, sheet }: { columns: FileColumns | null; sheet: SheetRead | null },
) {
  const names = columns?.names ?? [];
  const mapped = new Map(
    options.maps.map((map) => [map.slice(0, map.indexOf('=')), map.slice(map.indexOf('=') + 1)]),
  );
  const columnOf = (field: Mappable): string | null => {
    const at = names.indexOf(mapped.get(field) ?? '');
    return at === -1 ? null : String(at);
  };
  const columnsFrom = (none: string) => [
    ['', none] as const,
    ...names.map((name, at) => [String(at), name] as const),
  ];
  const { encoding, delimiter } = options;
  const values: Partial<Values<ReadingFields>> = {
    ...ofEachMap(columnOf),
    keep: options.wheres.map((_, at) => String(at)),
    sheet: sheet && String(sheet.all.indexOf(sheet.name)),
    encoding: ENCODINGS.find((one) => one === encoding) ?? null,
    delimiter: delimiter && DELIMITER_NAMES[delimiter],
    'skip-lines': options.skipLines,
    'allow-missing-email': options.allowMissingEmail,
    'no-email-domain': options.noEmailDomain,
    'update-profiles': options.updateProfiles,
    deactivate: options.deactivateMissing,
  };
  return {
    values,
    options: {
      ...ofEachMap(() => columnsFrom(t.preview.automatic)),
      keep: options.wheres.map((where, at) => [String(at), describeFilter(t, where)] as const),
      'where-column': columnsFrom('–'),
      sheet: (sheet?.all ?? []).map((name, at) => [String(at), name] as const),
    },
    left: [
      ...(names.length === 0 ? [...MAP_NAMES, ...FILTER] : []),
      ...(options.wheres.length === 0 ? ['keep' as const] : []),
      ...(sheet ? OF_TEXT : ['sheet' as const]),
    ],
  };
}

/** How a file is to be read, as somebody has said it. @throws Refused */
export function toOptions(
  { preview, forms }: Messages,
  given: Values<ReadingFields>,
  { wheres }: UploadOptions,
  { columns, sheet }: { columns: FileColumns | null; sheet: SheetRead | null },
): Omit<UploadOptions, 'maxDeactivations'> {
  const names = columns?.names ?? [];
  const columnAt = (place: string | null): string | undefined =>
    place !== null && /^\d{1,3}$/.test(place) ? names[Number(place)] : undefined;
  const kept = wheres.filter((_, at) => given.keep.includes(String(at)));
  const column = columnAt(given['where-column']);
  const values = (given['where-values'] ?? '').split('|');
  const filter =
    column === undefined ? undefined : toFilterText(column, values, given['where-is'] === 'not');
  if (filter === null) throw new Refused('', { 'where-values': preview.noEqualsSign });
  return {
    maps: MAPPABLE.flatMap((field) => {
      const name = columnAt(given[mapName(field)]);
      return name === undefined ? [] : `${field}=${name}`;
    }),
    expect: [],
    wheres: filter === undefined ? kept : addFilter({ preview, forms }, kept, filter),
    sheet: sheet?.all[Number(given.sheet ?? -1)] ?? null,
    encoding: given.encoding,
    delimiter: DELIMITERS.find((one) => DELIMITER_NAMES[one] === given.delimiter) ?? null,
    skipLines: given['skip-lines'],
    deactivateMissing: given.deactivate,
    allowMissingEmail: given['allow-missing-email'],
    noEmailDomain: domainOf(preview, given['no-email-domain']),
    updateProfiles: given['update-profiles'],
  };
}

/** @throws Refused */
function domainOf({ noDomain }: Messages['preview'], given: string | null): string | null {
  try {
    return given === null ? null : requireNoEmailDomain(given);
  } catch {
    throw new Refused('', { 'no-email-domain': noDomain });
  }
}

const MAX_FILTERS = 10;

/** Longer ones are for the command line. */
const MAX_FILTER = 2_000;

/** @throws Refused where there are too many, or they are too long, and for a text that is no filter */
export function addFilter(
  { preview, forms }: Pick<Messages, 'preview' | 'forms'>,
  wheres: readonly string[],
  where: string,
): string[] {
  if (!splitFilter(where)) throw new Refused(forms.problems.choice);
  if (wheres.length < MAX_FILTERS && where.length <= MAX_FILTER) return [...wheres, where];
  throw new Refused(preview.tooManyFilters({ max: MAX_FILTERS }));
}

/** A filter in words: Status is not “Terminated”; with `isOpposite`, the rows that it leaves out. */
export function describeFilter({ preview }: Messages, where: string, isOpposite = false): Html {
  const { name, isExclusion, values } = parseFilter(where);
  const list = preview.anyOf({ values: values.split('|').map((value) => value.trim()) });
  const say = isExclusion === isOpposite ? preview.filterIs : preview.filterIsNot;
  return say({ column: isolated(name), values: isolated(list) });
}
