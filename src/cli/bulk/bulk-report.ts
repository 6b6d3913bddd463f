import { quoteName } from '../../domain/name-list.ts';
import { formatNumber } from '../../domain/number-text.ts';
import type { BulkFile } from '../../roster-file/bulk/bulk-file.ts';
import { encodingHint, encodingInWords } from '../../roster-file/encoding.ts';
import { foldHeader } from '../../roster-file/header-names.ts';
import { lineOf } from '../../roster-file/records.ts';
import type { RowError } from '../../service/xp/row-error.ts';
import { collect } from '../command.ts';
import type { CompanyOptions, DryRunOption } from '../company-command.ts';
import { type Context, EXIT, ExitError } from '../context.ts';
import { print, style } from '../output/output.ts';
import { escapeControl } from '../output/terminal.ts';
import { describeSheet, listColumns } from '../roster/columns-text.ts';
import { saveRejects } from '../roster/rejects-file.ts';
import { describeNotes } from '../roster/row-notes.ts';

/** The options of every command that changes a company by the rows of a file. */
export type BulkOptions = CompanyOptions &
  DryRunOption & {
    encoding?: string | undefined;
    sheet?: string | undefined;
    map?: string[];
    rejects?: string;
  };

export const rejectsOption = [
  '--rejects <file>',
  'write rejected rows to this file, to fix and import again',
] as const;

export const mapOption = [
  '--map <field=header>',
  'column that holds a field; repeat for several',
  collect,
] as const;

/** What a command did with the rows of a file. */
type BulkReport = {
  file: BulkFile<string>;
  /** Where `--rejects` leads. */
  rejects: string | null;
  /** Its fields are printed with `--json`, beside those that every such command prints. */
  result: { errors: readonly RowError[] };
  /** For people: a heading, counts below each other, and a hint after everything else. */
  heading: string;
  counts: readonly (readonly [name: string, count: number, remark?: string])[];
  hint?: string | undefined;
};

/** Writes the rejects, prints what was done, and ends with 3 if rows were rejected. */
export function reportBulk(context: Context, options: BulkOptions, report: BulkReport): void {
  const { file, rejects, result, hint } = report;
  const dryRun = options.dryRun ?? false;
  const { rejectsFile, failure } = saveRejects(rejects, file, result.errors);
  const errors = result.errors.map((error) => ({ ...error, line: lineOf(file, error.index) }));
  const { encoding } = file;
  print(
    context,
    { ...options, quiet: options.quiet === true && errors.length === 0 },
    {
      ...{ ...result, errors, dry_run: dryRun, encoding, rejects_file: rejectsFile },
      ...{ columns: columnsOf(file), ignored_columns: file.ignored },
      sheet: file.sheet?.name ?? null,
    },
    () =>
      [
        ...describeRows(context, report, dryRun),
        ...describeRejected(report, rejectsFile),
        ...(hint ? ['', hint] : []),
      ].join('\n'),
  );
  if (failure) throw failure;
  if (errors.length > 0) throw new ExitError(EXIT.partly);
}

function describeRows(
  context: Context,
  { file, heading, counts }: BulkReport,
  dryRun: boolean,
): string[] {
  const width = Math.max(...counts.map(([, count]) => formatNumber(count).length));
  const nameWidth = Math.max(...counts.map(([name]) => name.length));
  return [
    ...(dryRun ? [style(context, context.stdout, 'yellow', 'Dry run: nothing was changed.')] : []),
    style(context, context.stdout, 'bold', escapeControl(heading)),
    ...describeSheet(file),
    ...(file.encoding === 'utf-8'
      ? []
      : [`Read as ${encodingInWords(file.encoding)}.${encodingHint(file)}`]),
    '',
    ...describeColumns(file),
    ...counts.map(([name, count, remark = '']) =>
      `  ${name.padEnd(nameWidth)}  ${formatNumber(count).padStart(width)}  ${remark}`.trimEnd(),
    ),
  ];
}

/** The header that each field was read from. */
const columnsOf = ({ columns, header }: BulkFile<string>): { [field: string]: string } =>
  Object.fromEntries(
    Object.entries(columns).map(([field, i]) => [field, header[i ?? -1]?.trim() ?? '']),
  );

/** The columns for people; empty where the file has the fields' own names and no others. */
function describeColumns(file: BulkFile<string>): string[] {
  const columns = Object.entries(columnsOf(file));
  const isPlain = columns.every(([field, name]) => foldHeader(field) === foldHeader(name));
  if (isPlain && file.ignored.length === 0) return [];
  const sources = columns.map(([field, name]) => [field, quoteName(name)] as const);
  return [...listColumns(sources, file.ignored), ''];
}

const describeRejected = (
  { file, result: { errors } }: BulkReport,
  rejectsFile: string | null,
): string[] =>
  errors.length === 0
    ? []
    : [
        '',
        ...describeNotes('rejected', errors, file),
        '',
        rejectsFile === null
          ? 'Use --rejects FILE to save these rows, fix them and import them again.'
          : `The rejected rows are in ${escapeControl(rejectsFile)}. Fix them there and import that file.`,
      ];
