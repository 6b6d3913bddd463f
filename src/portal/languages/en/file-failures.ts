import type { ParamsOf } from '../../../domain/failures.ts';
import type { FILE_FAILURES, PlaceInFile } from '../../../domain/file-failures.ts';
import type { NameList } from '../../../domain/name-list.ts';
import type { Text } from '../tools.ts';
import { fields } from './fields.ts';
import { listFields } from './given.ts';
import { format, number, plural, rows } from './words.ts';

type FileFailureTexts = {
  [C in keyof typeof FILE_FAILURES]: Text<ParamsOf<C>>;
};

/** A record that cannot be read, by the line on which it starts. */
const RECORDS: Record<ParamsOf<'file_record_unreadable'>['fault'], (line: string) => string> = {
  many_cells: (line) =>
    `The record that starts on line ${line} has more than 2,000 cells. Check the delimiter and the quotation marks.`,
  long_cell: (line) =>
    `The record that starts on line ${line} has a cell of more than 100,000 characters. Check the delimiter, the line ends and the quotation marks.`,
  long_record: (line) =>
    `The record that starts on line ${line} has more than 1,000,000 characters. Check the delimiter, the line ends and the quotation marks.`,
  unclosed_quote: (line) =>
    `The record that starts on line ${line} opens a quotation mark that is never closed. Close it, or write it twice if it belongs to the text.`,
  stray_quote: (line) =>
    `The record that starts on line ${line} has a quotation mark in the middle of a cell. Put the whole cell in quotation marks and write the one inside twice.`,
};

const quoted = (name: string): string => `“${name}”`;

const listed = (columns: readonly string[]): string =>
  format.allOf(
    columns.map((column) => (listFields as Readonly<Record<string, string>>)[column] ?? column),
  );

const labelOf = (field: string): string =>
  (fields as Readonly<Record<string, string>>)[field] ?? field;

const named = ({ names, more }: NameList): string => {
  const all = names.map(quoted);
  if (more > 0) all.push(`${number(more)} more`);
  return all.length === 0 ? 'none' : format.allOf(all);
};

const where = ({ line, byte }: PlaceInFile): string =>
  byte === undefined
    ? `line ${number(line)}`
    : `line ${number(line)}, byte 0x${byte.value} at offset ${number(byte.offset)}`;

/** What the portal says, in English, about files that cannot be used as they are. */
export const fileFailures: FileFailureTexts = {
  file_empty: 'The file is empty. Its first line must hold the column names.',
  file_without_rows: 'The file has column names but no rows.',
  file_without_header:
    'The first line does not look like column names. Put a line of column names on top.',
  file_without_emails: 'No row of the file has an email.',
  file_of_rejects: 'This is a file of failed rows and does not list everybody.',
  workbook_old:
    'The file is an Excel workbook of the old form, or has a password. Save it as .xlsx without a password and upload that file.',
  workbook_of_other_kind:
    'The file is an archive and no Excel workbook. Save the table as .xlsx and upload that file.',
  workbook_damaged:
    'The workbook is damaged. Open it in Excel, save it again and upload that file.',
  workbook_too_large:
    'The workbook is too large: a sheet can have 500,000 rows, and a workbook 512 MB when it is unpacked. Save the sheet as “CSV UTF-8” and upload that file.',
  workbook_too_wide: ({ row, max }) =>
    `Row ${number(row)} of the sheet has something beyond its first ${number(max)} columns. Delete it there and upload the file again.`,
  sheet_unknown: ({ sheets }) =>
    `The workbook has no sheet of that name. Its sheets are ${named(sheets)}.`,
  sheet_of_text: 'Only a workbook has sheets. This file is a text file.',
  list_empty: 'The file has no rows.',
  list_too_long: ({ limit }) =>
    `The file has more than ${number(limit)} rows. Split it into several files.`,
  list_json_array: 'The file is a JSON array. Put one object on each line instead.',
  list_lines_no_objects: ({ lines }) =>
    `Each line must be one JSON object with the names of columns. Line ${number(lines[0] ?? 1)} is none.`,
  list_without_columns: ({ required, optional }) =>
    `The first line must name the columns: ${listed(required)}, and where wanted ${listed(optional)}.`,
  profile_unreadable: ({ profile }) =>
    `The profile ${quoted(profile)} cannot be read. Choose another one.`,
  list_columns_missing: ({ missing }) =>
    `No column has a name that is known for: ${listed(missing)}. Name it so in the first line.`,
  list_columns_unknown: ({ columns }) =>
    `These columns are not known: ${named(columns)}. Rename or remove them.`,
  map_of_json: 'Columns are chosen in files with a line of column names.',
  file_no_text:
    'The file is UTF-32 or no text at all. Save it as “CSV UTF-8” and upload that file.',
  file_lost_characters: ({ place }) =>
    `Characters of the file were lost before it came here: see ${where(place)}, where U+FFFD stands in for one. Export it again, or correct it there.`,
  file_other_encoding: ({ encoding, place }) =>
    `The file is not ${encoding} throughout: see ${where(place)}. Save it as UTF-8 and try again.`,
  file_broken_characters: ({ place }) =>
    `The file is UTF-8 with broken characters: see ${where(place)}. Export it again, or correct it there. If it is in another encoding, choose that below.`,
  file_unknown_encoding: ({ place }) =>
    place === null
      ? 'The file is neither UTF-8 nor Windows-1252: it holds bytes of zero. Save it as UTF-8, or choose its encoding below.'
      : `The file is neither UTF-8 nor Windows-1252: see ${where(place)}. Save it as UTF-8, or choose its encoding below.`,
  file_too_long: ({ megabytes }) =>
    `The file is too large to be read at once: the limit is about ${number(megabytes)} MB. Split it into several files.`,
  file_too_many_rows: ({ max, line }) =>
    `The file has more than ${rows(max)}: see line ${number(line)}. Check the delimiter and the line ends, or split it into several files.`,
  file_separator_unknown:
    'The sep= line names a delimiter that is not supported. Use a comma, a semicolon, a tab or |.',
  file_record_unreadable: ({ line, fault }) => RECORDS[fault](number(line)),
  file_records_uneven: ({ width, first, more }) =>
    `The header has ${number(width)} cells, but ${first.map(({ line, cells }) => `line ${number(line)} has ${number(cells)}`).join(', ')}${more > 0 ? `, and ${number(more)} more lines` : ''}. Put cells that contain the delimiter in quotation marks, or choose the delimiter below.`,

  columns_of_one_name: ({ name, places, more }) =>
    `The columns ${format.allOf([...places.map(number), ...(more > 0 ? [`${number(more)} more`] : [])])} have the same name ${quoted(name)}. Rename all but one of them in the file.`,
  columns_for_one_field: ({ wanted, columns }) =>
    `Several columns could be ${labelOf(wanted)}: ${named(columns)}. Choose one of them below.`,
  columns_missing: ({ fields: missing, columns, suggested: { field, column }, isNameMissing }) =>
    [
      `No column is known to hold ${format.allOf(missing.map(labelOf))}.`,
      `The file’s columns are ${named(columns)}.`,
      column === null
        ? 'Choose it below.'
        : `Choose it below; ${quoted(column)} may be ${labelOf(field)}.`,
      ...(isNameMissing ? ['One column of full names is enough for first and last name.'] : []),
    ].join(' '),
  column_unknown: ({ by, column, columns }) =>
    by === 'map'
      ? `The choice of columns names the column ${quoted(column)}, which the file does not have. Its columns are ${named(columns)}.`
      : `The filter names the column ${quoted(column)}, which the file does not have. Its columns are ${named(columns)}.`,
  column_not_exact: ({ by, column, columns }) =>
    by === 'map'
      ? `The choice of columns names the column ${quoted(column)}, which could be ${named(columns)}. Write the name exactly as in the file.`
      : `The filter names the column ${quoted(column)}, which could be ${named(columns)}. Write the name exactly as in the file.`,

  map_form: 'A column must be chosen for a field.',
  map_field_unknown: ({ given }) => `There is no field ${quoted(given)}.`,
  map_field_twice: ({ mapped }) =>
    `The choice of columns gives ${labelOf(mapped)} twice. Give it once.`,
  map_column_twice: ({ column, fields: [one, other] }) =>
    `The choice of columns gives the column ${quoted(column)} to both ${labelOf(one)} and ${labelOf(other)}. A column can be one field only.`,
  map_name_and_part: ({ part }) =>
    `The choice of columns gives both ${fields.name} and ${labelOf(part)}. Choose the full name or its parts, not both.`,

  where_form: 'A filter must name a column and its values.',
  where_passes_none: ({ column, values, more, isMoreAtLeast, hasMarks }) => {
    const listed = values.map(
      ({ value, rows: count }) => `${value === '' ? 'nothing' : quoted(value)} (${rows(count)})`,
    );
    const others = plural(more, {
      one: `${number(more)} other value`,
      other: `${number(more)} other values`,
    });
    const all = [...listed, ...(more > 0 ? [isMoreAtLeast ? `at least ${others}` : others] : [])];
    return `No row passes the filter on ${quoted(column)}. That column holds ${format.allOf(all)}.${hasMarks ? ' Separate several values with |.' : ''}`;
  },
  wheres_pass_none: ({ each, rows: total }) =>
    `No row passes every filter, only each of them by itself: ${each.map((one) => `${quoted(one.column)} by ${number(one.rows)}`).join(', ')} of ${rows(total)}.`,

  ids_lost_zeros: ({ onRecord, inFile }) =>
    `The file’s external IDs have lost their leading zeros: ${number(onRecord)} digits on record, ${number(inFile)} in the file. Spreadsheets remove them. Format the column as text, export the file again, and do not save it from a spreadsheet.`,
  ids_gained_zeros: ({ onRecord, inFile }) =>
    `The file’s external IDs have leading zeros that those on record do not have: ${number(onRecord)} digits on record, ${number(inFile)} in the file. Export the column as it was exported before.`,
};
