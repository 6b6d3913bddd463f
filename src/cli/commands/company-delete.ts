import { fileTimestamp } from '../../domain/iso-time.ts';
import { formatNumber, pluralize } from '../../domain/number-text.ts';
import { createBackup } from '../../service/backup.ts';
import { showCompany } from '../../service/companies.ts';
import { deleteCompany } from '../../service/company-deletion.ts';
import type { Database } from '../../store/database.ts';
import type { CommonOptions } from '../command.ts';
import type { AddVerb } from '../company-command.ts';
import { resolveLiveCompany } from '../company-option.ts';
import { type ConfirmOption, confirm } from '../confirm.ts';
import type { Context } from '../context.ts';
import { requireFile, withData } from '../data-file-option.ts';
import { withSteps } from '../progress.ts';
import { finishRemoval } from '../remove-remnants.ts';
import { escapeControl } from '../terminal.ts';

/** `backup` is false with `--no-backup`. */
type DeleteOptions = CommonOptions & ConfirmOption & { backup: boolean };

const NOTES = `
People, departments, XP, coins, badges, the shop, keys, sync runs and the audit log of the company and of its
sandbox are deleted, and the data file is rewritten so that they are gone from it. The id of the company, the
time and the operator stay on record: engaged company list --deleted

First a verified backup of the whole data file is written beside it; without it nothing is deleted. The backup
holds the company. --no-backup makes none; then only an older backup can bring the company back.

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
      withData(context, options, async (db, data) => {
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

/** Writes a verified backup beside the data file, and returns its path. */
async function backUp(
  context: Context,
  options: DeleteOptions,
  { db, data }: { db: Database; data: string },
): Promise<string> {
  const file = requireFile(db, 'engaged company delete without --no-backup');
  const target = `${data}.before-delete-${fileTimestamp(context.now())}`;
  const backup = await withSteps(context, options, (onStep) =>
    createBackup(file, target, { source: data, whereTaken: 'number', onStep }),
  );
  return backup.file;
}
