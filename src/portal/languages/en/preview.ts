import { type Html, html } from '../../../http/response/html.ts';
import { previewReading } from './preview-reading.ts';
import { listedDomains, previewRows } from './preview-rows.ts';
import { type Link, number, people, plural, type Strong } from './words.ts';

/** What a roster would do that was uploaded. */
export const preview = {
  ...previewReading,
  ...previewRows,
  lead: 'Preview. Nothing has been changed yet.',
  nothingYet: 'Nothing has been changed yet.',
  discard: 'Discard',
  isDiscarded: 'The file is discarded. Nothing was changed.',
  anotherFile: 'Choose another file',
  waits: ({ strong }: { strong: Strong }) =>
    html`${strong('The file waits until other files are read.')} Two are read at once, and one of each company. This page asks every few seconds, and then shows the preview.`,
  droppedFile: ({ file, when }: { file: Html; when: string }) => html`${file} of ${when}`,
  dropped: ({ files }: { files: Html }) =>
    html`There was no room for every file that waits to be applied. Dropped: ${files}. Upload again what you still need.`,
  notApplied: 'Nothing was applied.',
  cannotBeApplied: 'This preview cannot be applied.',
  madeAgain: 'The preview has been made again in the meantime. Check it, then apply it.',
  companyChanged: ({ strong, decisions }: { strong: Strong; decisions: Html }) =>
    html`${strong('The company has changed since the preview was made.')} ${decisions} This is a new preview.`,
  syncedBy: ({ actor, result }: { actor: Html; result: string }) =>
    html`${actor} synced a roster: ${result}.`,
  isApplied: ({ strong, result }: { strong: Strong; result: string }) =>
    html`${strong('The roster is applied:')} ${result}.`,
  isAppliedRevert: (it: { strong: Strong; result: string; revert: Link }) =>
    html`${it.strong('The roster is applied:')} ${it.result}. ${it.revert('Revert it')}`,

  created: 'Created',
  updated: 'Updated',
  reactivated: ({ count }: { count: number }) => `${number(count)} reactivated`,
  unchanged: 'Unchanged',
  failed: 'Failed',
  deactivated: 'Deactivated',
  newDepartments: 'New departments',
  restored: ({ count }: { count: number }) => `${number(count)} restored`,
  departments: 'Departments',
  department: 'Department',
  change: 'Change',
  departmentChanges: {
    created: (_: object) => html`created`,
    archived: (_: object) => html`archived`,
    restored: (_: object) => html`restored from the archive`,
    adopted: ({ code }: { code: Html }) => html`gets a code ${code}`,
    updated: (_: object) => html`changed`,
  },
  seemsRenamed: (it: {
    strong: Strong;
    old: Html;
    now: Html;
    moved: number;
    members: number;
    command: Html;
  }) =>
    html`${it.strong(html`“${it.old}” seems to be renamed to “${it.now}”:`)} ${number(it.moved)} of its ${people(it.members)} move there, and nobody is left in it. To keep one department, rename it before you apply this: ${it.command}`,
  moreSeemRenamed: ({ count }: { count: number }) =>
    plural(count, {
      one: `${number(count)} more department seems to be renamed.`,
      other: `${number(count)} more departments seem to be renamed.`,
    }),
  lacksNames: ({ strong }: { strong: Strong }) =>
    html`${strong('A new department needs a name, and no column of department names was read.')} Choose one, or choose the column of codes as Department, too: then the codes are the names.`,
  otherDomains: (it: { strong: Strong; count: number; domains: readonly string[] }) =>
    html`${it.strong(`Outside the sandbox ${number(it.count)} of these rows would fail.`)} Only these sign-in domains are allowed there: ${listedDomains(it.domains)}.`,
  otherNames: 'Departments with another name in the file',
  theyKeepNames: 'They keep their names',
  onRecord: 'On record',
  inFile: 'In the file',

  differences: 'Different, and left as it is',
  changeThemToo: 'Change them too',
  nothing: 'empty',
  nameStays: ({ now, inFile }: { now: Html; inFile: Html }) =>
    html`Name stays ${now}, the file says ${inFile}.`,
  emailStays: ({ now, inFile }: { now: Html; inFile: Html }) =>
    html`Email stays ${now}, the file says ${inFile}.`,
  inLine: ({ line }: { line: number }) => `line ${number(line)}.`,
  whyDifferent: {
    not_requested: '',
    linked_by_email: 'Linked by email in this run.',
    managed_in_portal: 'An admin, or somebody with a portal role.',
    email_taken: 'The email belongs to another person.',
    email_circle: 'More than 1,000 people pass their emails on in a circle.',
  },

  missing: 'Not in the file',
  missingOf: ({ count, limit }: { count: number; limit: number }) =>
    `${number(count)} of a limit of ${number(limit)}`,
  deactivateThem: 'Deactivate them',
  leaveThem: 'Leave them active',
  kept: 'Not in the file, and kept',
  unlinked: ({ count }: { count: number }) =>
    plural(count, {
      one: `${people(count)} without an external ID is not in the file. A roster never deactivates them.`,
      other: `${people(count)} without an external ID are not in the file. A roster never deactivates them.`,
    }),
  rowsFailed: ({ strong }: { strong: Strong }) =>
    html`${strong('Nobody is deactivated, because rows failed.')} They may be the very people who seem to be missing. Correct them in the file and upload it again.`,
  majority: ({ strong, count, of }: { strong: Strong; count: number; of: number }) =>
    html`${strong('More than half of the people would be deactivated:')} ${plural(count, {
      one: `${people(count)} of ${number(of)} is not in the file.`,
      other: `${people(count)} of ${number(of)} are not in the file.`,
    })} An incomplete roster looks like this.`,
  overLimit: ({ strong, count, limit }: { strong: Strong; count: number; limit: number }) =>
    html`${strong('Nobody is deactivated.')} ${plural(count, {
      one: `${people(count)} with an external ID is not in the file, more than the limit of ${people(limit)}.`,
      other: `${people(count)} with an external ID are not in the file, more than the limit of ${people(limit)}.`,
    })} An incomplete roster looks like this.`,
  noMoreThan: ({ limit }: { limit: number }) => `No import deactivates more than ${people(limit)}.`,
  ifTheyLeft: 'If they have really left, this shows the preview with them:',
  deactivate: 'Deactivate',
  deactivatePeople: ({ count }: { count: number }) => `Deactivate ${people(count)}`,
  recordNothing: 'Record that nothing changes',
  apply: 'Apply',
  applyChanges: ({ count }: { count: number }) =>
    plural(count, {
      one: `Apply ${number(count)} change`,
      other: `Apply ${number(count)} changes`,
    }),
  typeFirst: 'Type the number above first, or leave the people active.',
  areDeactivated: ({ count }: { count: number }) =>
    plural(count, {
      one: `${people(count)} is deactivated. A run can be reverted.`,
      other: `${people(count)} are deactivated. A run can be reverted.`,
    }),
  nobodyIsDeactivated: 'Nobody is deactivated. A run can be reverted.',
};
