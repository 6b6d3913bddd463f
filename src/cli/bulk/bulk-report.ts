import { resolve } from 'node:path';
import type { RowError } from '../../service/bulk/row-error.ts';
import type { Context } from '../context.ts';
import { requireRejectsPlace, writeRejects } from '../import/rejects-file.ts';
import { describeNotes, lineOf } from '../import/row-notes.ts';
import { STANDARD_INPUT } from '../input-file.ts';
import { readableNumber, safe, style } from '../output.ts';
import type { BulkFile } from './bulk-file.ts';

/** What a command accepts that writes rejected rows. */
export type RejectsOption = { rejects?: string };

/**
 * Where `--rejects` leads, after making sure that nothing is lost there; null without it.
 *
 * @throws UsageError
 */
export function findRejectsPlace(
  context: Context,
  options: RejectsOption,
  file: string,
): string | null {
  if (options.rejects === undefined) return null;
  const path = resolve(context.cwd, options.rejects);
  requireRejectsPlace(path, file === STANDARD_INPUT ? null : resolve(context.cwd, file));
  return path;
}

/** A row error as `--json` shows it, with its line. */
export const withLines = (file: BulkFile<string>, errors: readonly RowError[]) =>
  errors.map((error) => ({ ...error, line: lineOf(file, error.index) }));

/** What a command did with the rows of a file. */
export type Applied = {
  file: BulkFile<string>;
  errors: readonly RowError[];
  dryRun: boolean;
  rejects: string | null;
};

/** The rejected rows, kept where `--rejects` says. The rows are applied by then: a failure is handed back. */
export function keepRejects({ file, errors, rejects }: Applied): {
  rejectsFile: string | null;
  failure?: unknown;
} {
  if (rejects === null) return { rejectsFile: null };
  try {
    return { rejectsFile: writeRejects(rejects, file, errors) };
  } catch (failure) {
    return { rejectsFile: null, failure };
  }
}

/** A file's rows for people: a heading, counts below each other, and what was rejected. */
export function describeBulk(
  context: Context,
  heading: string,
  counts: readonly (readonly [name: string, count: number, remark: string])[],
  { file, errors, dryRun }: Applied,
  rejectsFile: string | null,
): string {
  const width = Math.max(...counts.map(([, count]) => readableNumber(count).length));
  const nameWidth = Math.max(...counts.map(([name]) => name.length));
  return [
    ...(dryRun ? [style(context, context.stdout, 'yellow', 'Dry run: nothing was changed.')] : []),
    style(context, context.stdout, 'bold', safe(heading)),
    '',
    ...counts.map(([name, count, remark]) =>
      `  ${name.padEnd(nameWidth)}  ${readableNumber(count).padStart(width)}  ${remark}`.trimEnd(),
    ),
    ...(errors.length === 0
      ? []
      : [
          '',
          ...describeNotes('rejected', errors, file),
          '',
          rejectsFile === null
            ? 'With --rejects FILE they are written to a file that can be mended and sent again.'
            : `They are in ${safe(rejectsFile)}, to be mended there and sent again.`,
        ]),
  ].join('\n');
}
