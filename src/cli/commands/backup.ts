import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { isoTime } from '../../domain/iso-time.ts';
import { formatBytes, pluralize } from '../../domain/number-text.ts';
import { type Backup, createBackup } from '../../service/backup.ts';
import { createDatedBackup, type DatedBackup } from '../../service/dated-backups.ts';
import { recordBackup } from '../../service/last-jobs.ts';
import { restore } from '../../service/restore.ts';
import { realPathOf } from '../../store/files/paths.ts';
import { addCommand, type CommonOptions, quietOption, wholeNumber } from '../command.ts';
import { type Context, EXIT, ExitError } from '../context.ts';
import { dataFileOf, requireFile, withData } from '../data-file-option.ts';
import { print, printNotice } from '../output.ts';
import { withSteps } from '../progress.ts';
import { escapeControl } from '../terminal.ts';

type BackupOptions = CommonOptions & { force?: true; keep?: number };

const NOTES = `
Without --keep, <path> is the file to write; it must not exist, except with --force.

With --keep N, <path> is a folder. The backup is named after the data file and the time in UTC, such as
engaged-20261121T093000Z.db. Once it is written and verified, the oldest backups with such a name are removed, so
that N are left. No other file is ever removed, nor a link, a backup in use, or a backup dated in the future. Two
data files of the same name need two folders.

Exit code 3: the backup was made, but an old one could not be removed.
`;

/** `engaged backup`: copies the data file. */
export function addBackupCommand(program: Command, context: Context): void {
  addCommand(program, 'backup <path>', {
    description: 'Write a verified copy of the data file; the service may be running',
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
        const db = requireFile(data, 'engaged backup');
        const target = realPathOf(resolve(context.cwd, path));
        const { force, keep } = options;
        const now = context.now();
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
