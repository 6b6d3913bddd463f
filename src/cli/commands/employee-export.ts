import type { Command } from 'commander';
import { exportPerson } from '../../service/person-export.ts';
import { addCommand, employeeArgument } from '../command.ts';
import { type CompanyOptions, changeCompany } from '../company-command.ts';
import { addCompanyOption } from '../company-option.ts';
import type { Context } from '../context.ts';
import { print } from '../output.ts';

const NOTES = `
The document holds the profile, XP and coin history, badges, redemptions, roster syncs and audit entries
of the person, and no values of other people. The export is an audit entry itself.
`;

/** `engaged employee export`: what a person may ask for. */
export function addEmployeeExportCommand(employee: Command, context: Context): void {
  addCompanyOption(
    addCommand(employee, 'export', {
      description: 'Print everything on record about a person as JSON',
      example: 'engaged employee export ada@acme.example > ada.json',
    }),
  )
    .argument(...employeeArgument)
    .addHelpText('after', NOTES)
    .action(async (reference: string, options: CompanyOptions) => {
      const exported = await changeCompany(context, options, (write) =>
        exportPerson(write, reference),
      );
      print(context, { ...options, json: true }, exported, () => '');
    });
}
