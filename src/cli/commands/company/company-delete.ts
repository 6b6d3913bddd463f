import { resolve } from 'node:path';
import { fileTimestamp } from '../../../domain/iso-time.ts';
import { formatNumber, pluralize } from '../../../domain/number-text.ts';
import { showCompany } from '../../../service/company/companies.ts';
import { deleteCompany } from '../../../service/company/company-deletion.ts';
import { createBackup } from '../../../service/operations/backup.ts';
import { backUpDatabase, formatOfBackup } from '../../../service/operations/postgres-backup.ts';
import type { Database } from '../../../store/database.ts';
import { realPathOf } from '../../../store/files/paths.ts';
import { SqliteDatabase } from '../../../store/sqlite/sqlite-database.ts';
import type { CommonOptions } from '../../command.ts';
import type { AddVerb } from '../../company-command.ts';
import type { Context } from '../../context.ts';
import { resolveLiveCompany } from '../../options/company-option.ts';
import { type ConfirmOption, confirm } from '../../options/confirm.ts';
import { changingData } from '../../options/data-file-option.ts';
import { withSteps } from '../../output/progress.ts';
import { escapeControl } from '../../output/terminal.ts';
import { finishRemoval } from '../../remove-remnants.ts';
import { databaseName } from '../operations/backup.ts';

/** `backup` is false with `--no-backup`. */
type DeleteOptions = CommonOptions & ConfirmOption & { backup: boolean };

const NOTES = `
People, departments, XP, coins, badges, the shop, keys, sync runs and the audit log of the company and of its
sandbox are deleted, and the data file is rewritten so that they are gone from it. The id of the company, the
time and the operator stay on record: engaged company list --deleted

First a verified backup of the whole data file is written beside it, or of a PostgreSQL database into the current folder;
without it nothing is deleted. The backup holds the company. --no-backup makes none; then only an older backup can bring the
company back.

The service may be running. The company's keys end at once, and other companies are not affected, except that
writes wait while the file is rewritten.

Exit code 3: deleted, but the file could not be rewritten yet. Run: engaged vacuum
`;

/** `engaged company delete`: deletes a company, its sandbox and everything in them. */
export function addCompanyDeleteCommand(add: AddVerb, context: Context): void {
  add('delete', 'Delete a company and its sandbox for good', 'Acme')
    .argument('<company>', 'id or name')
    .option('--yes', 'do not ask')
    .option('--no-backup', 'make no backup first')
    .addHelpText('after', NOTES)
    .action((name: string, options: DeleteOptions) =>
      changingData(context, options, async (db, data) => {
        const { companyId } = resolveLiveCompany(db, name);
        const company = showCompany(db, companyId, context.now());
        await confirm(context, options, describeDeletion(company), { answer: company.name });
        const backup = options.backup ? await backUp(context, options, { db, data }) : null;
        const order = { companyId, now: context.now(), actor: context.actor };
        const { id, deleted_at } = deleteCompany(db, order);
        const sandbox_id = company.sandbox?.id ?? null;
        finishRemoval(
          context,
          options,
          { db, data },
          {
            removed: { id, name: company.name, sandbox_id, deleted_at, backup },
            text: [
              `Deleted ${nameOf(company)} and its sandbox.`,
              backup === null
                ? 'No backup was made.'
                : `The backup ${escapeControl(backup)} still holds them.`,
              'Earlier backups and other copies of the data file keep what they held.',
            ].join('\n'),
            whose: 'the company',
          },
        );
      }),
    );
}

type Shown = ReturnType<typeof showCompany>;

const nameOf = ({ name, id }: Shown): string => `${escapeControl(name)} (${id})`;

function describeDeletion(company: Shown): string {
  const { active, deactivated, keys } = company.counts;
  const people = pluralize(active + deactivated, 'person', 'people');
  return `This deletes ${nameOf(company)} and its sandbox for good: ${people}, ${formatNumber(active)} of them active, and ${pluralize(keys, 'key', 'keys')} in use.`;
}

/** Writes a verified backup beside the data file, or of a database into the current folder, and returns its path. */
async function backUp(
  context: Context,
  options: DeleteOptions,
  { db, data }: { db: Database; data: string },
): Promise<string> {
  const { cwd, env } = context;
  const dated = `.before-delete-${fileTimestamp(context.now())}`;
  const { file } = await withSteps(context, options, async (onStep) => {
    if (db instanceof SqliteDatabase)
      return createBackup(db, data + dated, { source: data, whereTaken: 'number', onStep });
    const target = realPathOf(resolve(cwd, databaseName(data) + dated));
    const format = await formatOfBackup(db, env);
    return backUpDatabase(target, { address: data, format, replaces: false, env, onStep });
  });
  return file;
}
