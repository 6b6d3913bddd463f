import { DETAILS } from '../../../domain/roster/fields.ts';
import { beginCompanyWrite } from '../../../service/company/company-write.ts';
import { type Erased, eraseEmployee, requireErasable } from '../../../service/people/erasure.ts';
import type { AddVerb, CompanyOptions } from '../../company-command.ts';
import type { Context } from '../../context.ts';
import { resolveCompany } from '../../options/company-option.ts';
import { type ConfirmOption, confirm } from '../../options/confirm.ts';
import { changingData } from '../../options/data-file-option.ts';
import { escapeControl } from '../../output/terminal.ts';
import { finishRemoval } from '../../remove-remnants.ts';
import { commandsOf } from '../../shell-line.ts';

type EraseOptions = CompanyOptions & ConfirmOption & { reason: string };

const DETAIL_LABELS = Object.values(DETAILS)
  .map(({ label }) => label.toLowerCase())
  .join(', ');

const NOTES = `
Names, email, external id, department, ${DETAIL_LABELS}, and every reason, once key and recorded
value of the person are removed, and the data file is rewritten so that they are gone from it. Amounts of XP and coins,
badges and redemptions stay, as those of a "Former member". An active person is deactivated. Admins and
people with a portal role are refused. A roster that still has the person adds them as a new person.

The reason is kept in the audit log: it must not identify the person.
Backups and other copies of the data file keep what they held.

Exit code 3: erased, but the file could not be rewritten yet. Run: engaged vacuum
`;

/** `engaged employee erase`: makes a person unrecognisable for good. */
export function addEmployeeEraseCommand(addOnOne: AddVerb, context: Context): void {
  addOnOne(
    'erase',
    'Make a person unrecognisable for good',
    'ada@acme.example --reason "Request 2026-114"',
  )
    .requiredOption('--reason <reason>', 'why, for the audit log; it must not identify the person')
    .option('--yes', 'do not ask')
    .addHelpText('after', NOTES)
    .action((reference: string, options: EraseOptions) =>
      changingData(context, options, async (db, data) => {
        const { companyId } = resolveCompany(db, options);
        const { id, accountName, givenName, email } = requireErasable(db, companyId, reference);
        const name = escapeControl(`${accountName ?? givenName ?? email} (${id})`);
        await confirm(context, options, `This erases ${name} for good and cannot be undone.`);
        const order = { companyId, now: context.now(), actor: context.actor };
        const erased = db.write(() =>
          eraseEmployee(beginCompanyWrite(db, order), id, options.reason),
        );
        const text = describe(erased, options);
        finishRemoval(
          context,
          options,
          { db, data },
          { removed: erased, text, whose: 'the person' },
        );
      }),
    );
}

function describe({ employee_id, sandbox_employee_ids }: Erased, options: EraseOptions): string {
  const inSandbox = commandsOf('employee', { ...options, test: true });
  return [
    `Erased ${employee_id}. Backups and other copies of the data file keep what they held.`,
    ...sandbox_employee_ids.map(
      (id) =>
        `The sandbox holds the same person. To erase them there: ${inSandbox('erase', id, '--reason', 'REASON')}`,
    ),
  ].join('\n');
}
