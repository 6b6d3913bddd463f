import type { TextProblem } from '../../domain/roster/read-roster.ts';
import type { RowErrorCode, RowWarningCode } from '../../domain/roster/types.ts';
import { type Html, html } from '../../http/response/html.ts';
import type { StatusNote } from '../../roster-file/employment-status.ts';
import { anyOf, format, type Link, number, people, plural, type Strong } from './en-words.ts';

// The upload of a roster, and what it would do.

const rows = (count: number): string =>
  plural(count, { one: `${number(count)} row`, other: `${number(count)} rows` });
const lines = (count: number): string =>
  plural(count, { one: `${number(count)} line`, other: `${number(count)} lines` });

const MOST_DOMAINS = 10;

/** The first of many names. */
const listed = (names: readonly string[]): string => {
  const more = names.length - MOST_DOMAINS;
  return format.allOf([
    ...names.slice(0, MOST_DOMAINS),
    ...(more > 0 ? [`${number(more)} more`] : []),
  ]);
};

export const roster = {
  title: 'Roster',
  lead: 'Bring everybody in line with the file that your HR system exports.',
  upload: 'Upload a file',
  file: 'CSV file',
  fileHint: ({ megabytes }: { megabytes: number }) =>
    `Up to ${number(megabytes)} MB. You see every change before it is made.`,
  uploadAndPreview: 'Upload and preview',
  example: 'Download an example',
  /** What a browser says while it sends the file, with a number for {}. */
  progress: {
    label: 'Upload',
    sending: 'Uploading: {} %',
    reading: 'Reading the file',
    stopped: 'The upload stopped, and nothing was changed. Try again.',
  },
  needs: 'What the file needs',
  needsText:
    'A line of column names, and columns for the external ID, email, first name and last name of each person. Department, job title and first day are optional. The column names of common HR systems are recognised, in eight languages; other columns can be chosen in the preview.',
  larger: 'A larger file is imported on the machine of the service:',
  open: 'Not applied yet',
  keptForAnHour: 'Kept for an hour',
  sizeAndActor: ({ size, actor }: { size: string; actor: string }) => `${size}, ${actor}`,
};

export const preview = {
  lead: 'Preview. Nothing has been changed yet.',
  nothingYet: 'Nothing has been changed yet.',
  discard: 'Discard',
  isDiscarded: 'The file is discarded. Nothing was changed.',
  anotherFile: 'Choose another file',
  waits: ({ strong }: { strong: Strong }) =>
    html`${strong('The file waits until other files are read.')} Two are read at once, and one of each company. This page asks every few seconds, and then shows the preview.`,
  droppedFile: ({ file, when }: { file: Html; when: string }) => html`${file} of ${when}`,
  dropped: ({ files }: { files: Html }) =>
    html`There was no room for every file that waits to be applied. Dropped: ${files}. Upload again what you still need.`,
  notApplied: 'Nothing was applied.',
  cannotBeApplied: 'This preview cannot be applied.',
  madeAgain: 'The preview has been made again in the meantime. Check it, then apply it.',
  companyChanged: ({ strong, decisions }: { strong: Strong; decisions: Html }) =>
    html`${strong('The company has changed since the preview was made.')} ${decisions} This is a new preview.`,
  syncedBy: ({ actor, result }: { actor: Html; result: string }) =>
    html`${actor} synced a roster: ${result}.`,
  isApplied: ({ strong, result }: { strong: Strong; result: string }) =>
    html`${strong('The roster is applied:')} ${result}.`,
  isAppliedRevert: (it: { strong: Strong; result: string; revert: Link }) =>
    html`${it.strong('The roster is applied:')} ${it.result}. ${it.revert('Revert it')}`,

  created: 'Created',
  updated: 'Updated',
  reactivated: ({ count }: { count: number }) => `${number(count)} reactivated`,
  unchanged: 'Unchanged',
  failed: 'Failed',
  deactivated: 'Deactivated',
  newDepartments: 'New departments',
  restored: ({ count }: { count: number }) => `${number(count)} restored`,

  unusable: ({ strong, problem }: { strong: Strong; problem: string }) =>
    html`${strong('The file cannot be used like this.')} ${problem}`,
  howToRead: 'How to read the file',
  howItWasRead: 'How the file was read',
  changeReading: 'Change how it is read',
  previewAgain: 'Preview again',
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

  line: 'Line',
  person: 'Person',
  why: 'Why',
  rowsFail: ({ count }: { count: number }) =>
    plural(count, {
      one: `${number(count)} row fails and stops nothing else`,
      other: `${number(count)} rows fail and stop nothing else`,
    }),
  rowsToLookAt: ({ count }: { count: number }) =>
    plural(count, {
      one: `${number(count)} row is worth a look`,
      other: `${number(count)} rows are worth a look`,
    }),
  /** Why a row failed or is worth a look. */
  rowCodes: {
    validation_failed: 'The row cannot be used.',
    duplicate_external_id: 'Another row has the same external ID.',
    duplicate_email: 'Another row has the same email.',
    email_domain_not_allowed: 'The email is not on one of the company’s sign-in domains.',
    external_id_mismatch: 'The email belongs to somebody with another external ID.',
    managed_in_portal: 'The person is managed here. Reactivate them on their page.',
    deactivated_in_portal: 'The person was deactivated by hand. Reactivate them on their page.',
    unknown_department: 'No department has this code, and the row has no name to create one with.',
    department_conflict: 'The code and the name do not mean exactly one department.',
    sandbox_limit_reached: 'The sandbox is full.',
    department_limit_reached: 'The company has as many active departments as it can have.',
    conflict: 'The person was changed in the meantime. Make the preview again.',
    batch_aborted: 'Not attempted, because too many rows before this one failed.',
    email_matches_other_employee:
      'The email belongs to somebody without an external ID, who is left alone.',
    department_moved_to_top_level:
      'The department is restored at the top level, because the one above it is archived.',
  } satisfies Record<RowErrorCode | RowWarningCode, string>,
  rowDomain: ({ domains }: { domains: readonly string[] }) =>
    `The email is not on one of the company’s sign-in domains: ${listed(domains)}.`,
  /** What is wrong with a field of a row. */
  rowProblems: {
    empty: ({ field }: { field: string; max: number }) => `${field} is empty.`,
    too_long: ({ field, max }: { field: string; max: number }) =>
      `${field} has more than ${number(max)} characters.`,
    unstorable: ({ field }: { field: string; max: number }) =>
      `${field} has characters that cannot be kept.`,
    no_email: ({ field }: { field: string; max: number }) => `${field} is no email address.`,
    no_day: ({ field }: { field: string; max: number }) =>
      `${field} is no day, such as 2026-11-16.`,
  } satisfies Record<TextProblem, unknown>,
  holder: ({ person }: { person: Html }) => html`${person} has the email.`,
  holderDeactivated: ({ person }: { person: Html }) => html`${person} has the email, deactivated.`,
  withId: ({ person, id }: { person: Html; id: string }) => html`${person} (${id})`,

  departments: 'Departments',
  department: 'Department',
  change: 'Change',
  departmentChanges: {
    created: (_: object) => html`created`,
    archived: (_: object) => html`archived`,
    restored: (_: object) => html`restored from the archive`,
    adopted: ({ code }: { code: Html }) => html`gets a code ${code}`,
    updated: (_: object) => html`changed`,
  },
  seemsRenamed: (it: {
    strong: Strong;
    old: Html;
    now: Html;
    moved: number;
    members: number;
    command: Html;
  }) =>
    html`${it.strong(html`“${it.old}” seems to be renamed to “${it.now}”:`)} ${number(it.moved)} of its ${people(it.members)} move there, and nobody is left in it. To keep one department, rename it before you apply this: ${it.command}`,
  moreSeemRenamed: ({ count }: { count: number }) =>
    plural(count, {
      one: `${number(count)} more department seems to be renamed.`,
      other: `${number(count)} more departments seem to be renamed.`,
    }),
  lacksNames: ({ strong }: { strong: Strong }) =>
    html`${strong('A new department needs a name, and no column of department names was read.')} Choose one, or choose the column of codes as Department, too: then the codes are the names.`,
  otherDomains: (it: { strong: Strong; count: number; domains: readonly string[] }) =>
    html`${it.strong(`Outside the sandbox ${number(it.count)} of these rows would fail.`)} Only these sign-in domains are allowed there: ${listed(it.domains)}.`,
  otherNames: 'Departments with another name in the file',
  theyKeepNames: 'They keep their names',
  onRecord: 'On record',
  inFile: 'In the file',

  differences: 'Different, and left as it is',
  changeThemToo: 'Change them too',
  nothing: 'empty',
  nameStays: ({ now, inFile }: { now: Html; inFile: Html }) =>
    html`Name stays ${now}, the file says ${inFile}.`,
  emailStays: ({ now, inFile }: { now: Html; inFile: Html }) =>
    html`Email stays ${now}, the file says ${inFile}.`,
  inLine: ({ line }: { line: number }) => `line ${number(line)}.`,
  whyDifferent: {
    not_requested: '',
    linked_by_email: 'Linked by email in this run.',
    managed_in_portal: 'An admin, or somebody with a portal role.',
    email_taken: 'The email belongs to another person.',
  },

  missing: 'Not in the file',
  missingOf: ({ count, limit }: { count: number; limit: number }) =>
    `${number(count)} of a limit of ${number(limit)}`,
  deactivateThem: 'Deactivate them',
  leaveThem: 'Leave them active',
  kept: 'Not in the file, and kept',
  unlinked: ({ count }: { count: number }) =>
    plural(count, {
      one: `${people(count)} without an external ID is not in the file. A roster never deactivates them.`,
      other: `${people(count)} without an external ID are not in the file. A roster never deactivates them.`,
    }),
  rowsFailed: ({ strong }: { strong: Strong }) =>
    html`${strong('Nobody is deactivated, because rows failed.')} They may be the very people who seem to be missing. Correct them in the file and upload it again.`,
  majority: ({ strong, count, of }: { strong: Strong; count: number; of: number }) =>
    html`${strong('More than half of the people would be deactivated:')} ${plural(count, {
      one: `${people(count)} of ${number(of)} is not in the file.`,
      other: `${people(count)} of ${number(of)} are not in the file.`,
    })} An incomplete roster looks like this.`,
  overLimit: ({ strong, count, limit }: { strong: Strong; count: number; limit: number }) =>
    html`${strong('Nobody is deactivated.')} ${plural(count, {
      one: `${people(count)} with an external ID is not in the file, more than the limit of ${people(limit)}.`,
      other: `${people(count)} with an external ID are not in the file, more than the limit of ${people(limit)}.`,
    })} An incomplete roster looks like this.`,
  noMoreThan: ({ limit }: { limit: number }) => `No import deactivates more than ${people(limit)}.`,
  ifTheyLeft: 'If they have really left, this shows the preview with them:',
  deactivate: 'Deactivate',
  deactivatePeople: ({ count }: { count: number }) => `Deactivate ${people(count)}`,
  recordNothing: 'Record that nothing changes',
  apply: 'Apply',
  applyChanges: ({ count }: { count: number }) =>
    plural(count, {
      one: `Apply ${number(count)} change`,
      other: `Apply ${number(count)} changes`,
    }),
  typeFirst: 'Type the number above first, or leave the people active.',
  areDeactivated: ({ count }: { count: number }) =>
    plural(count, {
      one: `${people(count)} is deactivated. A run can be reverted.`,
      other: `${people(count)} are deactivated. A run can be reverted.`,
    }),
  nobodyIsDeactivated: 'Nobody is deactivated. A run can be reverted.',
};

/** What is wrong with a file that was sent. */
export const uploads = {
  notUploaded: 'Nothing was uploaded.',
  chooseFile: 'Choose a file.',
  chooseOneFile: 'Choose one file.',
  isEmpty: 'The file is empty.',
  tooLarge: ({ megabytes }: { megabytes: number }) =>
    `The file is larger than ${number(megabytes)} MB. Import it on the machine of the service: engaged import FILE`,
  noLength: 'The browser did not say how large the file is.',
  busy: 'Other files are being uploaded right now. Try again in a minute.',
  noRoom:
    'There is no room for another file right now. Try again in an hour, or import it on the machine of the service: engaged import FILE',
  notArrived: 'The file did not arrive.',
  unreadable: 'The browser sent the file in a way that cannot be read.',
};
