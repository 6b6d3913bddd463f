import type { Command } from 'commander';
import { formatBytes } from '../../../domain/number-text.ts';
import { isPostgresAddress, withoutPassword } from '../../../store/postgres/address.ts';
import { addCommand, type CommonOptions } from '../../command.ts';
import type { Context } from '../../context.ts';
import { withData } from '../../options/data-file-option.ts';
import { print } from '../../output/output.ts';
import { escapeControl } from '../../output/terminal.ts';
import { removeRemnantsWithProgress } from '../../remove-remnants.ts';

const NOTES = `
Needs free space of about the size of the file, in its folder and in the temporary folder. The service may
be running; it can read meanwhile, but not write.

In a PostgreSQL database nothing that was deleted can be read any more, and files keep their size. Unused parts of
them hold values until PostgreSQL reuses them.
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
        const verb = isPostgresAddress(data) ? 'Cleaned' : 'Rewrote';
        print(
          context,
          options,
          { file, bytes },
          () => `${verb} ${escapeControl(file)} (${formatBytes(bytes)}).`,
        );
      }),
    );
}
