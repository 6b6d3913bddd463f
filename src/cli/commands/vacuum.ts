import type { Command } from 'commander';
import { formatBytes } from '../../domain/number-text.ts';
import { withoutPassword } from '../../store/postgres/address.ts';
import { addCommand, type CommonOptions } from '../command.ts';
import type { Context } from '../context.ts';
import { withData } from '../data-file-option.ts';
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
      withData(context, options, (db, data) => {
        const file = withoutPassword(data);
        removeRemnantsWithProgress(context, options, { db, data });
        const bytes = db.size();
        print(
          context,
          options,
          { file, bytes },
          () => `Rewrote ${escapeControl(file)} (${formatBytes(bytes)}).`,
        );
      }),
    );
}
