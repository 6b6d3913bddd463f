import { resolve } from 'node:path';
import type { Command } from 'commander';
import { isoTime } from '../../domain/iso-time.ts';
import { createBackup } from '../../service/backup.ts';
import { recordBackup } from '../../service/last-jobs.ts';
import { restore } from '../../service/restore.ts';
import { realPathOf } from '../../store/files/paths.ts';
import { addCommand, type CommonOptions, quietOption } from '../command.ts';
import type { Context } from '../context.ts';
import { dataFileOf, withDataFile } from '../data-file-option.ts';
import { escapeControl, formatBytes, print, printNotice } from '../output.ts';
import { withProgress } from '../progress.ts';

/** `engaged backup` and `engaged restore`. */
export function addBackupCommands(program: Command, context: Context): void {
  addCommand(program, 'backup <file>', {
    description: 'Write a verified copy of the data file; the service may be running',
    example: 'engaged backup /var/backups/engaged-$(date +%F).db',
  })
    .option('--force', 'replace an earlier backup of that name')
    .addOption(quietOption())
    .action((target: string, options: CommonOptions & { force?: true }) =>
      withDataFile(context, options, async (db, source) => {
        const file = realPathOf(resolve(context.cwd, target));
        const { bytes, schemaVersion } = await withProgress(context, options, (progress) =>
          createBackup(db, file, {
            source,
            replace: options.force === true,
            onStep: (share, step) => progress.show(share, 1, step),
          }),
        );
        if (!recordBackup(db, { at: context.now(), bytes })) {
          printNotice(context, 'The backup is complete, but the data file could not record it.');
        }
        print(
          context,
          options,
          { file, bytes, schema_version: schemaVersion, at: isoTime(context.now()) },
          () => `Wrote ${escapeControl(file)} (${formatBytes(bytes)}) and verified it.`,
        );
      }),
    );

  addCommand(program, 'restore <file>', {
    description:
      'Replace the data file with a backup; the old file is kept. Stop the service first',
    example: 'engaged restore /var/backups/engaged-2026-11-20.db',
  }).action(async (backup: string, options: CommonOptions) => {
    const file = dataFileOf(context, options);
    const source = realPathOf(resolve(context.cwd, backup));
    const { kept, bytes } = await withProgress(context, options, (progress) =>
      restore(file, source, {
        now: context.now(),
        onStep: (share, step) => progress.show(share, 1, step),
      }),
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
