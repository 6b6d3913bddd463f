import type { RowError } from '../../service/bulk/row-error.ts';
import type { Context } from '../context.ts';
import { encodingHint, encodingInWords } from '../csv/encoding.ts';
import { describeNotes, lineOf } from '../import/row-notes.ts';
import { escapeControl, formatNumber, style } from '../output.ts';
import type { BulkFile } from './bulk-file.ts';

/** A row error as `--json` shows it, with its line. */
export const withLines = (file: BulkFile<string>, errors: readonly RowError[]) =>
  errors.map((error) => ({ ...error, line: lineOf(file, error.index) }));

/** What a command did with the rows of a file. */
export type Applied = {
  file: BulkFile<string>;
  errors: readonly RowError[];
  dryRun: boolean;
};

/** A file's rows for people: a heading, counts below each other, and what was rejected. */
export function describeBulk(
  context: Context,
  heading: string,
  counts: readonly (readonly [name: string, count: number, remark: string])[],
  { file, errors, dryRun }: Applied,
  rejectsFile: string | null,
): string {
  const width = Math.max(...counts.map(([, count]) => formatNumber(count).length));
  const nameWidth = Math.max(...counts.map(([name]) => name.length));
  return [
    ...(dryRun ? [style(context, context.stdout, 'yellow', 'Dry run: nothing was changed.')] : []),
    style(context, context.stdout, 'bold', escapeControl(heading)),
    ...(file.encoding === 'utf-8'
      ? []
      : [`Read as ${encodingInWords(file.encoding)}.${encodingHint(file)}`]),
    '',
    ...counts.map(([name, count, remark]) =>
      `  ${name.padEnd(nameWidth)}  ${formatNumber(count).padStart(width)}  ${remark}`.trimEnd(),
    ),
    ...(errors.length === 0
      ? []
      : [
          '',
          ...describeNotes('rejected', errors, file),
          '',
          rejectsFile === null
            ? 'Use --rejects FILE to save these rows, fix them and import them again.'
            : `The rejected rows are in ${escapeControl(rejectsFile)}. Fix them there and import that file.`,
        ]),
  ].join('\n');
}
