import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { UsageError } from '../../domain/errors.ts';
import { isoTime } from '../../domain/iso-time.ts';
import { formatBytes, pluralize } from '../../domain/number-text.ts';
import { shellWord } from '../../domain/shell-word.ts';
import { type Backup, createBackup } from '../../service/backup.ts';
import { createDatedBackup, type DatedBackup } from '../../service/dated-backups.ts';
import { recordBackup } from '../../service/last-jobs.ts';
import { backUpDatabase } from '../../service/postgres-backup.ts';
import { restore } from '../../service/restore.ts';
import type { Database } from '../../store/database.ts';
import { realPathOf } from '../../store/files/paths.ts';
import { SqliteDatabase } from '../../store/sqlite/sqlite-database.ts';
import { addCommand, type CommonOptions, quietOption, wholeNumber } from '../command.ts';
import { type Context, EXIT, ExitError } from '../context.ts';
import { dataFileOf, withData } from '../data-file-option.ts';
import { print, printNotice } from '../output.ts';
import { withSteps } from '../progress.ts';
import { escapeControl } from '../terminal.ts';

const KEEP_NEEDS_FILE = '--keep works on data files. With PostgreSQL, name a new file each time';

type BackupOptions = CommonOptions & { force?: true; keep?: number };

const NOTES = `
Without --keep, <path> is the file to write; it must not exist, except with --force.

With --keep N, <path> is a folder. The backup is named after the data file and the time in UTC, such as
engaged-20261121T093000Z.db. Once it is written and verified, the oldest backups with such a name are removed, so
that N are left. No other file is ever removed, nor a link, a backup in use, or a backup dated in the future. Two
data files of the same name need two folders.

A PostgreSQL database is backed up with pg_dump where there is one that is not older than the server, else into a data
file. The command that restores it is printed. There is no --keep.

Exit code 3: the backup was made, but an old one could not be removed.
`;

/** `engaged backup`: copies the data. */
export function addBackupCommand(program: Command, context: Context): void {
  addCommand(program, 'backup <path>', {
    description: 'Write a verified copy of the data; the service may be running',
    example: 'engaged backup --keep 14 /var/backups/engaged',
  })
    .option('--force', 'replace an earlier backup of that name')
    .addOption(
      new Option(
        '--keep <n>',
        'write a dated backup into the folder <path>, then remove the oldest of them, so that n are left',
      )
        .argParser(wholeNumber(1, 100_000))
        .conflicts('force'),
    )
    .addOption(quietOption())
    .addHelpText('after', NOTES)
    .action((path: string, options: BackupOptions) =>
      withData(context, options, async (data, source) => {
        const target = realPathOf(resolve(context.cwd, path));
        const { force, keep } = options;
        const now = context.now();
        if (!(data instanceof SqliteDatabase)) {
          if (keep !== undefined) throw new UsageError(KEEP_NEEDS_FILE);
          return backUpPostgres(context, options, { db: data, address: source, target, now });
        }
        const db = data;
        const whereTaken = force ? 'replace' : 'refuse';
        const backup = await withSteps(context, options, (onStep) =>
          keep === undefined
            ? createBackup(db, target, { source, whereTaken, onStep })
            : createDatedBackup(db, target, { source, keep, now, onStep }),
        );
        if (!recordBackup(db, { at: now, bytes: backup.bytes })) {
          printNotice(context, 'The backup is complete, but the data file could not record it.');
        }
        printBackup(context, options, backup, now);
      }),
    );
}

/** `engaged restore`: puts a backup in place of the data file. */
export function addRestoreCommand(program: Command, context: Context): void {
  addCommand(program, 'restore <file>', {
    description:
      'Replace the data file with a backup; the old file is kept. Stop the service first',
    example: 'engaged restore /var/backups/engaged-2026-11-20.db',
  }).action(async (backup: string, options: CommonOptions) => {
    const file = dataFileOf(context, options, 'engaged restore');
    const source = realPathOf(resolve(context.cwd, backup));
    const { kept, bytes } = await withSteps(context, options, (onStep) =>
      restore(file, source, { now: context.now(), onStep }),
    );
    print(context, options, { file, bytes, kept }, () =>
      [
        `Restored ${escapeControl(file)} (${formatBytes(bytes)}).`,
        ...(kept === null ? [] : [`The previous data file is now ${escapeControl(kept)}.`]),
      ].join('\n'),
    );
    printNotice(
      context,
      'Keys revoked since the backup work again, and newer ones do not. See: engaged key list',
    );
  });
}

async function backUpPostgres(
  context: Context,
  options: BackupOptions,
  { db, address, target, now }: { db: Database; address: string; target: string; now: number },
): Promise<void> {
  const { env } = context;
  const backup = await withSteps(context, options, (onStep) =>
    backUpDatabase(db, target, { address, replaces: options.force ?? false, env, onStep }),
  );
  const { file, bytes, format } = backup;
  recordBackup(db, { at: now, bytes });
  const words =
    format === 'pg_dump'
      ? [
          'pg_restore',
          '--no-owner',
          '--exit-on-error',
          '--dbname',
          'postgres://USER@HOST/NAME',
          file,
        ]
      : ['engaged', 'copy', file, 'postgres://USER@HOST/NAME'];
  const restore = words.map(shellWord).join(' ');
  print(context, options, { ...backup, at: isoTime(now), restore }, () =>
    [
      `Wrote ${escapeControl(file)} (${formatBytes(bytes)}, ${format === 'pg_dump' ? 'by pg_dump' : 'a data file'}).`,
      `To restore it into an empty database: ${escapeControl(restore)}`,
    ].join('\n'),
  );
}

function printBackup(
  context: Context,
  options: BackupOptions,
  backup: Backup | DatedBackup,
  now: number,
): void {
  const { file, bytes, schemaVersion } = backup;
  const dated = 'removed' in backup ? backup : undefined;
  print(
    context,
    options,
    {
      ...{ file, bytes, schema_version: schemaVersion, at: isoTime(now) },
      ...(dated && { removed: dated.removed, not_removed: dated.notRemoved }),
    },
    () =>
      [
        `Wrote ${escapeControl(file)} (${formatBytes(bytes)}) and verified it.`,
        ...(dated?.removed ?? []).map((one) => `Removed ${escapeControl(one)}.`),
      ].join('\n'),
  );
  if (!dated) return;
  if (dated.datedLater > 0) {
    const backups = pluralize(dated.datedLater, 'backup is', 'backups are');
    printNotice(
      context,
      `${backups} dated in the future and neither counted nor removed. Was the clock set back?`,
    );
  }
  if (dated.notRemoved.length === 0) return;
  for (const one of dated.notRemoved) {
    printNotice(context, `${escapeControl(one)} is in use or cannot be removed.`);
  }
  throw new ExitError(EXIT.partly);
}
