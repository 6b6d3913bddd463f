import type { RowError } from '../../service/bulk/row-error.ts';
import type { CompanyOptions, DryRunOption } from '../company-command.ts';
import { type Context, EXIT, ExitError } from '../context.ts';
import { encodingHint, encodingInWords } from '../csv/encoding.ts';
import { saveRejects } from '../import/rejects-file.ts';
import { describeNotes, lineOf } from '../import/row-notes.ts';
import { escapeControl, formatNumber, print, style } from '../output.ts';
import type { BulkFile } from './bulk-file.ts';

/** The options of every command that changes a company by the rows of a file. */
export type BulkOptions = CompanyOptions &
  DryRunOption & { encoding?: string | undefined; rejects?: string };

export const rejectsOption = [
  '--rejects <file>',
  'write rejected rows to this file, to fix and import again',
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
    { ...result, errors, dry_run: dryRun, encoding, rejects_file: rejectsFile },
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
    ...(file.encoding === 'utf-8'
      ? []
      : [`Read as ${encodingInWords(file.encoding)}.${encodingHint(file)}`]),
    '',
    ...counts.map(([name, count, remark = '']) =>
      `  ${name.padEnd(nameWidth)}  ${formatNumber(count).padStart(width)}  ${remark}`.trimEnd(),
    ),
  ];
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
