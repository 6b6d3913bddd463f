import { writeCompany } from '../../../service/company/company-write.ts';
import { collectPerson, recordExport } from '../../../service/people/person-export.ts';
import type { AddVerb } from '../../company-command.ts';
import type { Context } from '../../context.ts';

const NOTES = `
The document holds the profile, XP and coin history, badges, redemptions, roster syncs and audit entries
of the person, and no values of other people. The export is an audit entry itself.
`;

/** `engaged employee export`: what a person may ask for. */
export function addEmployeeExportCommand(addOnOne: AddVerb, context: Context): void {
  addOnOne(
    'export',
    'Print everything on record about a person as JSON',
    'ada@acme.example > ada.json',
  )
    .addHelpText('after', NOTES)
    .read((employee: string) => (db, companyId) => {
      const { actor } = context;
      const now = context.now();
      const record = collectPerson(db, { companyId, employee, now });
      writeCompany(db, { companyId, now, actor }, (write) => recordExport(write, employee));
      return record;
    });
}
