import { createHash } from 'node:crypto';
import type { Command } from 'commander';
import { XP_ROW_FIELDS } from '../../service/bulk/award-row.ts';
import { importXp, type XpImport } from '../../service/bulk/import-xp.ts';
import { readLabel } from '../../service/input.ts';
import * as companies from '../../store/companies.ts';
import { type BulkFile, readBulkFile, rowsOf } from '../bulk/bulk-file.ts';
import { describeBulk, withLines } from '../bulk/bulk-report.ts';
import { addCommand } from '../command.ts';
import { type CompanyOptions, changeCompany, type DryRunOption } from '../company-command.ts';
import { addCompanyOption } from '../company-option.ts';
import { type Context, EXIT, ExitError } from '../context.ts';
import { type Delimiter, toDelimiter } from '../csv/dialect.ts';
import { encodingOption } from '../csv/encoding.ts';
import { type RejectsOption, resolveRejectsPath, saveRejects } from '../import/rejects-file.ts';
import { nameOfInput, readInputFile } from '../input-file.ts';
import { formatNumber, pluralize, print } from '../output.ts';
import { createProgress } from '../progress.ts';

type Options = CompanyOptions &
  DryRunOption &
  RejectsOption & { batch?: string; delimiter?: Delimiter; encoding?: string };

const NOTES = `
The file is CSV with the columns employee and amount, and optionally at, reason, coins and once; or NDJSON,
one object with these fields per line. employee is an id, external_id or email. amount is a whole number; a
negative one is a correction. at defaults to now.

Importing the same rows again awards nothing. A row with a once key is awarded once per key. A row without
one is identified by its content (employee, amount, at, reason, coins), so a file that has grown can be
imported again; identical rows within one file all count. To award identical rows again on purpose, change
their at or once, or pass --batch NAME.

Invalid rows are skipped and reported; all other rows are applied together. --rejects writes the skipped rows
as CSV with line number and reason.

Exit code 3: done, but rows were rejected.
`;

/** `engaged xp import FILE`. */
export function addXpImportCommand(xp: Command, context: Context): void {
  addCompanyOption(
    addCommand(xp, 'import <file>', {
      description: 'Award XP, and coins, from a CSV or NDJSON file ("-" reads standard input)',
      example: 'engaged xp import awards.csv --rejects rejected.csv --dry-run',
    }),
  )
    .option(
      '--batch <name>',
      'name of the batch; rows without a once key are compared within one batch only',
    )
    .option(
      '--delimiter <character>',
      'comma, semicolon, | or tab (default: detected)',
      toDelimiter,
    )
    .option(...encodingOption)
    .option('--dry-run', 'show what would change without changing anything')
    .option('--rejects <file>', 'write rejected rows to this file, to fix and import again')
    .addHelpText('after', NOTES)
    .action((file: string, options: Options) => importFile(context, file, options));
}

async function importFile(context: Context, name: string, options: Options): Promise<void> {
  const rejects = resolveRejectsPath(context, options, name);
  const batch = readLabel('batch', options.batch, 100);
  const progress = createProgress(context, options);
  try {
    progress.show(0, 1, 'reading the file');
    const bytes = await readInputFile(context, name);
    const file = readBulkFile(bytes, {
      fields: XP_ROW_FIELDS,
      required: ['employee', 'amount'],
      delimiter: options.delimiter,
      encoding: options.encoding,
    });
    const total = file.records.length;
    const { target, result } = await changeCompany(context, options, (write) => ({
      target: write.db.one(companies.find, { companyId: write.companyId })?.name ?? '',
      result: importXp(write, {
        rows: rowsOf(file),
        batch,
        fileHash: createHash('sha256').update(bytes).digest('hex'),
        onProgress: (done) =>
          progress.show(done, total, `${formatNumber(done)} of ${formatNumber(total)} rows`),
      }),
    }));
    progress.clear();
    report(context, name, options, { file, rejects, target, result });
  } finally {
    progress.clear();
  }
}

/** Prints an import and ends with 3 where rows were rejected. */
function report(
  context: Context,
  name: string,
  options: Options,
  done: {
    file: BulkFile<(typeof XP_ROW_FIELDS)[number]>;
    rejects: string | null;
    target: string;
    result: XpImport;
  },
): void {
  const { file, rejects, target, result } = done;
  const dryRun = options.dryRun ?? false;
  const applied = { file, errors: result.errors, dryRun };
  const { rejectsFile, failure } = saveRejects(rejects, file, result.errors);
  print(
    context,
    options,
    {
      ...result,
      errors: withLines(file, result.errors),
      dry_run: dryRun,
      target,
      encoding: file.encoding,
      rejects_file: rejectsFile,
    },
    () => {
      const rows = pluralize(result.rows, 'row', 'rows');
      const heading = `${nameOfInput(name)} into ${target}: ${rows}`;
      const text = describeBulk(context, heading, toCounts(result), applied, rejectsFile);
      const isKeyed = file.columns.once !== undefined;
      return result.already_there > 0 && !isKeyed ? `${text}\n\n${BATCH_HINT}` : text;
    },
  );
  if (failure) throw failure;
  if (result.errors.length > 0) throw new ExitError(EXIT.partly);
}

const BATCH_HINT = 'To award these rows again, pass --batch NAME.';

function toCounts({ awarded, already_there, errors, xp, coins, people, badges_awarded }: XpImport) {
  const to = pluralize(people, 'person', 'people');
  const what = `${formatNumber(xp)} XP${coins === 0 ? '' : ` and ${pluralize(coins, 'coin', 'coins')}`}`;
  return [
    ['awarded', awarded, awarded === 0 ? '' : `${what} to ${to}`],
    ['already there', already_there, ''],
    ['rejected', errors.length, ''],
    ...(badges_awarded === 0
      ? []
      : [['badges', badges_awarded, 'awarded by their XP rules'] as const]),
  ] as const;
}
