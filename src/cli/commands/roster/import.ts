import type { Command } from 'commander';
import { invalid, UsageError } from '../../../domain/errors.ts';
import { MAX_DEACTIVATIONS } from '../../../domain/roster/sync-request.ts';
import { headersOf, readColumns } from '../../../roster-file/columns-read.ts';
import { takeWithoutEmail } from '../../../roster-file/missing-email.ts';
import { OPTIONAL_COLUMNS, REQUIRED_COLUMNS } from '../../../roster-file/names/kinds.ts';
import {
  type RosterFile,
  readRosterFile,
  readRosterText,
  toRosterRows,
} from '../../../roster-file/read-rows.ts';
import { lineOf } from '../../../roster-file/records.ts';
import { pinColumns } from '../../../roster-file/roster-profile.ts';
import type { DeactivationOptions } from '../../../service/roster/sync/deactivation.ts';
import { realPathOf } from '../../../store/files/paths.ts';
import { addCommand, collect, dryRunOption, quietOption, wholeNumber } from '../../command.ts';
import { type Context, EXIT, ExitError } from '../../context.ts';
import { nameOfInput, readInputFile } from '../../input-file.ts';
import { addCompanyOption } from '../../options/company-option.ts';
import { print } from '../../output/output.ts';
import { createProgress } from '../../output/progress.ts';
import { confirmingMajority } from '../../roster/confirm-majority.ts';
import { toNameAdvice } from '../../roster/department-text.ts';
import {
  delimiterOption,
  encodingOption,
  noEmailDomainOption,
  sheetOption,
} from '../../roster/file-options.ts';
import { importHere } from '../../roster/import-here.ts';
import { findService, type ImportOptions, toCommandLine } from '../../roster/import-options.ts';
import type { RowNote } from '../../roster/import-result.ts';
import { resolveMismatch } from '../../roster/mismatch-text.ts';
import {
  applyProfile,
  noteProfileUsed,
  resolveProfilePlace,
  saveProfile,
} from '../../roster/profile.ts';
import { resolveRejectsPath, saveRejects } from '../../roster/rejects-file.ts';
import { toRenameAdvice } from '../../roster/renamed-departments.ts';
import { NOBODY } from '../../roster/renumbered.ts';
import { sendToService } from '../../roster/send-to-service.ts';
import { describeImport, type ImportReport } from '../../roster/summary.ts';
import { commandsOf } from '../../shell-line.ts';

const inWords = (names: readonly string[]): string =>
  `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

const NOTES = `
The file needs columns for ${inWords(REQUIRED_COLUMNS)}. Optional are
${inWords(OPTIONAL_COLUMNS)}. A field without a column keeps its value; an empty cell clears it.
--map name=Header names a column that holds the full name.

--where 'Status=Active|On leave' imports only rows with one of these values, --where 'Status!=Terminated' only
rows without it. An empty value matches an empty cell. Spaces around a value are ignored; case matters. A row
must match every --where. Write a header that ends in "!" as 'Header!==Value'.

Lines above the header, a second line of labels, repeated headers and lines of totals are left out and reported.
--save-profile keeps the column of each field and --where, --delimiter, --encoding, --sheet, --skip-lines,
--deactivate-missing, --allow-missing-email, --no-email-domain and --update-profiles; options beside --profile add to
the profile or override it. A file without one of these columns is refused. A name is a profile of the company, which
the portal reads rosters with, too (engaged profile list); a path, or a name that ends in .json, is a file.

Of an Excel workbook (.xlsx) the first sheet with the columns of a roster is read, as Excel shows it without hidden
columns; --sheet names another one.

UTF-8, UTF-16 and Windows-1252 are detected; --encoding names any other encoding. A byte order mark in the
file takes precedence over --encoding. A file with bytes that are invalid in its encoding is refused, and the
line is reported.

--rejects writes the failed rows with line number and reason. It replaces an earlier rejects file, removes it
when no row fails, and never overwrites any other file.

--quiet prints nothing unless rows failed or have warnings, --deactivate-missing was blocked, or a department seems to
be renamed. Errors are always printed.
An import reports changed names and emails and does not apply them. --update-profiles does, except for admins and
people with a portal role. People can swap their emails, or pass them on.

--allow-missing-email leaves out rows that have an external_id and no email, and reports their lines. Nobody with such
an external_id is deactivated.

--no-email-domain people.example.com takes rows that have an external_id and no email, or files without a column of
emails: these people get an address at that domain, made of their external_id. Nobody is mailed there. Once a roster
brings an email for somebody, it takes its place. The domain must be one that nobody signs in with.

If --deactivate-missing would deactivate more than half of the people, the import asks first; without a terminal it is
refused, unless --max-deactivations allows it.

To import into a running service: engaged import staff.csv --url https://engaged.example.com, with the key in
ENGAGED_KEY (and optionally the address in ENGAGED_URL). The key needs the scope employees:write. More than
5,000 rows take several requests, which cannot be combined with --deactivate-missing.

Exit code 3: done, but rows failed or --deactivate-missing was blocked.
`;

/** `engaged import FILE`: brings a company in line with a roster file, here or on a running service. */
export function addImportCommand(program: Command, context: Context): void {
  addCompanyOption(
    addCommand(program, 'import <file>', {
      description:
        'Bring a company in line with a roster in a CSV file or an Excel workbook ("-" reads standard input)',
      example: 'engaged import staff.csv --where Status=Active --deactivate-missing --dry-run',
    }),
  )
    .option('--map <field=header>', 'column that holds a field; repeat for several', collect)
    .option(
      '--where <filter>',
      'import only rows where Header=A|B or Header!=A|B; repeat to combine',
      collect,
    )
    .option(...delimiterOption)
    .option(...encodingOption)
    .option(...sheetOption)
    .option(
      '--skip-lines <n>',
      'number of lines above the header (default: detected)',
      wholeNumber(0, 1_000),
    )
    .option('--profile <profile>', 'import as this profile says: its name, or a file (.json)')
    .option('--save-profile <profile>', 'keep these options under a name, or in a file (.json)')
    .option('--deactivate-missing', 'deactivate people who are not in the file')
    .option(
      '--max-deactivations <n>',
      'maximum number of people to deactivate (default: 20 %, at least 10)',
      wholeNumber(1, MAX_DEACTIVATIONS),
    )
    .option('--allow-missing-email', 'leave out rows without an email instead of rejecting them')
    .addOption(noEmailDomainOption())
    .option(
      '--update-profiles',
      'apply changed names and emails of people matched by external_id; not with --url',
    )
    .option(...dryRunOption)
    .option('--rejects <file>', 'write failed rows to this file, to fix and import again')
    .addOption(quietOption())
    .option('--url <url>', 'import into the service at this address (or ENGAGED_URL)')
    .option(
      '--key <key>',
      'API key of the service; prefer ENGAGED_KEY, which other users cannot see',
    )
    .addHelpText('after', NOTES)
    .action((file: string, options: ImportOptions) => importFile(context, file, options));
}

async function importFile(context: Context, name: string, given: ImportOptions): Promise<void> {
  const options = await applyProfile(context, given, findService(context, given) !== null);
  const profilePlace = await resolveProfilePlace(context, options);
  const service = findService(context, options);
  const rejects = resolveRejectsPath(context, options, name);
  const profilePath = profilePlace !== null && 'path' in profilePlace ? profilePlace.path : null;
  if (profilePath !== null && rejects !== null && realPathOf(rejects) === profilePath) {
    throw new UsageError(
      '--save-profile and --rejects name the same file. Choose another name',
      '--save-profile',
    );
  }
  const deactivation: DeactivationOptions = {
    deactivateMissing: options.deactivateMissing ?? false,
    maxDeactivations: options.maxDeactivations ?? null,
  };
  const progress = createProgress(context, options);
  try {
    progress.show(0, 1, 'reading the file');
    const whole = await readFile(context, name, options);
    const profileFile =
      profilePlace && (await saveProfile(context, profilePlace, readingOf(options, whole)));
    requireRows(whole, deactivation);
    const { file, withoutEmail } = takeWithoutEmail(whole, options);
    const importWith = async (allowed: DeactivationOptions) => {
      if (!service) {
        const order = { options, file, withoutEmail, deactivation: allowed };
        const done = await importHere(context, order, progress);
        const { majority = null } = done.review ?? {};
        return { requests: null, majority, renumbered: NOBODY, ...done };
      }
      const sent = await sendToService(
        options.quiet ? withoutNotices(context) : context,
        service,
        [...toRosterRows(file)],
        { ...allowed, dryRun: options.dryRun ?? false },
        progress,
      );
      return { target: service.address, runId: null, review: null, liveDomains: null, ...sent };
    };
    const imported = { name, given, deactivation };
    const done = await confirmingMajority(context, imported, progress, importWith);
    if (!service) await noteProfileUsed(context, options);
    progress.clear();
    report(context, name, given, {
      file,
      withoutEmail,
      columns: readColumns(file, options.where ?? [], context.now()),
      profileFile,
      updateProfiles: options.updateProfiles ?? false,
      deactivation,
      rejects,
      ...done,
    });
  } finally {
    progress.clear();
  }
}

// A retry that succeeds needs nobody.
const withoutNotices = (context: Context): Context => ({ ...context, stderr: { write() {} } });

// A function of its own: the bytes of a large file are not kept beside its text.
async function readFile(context: Context, name: string, options: ImportOptions) {
  const { map: maps = [], where: wheres = [], expect, delimiter, skipLines, ...form } = options;
  const text = await readRosterText(await readInputFile(context, name), { ...form, maps });
  const needsNoEmail = form.noEmailDomain !== undefined;
  return readRosterFile(text, { maps, wheres, expect, delimiter, skipLines, needsNoEmail });
}

/** What reads the next file from the same columns. A file of rows that failed says nothing about them. */
const readingOf = (options: ImportOptions, file: RosterFile): ImportOptions =>
  file.isRejects ? options : { ...options, ...pinColumns(headersOf(file), options.map ?? []) };

function requireRows(file: RosterFile, deactivation: DeactivationOptions): void {
  if (file.records.length === 0) {
    throw invalid('The file has column names but no rows.');
  }
  if (file.isRejects && deactivation.deactivateMissing) {
    throw new UsageError(
      'This is a rejects file and does not list everybody. Remove --deactivate-missing',
    );
  }
}

/** An import, before its rejects file is written. */
type FinishedImport = Pick<
  ImportReport,
  | 'target'
  | 'result'
  | 'requests'
  | 'review'
  | 'majority'
  | 'liveDomains'
  | 'renumbered'
  | 'file'
  | 'withoutEmail'
  | 'columns'
  | 'profileFile'
  | 'updateProfiles'
  | 'deactivation'
> & {
  /** Null unless a data file of this machine has it on record. */
  runId: string | null;
  /** Where `--rejects` leads. */
  rejects: string | null;
};

/** Prints an import and ends with 3 where part of it was not done. */
function report(
  context: Context,
  name: string,
  options: ImportOptions,
  done: FinishedImport,
): void {
  const { file, columns, profileFile, rejects, withoutEmail } = done;
  const { target, result, requests, runId, review, majority, liveDomains, renumbered } = done;
  const renamed = (review?.renamedDepartments ?? []).map(toRenameAdvice(options));
  const department = commandsOf('department', options);
  const departmentNames = review?.departmentNames.map(toNameAdvice(department)) ?? null;
  const dryRun = options.dryRun ?? false;
  const { rejectsFile, failure } = saveRejects(rejects, file, result.errors);
  const needsAttention =
    result.errors.length > 0 ||
    result.warnings.length > 0 ||
    result.deactivation_skipped_reason !== null ||
    renumbered.total > 0 ||
    (review?.kept.undecided ?? 0) > 0 ||
    renamed.length > 0;
  const withLine = (note: RowNote) => ({ ...note, line: lineOf(file, note.index) });
  const { encoding, delimiter, leftOut, records } = file;
  const syncCommand = commandsOf('sync', options);
  const commands = {
    department,
    employee: commandsOf('employee', options),
    updateProfiles: toCommandLine(name, options, { updateProfiles: true, dryRun: false }),
  };
  print(
    context,
    { ...options, quiet: options.quiet === true && !needsAttention },
    {
      ...result,
      errors: result.errors.map(withLine),
      warnings: result.warnings.map(withLine),
      renamed_departments: renamed,
      department_names: departmentNames,
      live_sso_domains: liveDomains,
      dry_run: dryRun,
      target,
      requests,
      run_id: runId,
      file: {
        name: nameOfInput(name),
        rows: records.length,
        skipped: leftOut.reduce((sum, { rows }) => sum + rows, 0),
        left_out: leftOut,
        encoding,
        delimiter,
        sheet: file.sheet?.name ?? null,
        skipped_lines: file.skippedLines,
        extra_lines: file.extraLines,
        extra_lines_total: file.extraLinesTotal,
        without_email: {
          ...{ rows: withoutEmail.rows, lines: withoutEmail.lines },
          ...(withoutEmail.domain !== null && { domain: withoutEmail.domain }),
        },
        ...columns,
      },
      profiles: review?.profiles ?? null,
      kept: review?.kept ?? null,
      renumbered: requests === null ? null : renumbered,
      mismatches:
        review?.mismatches.map((mismatch) => ({
          ...mismatch,
          line: lineOf(file, mismatch.index),
          resolution: resolveMismatch(mismatch, commands),
        })) ?? null,
      rejects_file: rejectsFile,
      profile_file: profileFile,
    },
    () =>
      describeImport(context, {
        ...done,
        ...{ dryRun, source: nameOfInput(name), commands, renamed, rejectsFile },
        departmentNames: departmentNames ?? [],
        nextCommand: (changes) => toCommandLine(name, options, changes),
        syncCommand: (verb) => (runId === null ? null : syncCommand(verb, runId)),
      }),
  );
  if (failure) throw failure;
  const isBlocked =
    result.deactivation_skipped_reason !== null || majority !== null || renumbered.total > 0;
  if (result.errors.length > 0 || isBlocked) {
    throw new ExitError(EXIT.partly);
  }
}
