import { basename, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { isoTime } from '../../../domain/iso-time.ts';
import { formatBytes, pluralize } from '../../../domain/number-text.ts';
import { shellWord } from '../../../domain/shell-word.ts';
import { createBackup } from '../../../service/operations/backup.ts';
import { createDatedBackup, type Rotation } from '../../../service/operations/dated-backups.ts';
import { recordBackup } from '../../../service/operations/last-jobs.ts';
import {
  backUpDatabase,
  type DatabaseBackup,
  formatOfBackup,
} from '../../../service/operations/postgres-backup.ts';
import { restore } from '../../../service/operations/restore.ts';
import type { Database } from '../../../store/database.ts';
import { realPathOf } from '../../../store/files/paths.ts';
import { databaseIn } from '../../../store/postgres/address.ts';
import { SqliteDatabase } from '../../../store/sqlite/sqlite-database.ts';
import { addCommand, type CommonOptions, quietOption, wholeNumber } from '../../command.ts';
import { type Context, EXIT, ExitError } from '../../context.ts';
import { dataFileOf, withData } from '../../options/data-file-option.ts';
import { print, printNotice } from '../../output/output.ts';
import { withSteps } from '../../output/progress.ts';
import { escapeControl } from '../../output/terminal.ts';

type BackupOptions = CommonOptions & { force?: true; keep?: number };

const NOTES = `
Without --keep, <path> is the file to write; it must not exist, except with --force.

With --keep N, <path> is a folder. The backup is named after the data file or database and the time in UTC, such as
engaged-20261121T093000Z.db. Once it is written and verified, the oldest backups with such a name are removed, so
that N are left. No other file is ever removed, nor a link, a backup in use, or a backup dated in the future. Two
data files or databases of the same name need two folders.

A PostgreSQL database is backed up with pg_dump where there is one that is not older than the server, else into a data
file. With --keep the name then ends in .dump or .db. The command that restores it is printed.

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
        const now = context.now();
        if (data instanceof SqliteDatabase) {
          await backUpFile(context, options, { db: data, source, target, now });
        } else {
          await backUpPostgres(context, options, { db: data, address: source, target, now });
        }
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

type Order<D> = { db: D; target: string; now: number };

async function backUpFile(
  context: Context,
  options: BackupOptions,
  { db, source, target, now }: Order<SqliteDatabase> & { source: string },
): Promise<void> {
  const { force, keep } = options;
  const of = basename(source).replace(/\.[^.]+$/, '');
  const backup = await withSteps(context, options, (onStep) => {
    const make = (file: string) =>
      createBackup(db, file, { source, whereTaken: force ? 'replace' : 'refuse', onStep });
    return keep === undefined
      ? make(target)
      : createDatedBackup(target, { of, source, format: 'db', keep, now }, make);
  });
  const { file, bytes, schemaVersion } = backup;
  if (!recordBackup(db, { at: now, bytes })) {
    printNotice(context, 'The backup is complete, but the data file could not record it.');
  }
  printBackup(context, options, backup, {
    made: { file, bytes, schema_version: schemaVersion, at: isoTime(now) },
    text: [`Wrote ${escapeControl(file)} (${formatBytes(bytes)}) and verified it.`],
  });
}

async function backUpPostgres(
  context: Context,
  options: BackupOptions,
  { db, address, target, now }: Order<Database> & { address: string },
): Promise<void> {
  const { env } = context;
  const { keep, force: replaces = false } = options;
  const format = await formatOfBackup(db, env);
  const dated = { of: databaseName(address), source: null, keep: keep ?? 0, now } as const;
  const backup = await withSteps(context, options, (onStep) => {
    const make = (file: string) => backUpDatabase(file, { address, format, replaces, env, onStep });
    return keep === undefined
      ? make(target)
      : createDatedBackup(target, { ...dated, format: format === 'pg_dump' ? 'dump' : 'db' }, make);
  });
  const { file, bytes } = backup;
  recordBackup(db, { at: now, bytes });
  const restore = restoreLine(backup);
  printBackup(context, options, backup, {
    made: { file, bytes, format, at: isoTime(now), restore },
    text: [
      `Wrote ${escapeControl(file)} (${formatBytes(bytes)}, ${format === 'pg_dump' ? 'by pg_dump' : 'a data file'}).`,
      `To restore it into an empty database: ${escapeControl(restore)}`,
    ],
  });
}

/** The command that restores the backup of a database. */
const restoreLine = ({ file, format }: DatabaseBackup): string =>
  (format === 'pg_dump'
    ? ['pg_restore', '--no-owner', '--exit-on-error', '--dbname', 'postgres://USER@HOST/NAME', file]
    : ['engaged', 'copy', file, 'postgres://USER@HOST/NAME']
  )
    .map(shellWord)
    .join(' ');

/** The name of a database, as it stands in the names of its backups. */
export const databaseName = (address: string): string =>
  databaseIn(address).replace(/[^\w.-]/g, '_') || 'engaged';

function printBackup(
  context: Context,
  options: BackupOptions,
  backup: object & Partial<Rotation>,
  { made, text }: { made: object; text: string[] },
): void {
  const { removed, notRemoved = [], datedLater = 0 } = backup;
  print(context, options, { ...made, ...(removed && { removed, not_removed: notRemoved }) }, () =>
    [...text, ...(removed ?? []).map((one) => `Removed ${escapeControl(one)}.`)].join('\n'),
  );
  if (datedLater > 0) {
    const backups = pluralize(datedLater, 'backup is', 'backups are');
    printNotice(
      context,
      `${backups} dated in the future and neither counted nor removed. Was the clock set back?`,
    );
  }
  if (notRemoved.length === 0) return;
  for (const one of notRemoved) {
    printNotice(context, `${escapeControl(one)} is in use or cannot be removed.`);
  }
  throw new ExitError(EXIT.partly);
}
