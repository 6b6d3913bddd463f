import { statSync } from 'node:fs';
import type { Command } from 'commander';
import { formatBytes } from '../../domain/number-text.ts';
import { addCommand, type CommonOptions } from '../command.ts';
import type { Context } from '../context.ts';
import { withDataFile } from '../data-file-option.ts';
import { escapeControl, print } from '../output.ts';
import { removeRemnantsWithProgress } from '../remove-remnants.ts';

const NOTES = `
Needs free space of about the size of the file, in its folder and in the temporary folder. The service may
be running; it can read meanwhile, but not write.
`;

/** `engaged vacuum`: rewrites the data file. */
export function addVacuumCommand(program: Command, context: Context): void {
  addCommand(program, 'vacuum', {
    description: 'Rewrite the data file, so that no deleted or replaced value is left in it',
    example: 'engaged vacuum --data /var/lib/engaged/engaged.db',
  })
    .addHelpText('after', NOTES)
    .action((options: CommonOptions) =>
      withDataFile(context, options, (db, file) => {
        removeRemnantsWithProgress(context, options, { db, file });
        const bytes = statSync(file).size;
        print(
          context,
          options,
          { file, bytes },
          () => `Rewrote ${escapeControl(file)} (${formatBytes(bytes)}).`,
        );
      }),
    );
}
