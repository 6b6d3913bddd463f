import { type Html, html } from '../../../http/response/html.ts';
import { activePeople, departments, type Link, number, people, plural } from './words.ts';

/** Departments. */
export const departmentTexts = {
  title: 'Departments',
  lead: ({ active, archived }: { active: number; archived: number }) =>
    plural(active, {
      one: `${number(active)} active department, ${number(archived)} archived. A roster finds them by external ID, then by name.`,
      other: `${number(active)} active departments, ${number(archived)} archived. A roster finds them by external ID, then by name.`,
    }),
  none: 'No departments yet',
  noneText: 'A roster creates the departments that it names.',
  noneTextForEditors:
    'A roster creates the departments that it names. You can also create one below, or with the command.',
  department: 'Department',
  externalId: 'External ID',
  people: 'People',
  withBelow: 'With below',
  xpIn: ({ month }: { month: string }) => `XP in ${month}`,
  atLevel: ({ level }: { level: number }) => `level ${number(level)}`,
  archived: 'Archived',
  archivedText: 'They keep their history and can come back',
  newDepartment: 'New department',
  name: 'Name',
  giveName: 'Give it a name.',
  externalIdHint: 'What the HR system calls it, if it has such an ID.',
  below: 'Below',
  topLevel: 'Top level',
  createThis: 'Create department',
  notCreated: 'No department was created.',
  created: ({ name }: { name: Html }) => html`The department ${name} is created.`,
  noExternalId: 'No external ID',
  hasExternalId: ({ externalId }: { externalId: string }) => `External ID ${externalId}`,
  archivedOn: ({ day }: { day: string }) => `archived ${day}`,
  seePeople: 'See the people',
  peopleHere: 'People here',
  belowIt: 'Below it',
  count: departments,
  firstOfTree: ({ count, tree }: { count: number; tree: Link }) =>
    html`The first ${number(count)}. ${tree('All are in the tree')}.`,
  rename: 'Rename',
  renameText: 'A roster without IDs of departments finds it only by its new name.',
  isCalled: ({ name }: { name: Html }) => html`The department is called ${name}.`,
  move: 'Move',
  moveText: 'The departments below it move with it.',
  isMoved: 'The department is moved.',
  archive: 'Archive',
  archiveText:
    'Its people stay in it, and departments below it stay where they are. It can be restored.',
  archiveThis: 'Archive department',
  isArchived: ({ name }: { name: Html }) => html`${name} is archived.`,
  restore: 'Restore',
  restoreText: 'Below the department above it, or at the top level where that one is archived.',
  restoreThis: 'Restore department',
  isRestored: ({ name }: { name: Html }) => html`${name} is active again.`,
  isRestoredAtTop: ({ name }: { name: Html }) => html`${name} is active again, at the top level.`,
  merge: 'Merge',
  mergeTitle: 'Merge into another one',
  mergeText: ({ count }: { count: number }) =>
    `${people(count)}, those deactivated and the departments below move there, and this one is archived. This cannot be undone in one step. Its external ID moves too if the other one has none.`,
  mergePeople: ({ count }: { count: number }) => `Merge ${people(count)}`,
  into: 'Into',
  chooseOne: 'Choose a department',
  merged: (it: { active: number; deactivated: number; departments: number; into: Html }) =>
    html`${activePeople(it.active)}, ${number(it.deactivated)} deactivated and ${departments(it.departments)} moved to ${it.into}.`,
  mergedIdMoved: ({ externalId }: { externalId: string }) =>
    `It has the external ID ${externalId} now, so that a roster finds it.`,
  mergedNameComesBack: 'A roster that still sends this name makes it again.',
  mergedIdComesBack: ({ externalId }: { externalId: string }) =>
    `A roster that still sends ${externalId} restores this one.`,
};
