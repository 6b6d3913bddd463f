import { of } from './failure-entry.ts';
import { describeNames, type NameList } from './name-list.ts';
import { formatNumber, pluralize } from './number-text.ts';
import { shellWord } from './shell-word.ts';

/** What names a column: the choice of columns, or a filter of rows. */
export type NamedBy = 'map' | 'where';

/** Where a file has something: a line, and the byte if it is known. */
export type PlaceInFile = { line: number; byte?: { value: string; offset: number } };

/** What is wrong with a record that cannot be divided into cells. */
const RECORD_FAULTS = {
  many_cells: 'has more than 2,000 cells. Check the delimiter and the quotation marks.',
  long_cell:
    'has a cell of more than 100,000 characters. Check the delimiter, the line ends and the quotation marks.',
  long_record:
    'has more than 1,000,000 characters. Check the delimiter, the line ends and the quotation marks.',
  unclosed_quote:
    'opens a quotation mark that is never closed. Close it, or write it twice if it belongs to the text.',
  stray_quote:
    'has a quotation mark in the middle of a cell. Put the whole cell in quotation marks and write the one inside twice.',
} as const;
export type RecordFault = keyof typeof RECORD_FAULTS;

/** What is wrong with a profile, which says how rosters are read. */
const PROFILE_FAULTS = {
  no_json: () => 'is not valid JSON in UTF-8.',
  no_object: () => 'must hold one JSON object.',
  unknown_field: ({ field, known }: ProfileField) =>
    `has an unknown field ${quoted(field)}. The fields are ${known.join(', ')}.`,
  unknown_map: ({ field, known }: ProfileField) =>
    `maps an unknown field ${quoted(field)}. The fields are ${known.join(', ')}.`,
  no_map: () => 'has a map that is not an object of fields and headers.',
  no_texts: ({ field }: ProfileField) => `has a ${field} that is not a list of texts.`,
  no_text: ({ field }: ProfileField) => `has a ${field} that is not a text.`,
  no_flag: ({ field }: ProfileField) => `has a ${field} that is not true or false.`,
  no_delimiter: () => 'has a delimiter that is not a comma, a semicolon, | or tab.',
  no_encoding: () => 'has an encoding that is not known.',
  no_number: ({ field }: ProfileField) => `has a ${field} that is not a whole number from 0.`,
  no_domain: ({ field }: ProfileField) =>
    `has a ${field} that is no domain such as people.example.com.`,
};
export type ProfileFault = keyof typeof PROFILE_FAULTS;
/** The field, where a fault is about one, and those that there are. */
type ProfileField = { field: string; known: readonly string[] };

/** How often a value stands in a column. */
type ValueRows = { value: string; rows: number };

const invalid = of('validation_failed');

const quoted = (name: string): string => `"${name}"`;

const placeText = ({ line, byte }: PlaceInFile): string =>
  byte === undefined
    ? `line ${line}`
    : `line ${line} (byte 0x${byte.value} at offset ${byte.offset})`;

/** Stands in a hint where no column of the file is plausible. */
const PLACEHOLDER = 'Column name';

/** A choice of a column, as it is written after `--map`. */
export const mapExample = (field: string, name: string): string =>
  shellWord(`${field}=${name.trim()}`);

/** The columns of a list of awards or people. */
type ListColumns = { required: readonly string[]; optional: readonly string[] };

const columnsText = ({ required, optional }: ListColumns): string =>
  `The first line must name the columns: ${required.join(', ')}, and where wanted ${optional.join(', ')}`;

/** What makes a file unusable as a whole, or a choice about its reading impossible; in English for the command line. */
export const FILE_FAILURES = {
  profile_unreadable: invalid(
    ({ profile, fault, ...field }: ProfileField & { profile: string; fault: ProfileFault }) =>
      `The profile ${profile} ${PROFILE_FAULTS[fault](field)}`,
  ),
  file_empty: invalid('The file is empty. Its first line must hold the column names.'),
  file_without_rows: invalid('The file has column names but no rows.'),
  file_without_header: invalid(
    'The first line does not look like column names. Put a header line on top, for example external_id,email,first_name,last_name.',
  ),
  file_without_emails: invalid('No row of the file has an email.'),
  file_of_rejects: invalid('This is a file of failed rows and does not list everybody.'),
  workbook_old: invalid(
    'The file is an Excel workbook of the old form, or has a password. Save it as .xlsx without a password, or as "CSV UTF-8", and import that file.',
  ),
  workbook_of_other_kind: invalid(
    'The file is an archive and no Excel workbook. Save the table as .xlsx or as "CSV UTF-8" and import that file.',
  ),
  workbook_damaged: invalid(
    'The workbook is damaged. Open it in Excel, save it again and import that file.',
  ),
  workbook_too_large: invalid(
    'The workbook is too large: a sheet can have 500,000 rows, and a workbook 512 MB when it is unpacked. Save the sheet as "CSV UTF-8" and import that file.',
  ),
  workbook_too_wide: invalid(
    ({ row, max }: { row: number; max: number }) =>
      `Row ${row} of the sheet has something beyond its first ${formatNumber(max)} columns. Delete it there.`,
  ),
  sheet_unknown: invalid(
    ({ sheets }: { sheets: NameList }) =>
      `--sheet names a sheet that the workbook does not have. Its sheets are ${describeNames(sheets)}.`,
  ),
  sheet_of_text: invalid('--sheet is for Excel workbooks. This file is a text file.'),
  file_no_text: invalid(
    'The file is UTF-32 or no text at all. Save it as "CSV UTF-8" and import that file.',
  ),
  file_lost_characters: invalid(
    ({ place }: { place: PlaceInFile }) =>
      `Characters of the file were lost before it came here: see ${placeText(place)}, where U+FFFD stands in for one. Export it again, or correct it there.`,
  ),
  file_other_encoding: invalid(
    ({ encoding, place }: { encoding: string; place: PlaceInFile }) =>
      `The file is not ${encoding} throughout: see ${placeText(place)}. Save it as UTF-8 and try again.`,
  ),
  file_broken_characters: invalid(
    ({ place }: { place: PlaceInFile }) =>
      `The file is UTF-8 with broken characters: see ${placeText(place)}. Export it again, or correct it there. If it is in another encoding, name that, for example --encoding windows-1252.`,
  ),
  file_unknown_encoding: invalid(
    ({ place }: { place: PlaceInFile | null }) =>
      `The file is neither UTF-8 nor Windows-1252: ${place === null ? 'it holds bytes of zero' : `see ${placeText(place)}`}. Save it as UTF-8, or name its encoding with --encoding.`,
  ),
  file_too_long: invalid(
    ({ megabytes }: { megabytes: number }) =>
      `The file is too large to be read at once (the limit is about ${megabytes} MB). Split it into several files.`,
  ),
  file_too_many_rows: invalid(
    ({ max, line }: { max: number; line: number }) =>
      `The file has more than ${formatNumber(max)} rows: see line ${line}. Check the delimiter and the line ends, or split it into several files.`,
  ),
  file_separator_unknown: invalid(
    'The sep= line names a delimiter that is not supported. Use a comma, a semicolon, a tab or |.',
  ),
  file_record_unreadable: invalid(
    ({ line, fault }: { line: number; fault: RecordFault }) =>
      `The record that starts on line ${line} ${RECORD_FAULTS[fault]}`,
  ),
  file_records_uneven: invalid(
    ({
      width,
      first,
      more,
    }: {
      width: number;
      first: readonly { line: number; cells: number }[];
      more: number;
    }) =>
      `The header has ${width} cells, but ${first.map(({ line, cells }) => `line ${line} has ${cells}`).join(', ')}${more > 0 ? `, and ${more} more lines` : ''}. Put cells that contain the delimiter in quotation marks, or name the delimiter with --delimiter.`,
  ),

  list_empty: invalid('The file has no rows.'),
  list_too_long: invalid(
    ({ limit }: { limit: number }) =>
      `The file has more than ${formatNumber(limit)} rows. Split it into several files.`,
  ),
  list_json_array: invalid('The file is a JSON array. Put one object on each line instead.'),
  list_lines_no_objects: invalid(
    ({ fields, lines, more }: { fields: string; lines: readonly number[]; more: number }) =>
      `Each line must be one JSON object with texts and numbers under ${fields} and no other names. These are not: line ${lines.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
  ),
  list_without_columns: invalid((rule: ListColumns) => `${columnsText(rule)}.`),
  list_columns_missing: invalid(
    ({
      missing,
      suggested,
      ...rule
    }: ListColumns & { missing: readonly string[]; suggested: string | null }) =>
      `${columnsText(rule)}. It lacks ${missing.join(', ')}. Say which column it is, for example --map ${mapExample(missing[0] ?? '', suggested ?? PLACEHOLDER)}.`,
  ),
  list_columns_unknown: invalid(
    ({ columns, ...rule }: ListColumns & { columns: NameList }) =>
      `${columnsText(rule)}. Rename or remove ${describeNames(columns)}, or say what it is with --map.`,
  ),
  map_of_json: invalid('--map is for files with a header. In NDJSON, name the fields themselves.'),

  columns_of_one_name: invalid(
    ({ name, places, more }: { name: string; places: readonly number[]; more: number }) =>
      `The columns ${places.join(' and ')}${more > 0 ? ` and ${more} more` : ''} are ${places.length + more > 2 ? 'all' : 'both'} named ${quoted(name)}. Rename all but one of them in the file.`,
  ),
  columns_for_one_field: invalid(
    ({ wanted, columns, example }: { wanted: string; columns: NameList; example: string }) =>
      `Several columns could be ${wanted}: ${describeNames(columns)}. Choose one, for example --map ${mapExample(wanted, example)}.`,
  ),
  columns_missing: invalid(
    ({
      fields,
      columns,
      suggested,
      isNameMissing,
    }: {
      fields: readonly string[];
      columns: NameList;
      suggested: { field: string; column: string | null };
      isNameMissing: boolean;
    }) =>
      `No column is known to hold ${fields.join(', ')}. The file's columns are ${describeNames(columns)}. Say which one it is, for example --map ${mapExample(suggested.field, suggested.column ?? PLACEHOLDER)}.${isNameMissing ? ' --map name=… takes a column that holds the full name.' : ''}`,
  ),
  column_unknown: invalid(
    ({ by, column, columns }: { by: NamedBy; column: string; columns: NameList }) =>
      `--${by} names the column ${quoted(column)}, which the file does not have. Its columns are ${describeNames(columns)}.`,
  ),
  column_not_exact: invalid(
    ({ by, column, columns }: { by: NamedBy; column: string; columns: NameList }) =>
      `--${by} names the column ${quoted(column)}, which could be ${describeNames(columns)}. Write the name exactly as in the file.`,
  ),

  map_form: invalid('--map takes the form field=Header.'),
  map_field_unknown: invalid(
    ({ given, fields }: { given: string; fields: readonly string[] }) =>
      `--map knows no field ${quoted(given)}. The fields are ${fields.join(', ')}.`,
  ),
  map_field_twice: invalid(
    ({ mapped }: { mapped: string }) => `--map gives ${mapped} twice. Give it once.`,
  ),
  map_column_twice: invalid(
    ({ column, fields }: { column: string; fields: readonly [string, string] }) =>
      `--map gives the column ${quoted(column)} to both ${fields[0]} and ${fields[1]}. A column can be one field only.`,
  ),
  map_name_and_part: invalid(
    ({ part }: { part: string }) =>
      `--map gives both name and ${part}. Map the full name or its parts, not both.`,
  ),

  where_form: invalid('--where takes the form Header=Value or Header!=Value.'),
  where_passes_none: invalid(
    ({
      column,
      values,
      more,
      isMoreAtLeast,
      hasMarks,
    }: {
      column: string;
      /** The most frequent first; '' is nothing. */
      values: readonly ValueRows[];
      more: number;
      isMoreAtLeast: boolean;
      /** Whether its text has marks that divide no values. */
      hasMarks: boolean;
    }) => {
      const named = values.map(
        ({ value, rows }) =>
          `${value === '' ? 'nothing' : quoted(value)} (${pluralize(rows, 'row', 'rows')})`,
      );
      const others = `${isMoreAtLeast ? 'at least ' : ''}${pluralize(more, 'other value', 'other values')}`;
      return `No row passes --where on ${quoted(column)}. That column holds ${named.join(', ')}${more > 0 ? ` and ${others}` : ''}.${hasMarks ? ' Separate several values with "|".' : ''}`;
    },
  ),
  wheres_pass_none: invalid(
    ({ each, rows }: { each: readonly { column: string; rows: number }[]; rows: number }) =>
      `No row passes every --where, only each of them by itself: ${each.map((one) => `${quoted(one.column)} by ${formatNumber(one.rows)}`).join(', ')} of ${pluralize(rows, 'row', 'rows')}.`,
  ),

  ids_lost_zeros: invalid(
    ({ onRecord, inFile }: { onRecord: number; inFile: number }) =>
      `The file's external_ids have lost their leading zeros: ${onRecord} digits on record, ${inFile} in the file. Spreadsheets remove them. Format the column as text, export the file again, and do not save it from a spreadsheet`,
  ),
  ids_gained_zeros: invalid(
    ({ onRecord, inFile }: { onRecord: number; inFile: number }) =>
      `The file's external_ids have leading zeros that those on record do not have: ${onRecord} digits on record, ${inFile} in the file. Export the column as it was exported before`,
  ),
};
