import { exportPerson } from '../../service/person-export.ts';
import type { AddVerb } from '../company-command.ts';

const NOTES = `
The document holds the profile, XP and coin history, badges, redemptions, roster syncs and audit entries
of the person, and no values of other people. The export is an audit entry itself.
`;

/** `engaged employee export`: what a person may ask for. */
export function addEmployeeExportCommand(addOnOne: AddVerb): void {
  addOnOne(
    'export',
    'Print everything on record about a person as JSON',
    'ada@acme.example > ada.json',
  )
    .addHelpText('after', NOTES)
    .change((reference: string) => (write) => exportPerson(write, reference));
}
