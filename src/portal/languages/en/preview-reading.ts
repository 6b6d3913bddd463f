import { type Html, html } from '../../../http/response/html.ts';
import type { StatusNote } from '../../../roster-file/employment-status.ts';
import { anyOf, number, plural, rows, type Strong } from './words.ts';

const lines = (count: number): string =>
  plural(count, { one: `${number(count)} line`, other: `${number(count)} lines` });

/** How the file of a roster is read. */
export const previewReading = {
  unusable: ({ strong, problem }: { strong: Strong; problem: string }) =>
    html`${strong('The file cannot be used like this.')} ${problem}`,
  howToRead: 'How to read the file',
  howItWasRead: 'How the file was read',
  changeReading: 'Change how it is read',
  previewAgain: 'Preview again',
  readAsLast: ({ strong, profile }: { strong: Strong; profile: Html }) =>
    html`${strong('Read as last time:')} profile “${profile}”. What you change here is kept in it once the roster is applied.`,
  readWithout:
    'Read without a profile. Once the roster is applied, how it is read is kept as a new one.',
  isKept: 'Once the roster is applied, how it is read is kept as a profile for the next one.',
  profile: 'Profile',
  newProfile: 'None, a new one',
  readWithIt: 'Read with it',
  manageProfiles: 'Rename or delete',
  notKept: ({ problem }: { problem: string }) =>
    `How it was read could not be kept for the next one. ${problem}`,
  columns: 'Columns',
  column: 'Column',
  readAs: 'Read as',
  firstRow: 'First row',
  notRead: 'not read',
  moreNotRead: ({ count }: { count: number }) =>
    plural(count, {
      one: `${number(count)} more column is not read`,
      other: `${number(count)} more columns are not read`,
    }),
  /** What columns are read as besides the fields. */
  partsOfNames: {
    preferred_first_name: 'First name, where it is filled',
    preferred_last_name: 'Last name, where it is filled',
    last_name_prefix: 'Before the last name',
  },
  columnOfEachField: 'Column of each field',
  automatic: 'Automatic',
  moreColumns: ({ count }: { count: number }) =>
    plural(count, {
      one: `${number(count)} more column cannot be chosen here.`,
      other: `${number(count)} more columns cannot be chosen here.`,
    }),
  onlyRowsWhere: 'Only rows where',
  filters: 'Filters',
  condition: 'Condition',
  conditions: { is: 'is one of', not: 'is none of' },
  values: 'Values, divided by |',
  noEqualsSign: 'A value must not begin with =.',
  tooManyFilters: ({ max }: { max: number }) =>
    `More than ${number(max)} filters are for the command line.`,
  filterIs: ({ column, values }: { column: Html; values: Html }) => html`${column} is ${values}`,
  filterIsNot: ({ column, values }: { column: Html; values: Html }) =>
    html`${column} is not ${values}`,
  anyOf: ({ values }: { values: readonly string[] }) =>
    anyOf(values.map((value) => (value === '' ? 'empty' : `“${value}”`))),
  format: 'Format',
  sheet: 'Sheet',
  encoding: 'Encoding',
  detect: 'Detect',
  encodings: {
    'utf-8': 'UTF-8',
    'windows-1252': 'Windows-1252, Western Europe',
    'windows-1250': 'Windows-1250, Central Europe',
    'windows-1251': 'Windows-1251, Cyrillic',
    'windows-1253': 'Windows-1253, Greek',
    'windows-1254': 'Windows-1254, Turkish',
    'iso-8859-2': 'ISO 8859-2, Central Europe',
    'iso-8859-15': 'ISO 8859-15, Western Europe',
    'utf-16le': 'UTF-16, little endian',
    'utf-16be': 'UTF-16, big endian',
    macintosh: 'Mac Roman',
    shift_jis: 'Shift JIS',
    gb18030: 'GB 18030',
    'euc-kr': 'EUC-KR',
  },
  delimiter: 'Delimiter',
  delimiters: { comma: 'Comma', semicolon: 'Semicolon', tab: 'Tab', bar: 'Vertical bar |' },
  linesAbove: 'Lines above the column names',
  linesAboveHint: 'Empty: detected',
  people: 'People',
  allowMissingEmail: 'Leave out rows without an email, and do not count them as failed',
  noEmailDomain: 'Where people without an email get an address',
  noEmailDomainHint:
    'A domain that nobody signs in with, such as people.example.com: rows with a number and without an email then get an address there. It is never mailed, and the email of a later roster takes its place. Empty: rows need an email.',
  noDomain: 'Enter a domain such as people.example.com.',
  updateProfiles:
    'Change names and emails to those of the file, except for admins and people with a portal role',
  deactivateMissing: 'The file lists everybody: deactivate people who are not in it',

  file: 'File',
  name: 'Name',
  rowsOfFile: 'Rows',
  leftOut: 'Left out',
  rowsLeftOut: ({ count, filter }: { count: number; filter: Html }) =>
    html`${rows(count)}: ${filter}`,
  linesAboveLeftOut: ({ count }: { count: number }) => `${lines(count)} above the column names`,
  extraLines: {
    column_labels: ({ line }: { line: number }) => `line ${number(line)}, labels`,
    repeated_header: ({ line }: { line: number }) => `line ${number(line)}, the column names again`,
    total_line: ({ line }: { line: number }) => `line ${number(line)}, a total or footer`,
  },
  moreLines: ({ count }: { count: number }) =>
    plural(count, { one: `${number(count)} more line`, other: `${number(count)} more lines` }),
  withoutEmail: (it: { count: number; lines: readonly number[] }) =>
    `${rows(it.count)} without an email: ${lines(it.lines.length)} ${it.lines.map(number).join(', ')}${it.count > it.lines.length ? ' …' : ''}`,
  size: 'Size',
  assumed: ({ encoding }: { encoding: string }) => `${encoding}, assumed`,
  uploaded: 'Uploaded',
  uploadedBy: ({ when, actor }: { when: Html; actor: string }) => html`${when}, ${actor}`,

  isAssumed: ({ strong, encoding }: { strong: Strong; encoding: string }) =>
    html`${strong(`The file is not UTF-8 and was read as ${encoding}.`)} If accents look wrong, choose its encoding.`,
  looksLikeStatus: ({ strong, column, values }: { strong: Strong; column: Html; values: Html }) =>
    html`${strong(html`${column} looks like an employment status, and no filter uses it.`)} ${values}.`,
  statusNotes: {
    inactive_on_leave:
      'In SuccessFactors, people on leave can be inactive too. Check this before you leave them out.',
    baja: '“Baja” means on leave in some systems and gone in others. Check this before you choose a filter.',
  } satisfies Record<StatusNote, string>,
  value: ({ value, count }: { value: Html; count: number }) => html`${value} ${number(count)}`,
  emptyValue: '(empty)',
  moreValues: ({ count }: { count: number }) =>
    plural(count, {
      one: `and ${number(count)} other value`,
      other: `and ${number(count)} other values`,
    }),
  onlyWhere: ({ filter }: { filter: Html }) => html`Only rows where ${filter}`,
  onlyWithoutDate: 'Only rows without a date',
  leavingDates: (it: { strong: Strong; column: Html; past: number; future: number }) =>
    html`${it.strong(html`${it.column} holds leaving dates.`)} ${plural(it.past, {
      one: `${number(it.past)} row has one in the past`,
      other: `${number(it.past)} rows have one in the past`,
    })}${it.future > 0 ? `, ${number(it.future)} in the future` : ''}.`,
  daysUnclear: ({ strong, column }: { strong: Strong; column: Html }) =>
    html`${strong(html`${column} is not read.`)} Its dates can be day first or month first. Write them as 2026-11-16.`,
  daysUnreadable: ({ column, count }: { column: Html; count: number }) =>
    html`${column} holds no date in ${rows(count)}, whose field is left empty.`,
};
