import { createHash } from 'node:crypto';
import type { Command } from 'commander';
import { formatNumber, pluralize } from '../../../domain/number-text.ts';
import { readBulkFile, rowsOf } from '../../../roster-file/bulk/bulk-file.ts';
import type { Delimiter } from '../../../roster-file/dialect.ts';
import { readLabel } from '../../../service/input.ts';
import { XP_ROW_FIELDS } from '../../../service/xp/award-row.ts';
import { importXp, type XpImport } from '../../../service/xp/import-xp.ts';
import * as companies from '../../../store/company/companies.ts';
import { type BulkOptions, mapOption, rejectsOption, reportBulk } from '../../bulk/bulk-report.ts';
import { dryRunOption, quietOption } from '../../command.ts';
import { changeCompany, companyVerbs } from '../../company-command.ts';
import type { Context } from '../../context.ts';
import { nameOfInput, readInputFile, STANDARD_INPUT } from '../../input-file.ts';
import { confirmingAmount, type RepeatOption, repeatOption } from '../../options/confirm-amount.ts';
import { withProgress } from '../../output/progress.ts';
import { delimiterOption, encodingOption, sheetOption } from '../../roster/file-options.ts';
import { resolveRejectsPath } from '../../roster/rejects-file.ts';

type Options = BulkOptions & RepeatOption & { batch?: string; delimiter?: Delimiter };

const NOTES = `
The file is CSV with the columns employee and amount, and optionally at, reason, coins and once; or NDJSON,
one object with these fields per line. employee is an id, external_id or email. amount is a whole number; a
negative one is a correction. at defaults to now.

In CSV, common names of these columns are known in the languages of engaged import: Employee ID or Work email,
Points or Punkte, Date, Reason. --map names a column that is not known. Columns of names, departments and jobs are
ignored; any other column is an error, because it may be a misspelt one.

Importing the same rows again awards nothing. A row with a once key is awarded once per key. A row without
one is identified by its content (employee, amount, at, reason, coins), so a file that has grown can be
imported again; identical rows within one file all count. To award identical rows again on purpose, change
their at or once, or pass --batch NAME.

Invalid rows are skipped and reported; all other rows are applied together. --rejects writes the skipped rows
as CSV with line number and reason.

--quiet prints nothing unless rows were rejected.

Exit code 3: done, but rows were rejected.
`;

/** `engaged xp import FILE`. */
export function addXpImportCommand(xp: Command, context: Context): void {
  const add = companyVerbs(xp, context);
  add(
    'import',
    'Award XP, and coins, from a CSV or NDJSON file ("-" reads standard input)',
    'awards.csv --rejects rejected.csv --dry-run',
  )
    .argument('<file>')
    .option(
      '--batch <name>',
      'name of the batch; rows without a once key are compared within one batch only',
    )
    .option(...mapOption)
    .option(...delimiterOption)
    .option(...encodingOption)
    .option(...sheetOption)
    .option(...dryRunOption)
    .option(...repeatOption)
    .option(...rejectsOption)
    .addOption(quietOption())
    .addHelpText('after', NOTES)
    .action((file: string, options: Options) => importFile(context, file, options));
}

async function importFile(context: Context, name: string, options: Options): Promise<void> {
  const rejects = resolveRejectsPath(context, options, name);
  const batch = readLabel('batch', options.batch, 100);
  const { file, result } = await withProgress(context, options, async (progress) => {
    progress.show(0, 1, 'reading the file');
    const bytes = await readInputFile(context, name);
    const file = await readBulkFile(bytes, {
      fields: XP_ROW_FIELDS,
      required: ['employee', 'amount'],
      maps: options.map ?? [],
      delimiter: options.delimiter,
      ...{ encoding: options.encoding, sheet: options.sheet },
    });
    const total = file.records.length;
    const fileHash = createHash('sha256').update(bytes).digest('hex');
    const importRows = (repeated: number | null) =>
      changeCompany(context, options, (write) => ({
        ...importXp(write, {
          ...{ rows: rowsOf(file), batch, fileHash },
          // A dry run gives nothing.
          ...(!options.dryRun && { repeated }),
          onProgress: (done) =>
            progress.show(done, total, `${formatNumber(done)} of ${formatNumber(total)} rows`),
        }),
        target: write.db.one(companies.find, { companyId: write.companyId })?.name ?? '',
      }));
    const result = await confirmingAmount(context, options, importRows, {
      canAsk: name !== STANDARD_INPUT,
      beforeAsking: () => progress.clear(),
    });
    return { file, result };
  });
  const isKeyed = file.columns.once !== undefined;
  reportBulk(context, options, {
    file,
    rejects,
    result,
    heading: `${nameOfInput(name)} into ${result.target}: ${pluralize(result.rows, 'row', 'rows')}`,
    counts: toCounts(result),
    hint: result.already_there > 0 && !isKeyed ? BATCH_HINT : undefined,
  });
}

const BATCH_HINT = 'To award these rows again, pass --batch NAME.';

function toCounts({ awarded, already_there, errors, xp, coins, people, badges_awarded }: XpImport) {
  const to = pluralize(people, 'person', 'people');
  const what = `${formatNumber(xp)} XP${coins === 0 ? '' : ` and ${pluralize(coins, 'coin', 'coins')}`}`;
  return [
    ['awarded', awarded, awarded === 0 ? '' : `${what} to ${to}`],
    ['already there', already_there],
    ['rejected', errors.length],
    ...(badges_awarded === 0
      ? []
      : [['badges', badges_awarded, 'awarded by their XP rules'] as const]),
  ] as const;
}
