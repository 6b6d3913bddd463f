import { html } from '../../../http/response/html.ts';
import type { Messages } from '../en.ts';
import { activePeople, departments, number, people, plural } from './words.ts';

export const departmentTexts: Messages['departments'] = {
  title: 'Abteilungen',
  lead: ({ active, archived }) =>
    plural(active, {
      one: `${number(active)} aktive Abteilung, ${number(archived)} archiviert. Eine Personalliste findet sie über die externe ID, sonst über den Namen.`,
      other: `${number(active)} aktive Abteilungen, ${number(archived)} archiviert. Eine Personalliste findet sie über die externe ID, sonst über den Namen.`,
    }),
  none: 'Noch keine Abteilungen',
  noneText: 'Eine Personalliste legt die Abteilungen an, die sie nennt.',
  noneTextForEditors:
    'Eine Personalliste legt die Abteilungen an, die sie nennt. Sie können auch unten eine anlegen, oder mit dem Befehl.',
  department: 'Abteilung',
  externalId: 'Externe ID',
  people: 'Personen',
  withBelow: 'Mit darunter',
  xpIn: ({ month }) => `XP im ${month}`,
  atLevel: ({ level }) => `Ebene ${number(level)}`,
  archived: 'Archiviert',
  archivedText: 'Ihr Verlauf bleibt, und sie lassen sich wiederherstellen',
  newDepartment: 'Neue Abteilung',
  name: 'Name',
  giveName: 'Geben Sie einen Namen an.',
  externalIdHint: 'Die ID im HR-System, wenn es eine gibt.',
  below: 'Unter',
  topLevel: 'Oberste Ebene',
  createThis: 'Abteilung anlegen',
  notCreated: 'Es wurde keine Abteilung angelegt.',
  created: ({ name }) => html`Die Abteilung ${name} ist angelegt.`,
  noExternalId: 'Keine externe ID',
  hasExternalId: ({ externalId }) => `Externe ID ${externalId}`,
  archivedOn: ({ day }) => `archiviert ${day}`,
  seePeople: 'Personen ansehen',
  peopleHere: 'Personen hier',
  belowIt: 'Darunter',
  count: departments,
  firstOfTree: ({ count, tree }) =>
    html`Die ersten ${number(count)}. ${tree('Alle stehen im Baum')}.`,
  rename: 'Umbenennen',
  renameText: 'Eine Personalliste ohne IDs der Abteilungen findet sie nur unter dem neuen Namen.',
  isCalled: ({ name }) => html`Die Abteilung heißt jetzt ${name}.`,
  move: 'Verschieben',
  moveText: 'Die Abteilungen darunter ziehen mit um.',
  isMoved: 'Die Abteilung ist verschoben.',
  archive: 'Archivieren',
  archiveText:
    'Ihre Personen bleiben darin, und Abteilungen darunter bleiben, wo sie sind. Sie lässt sich wiederherstellen.',
  archiveThis: 'Abteilung archivieren',
  isArchived: ({ name }) => html`${name} ist archiviert.`,
  restore: 'Wiederherstellen',
  restoreText: 'Unter der Abteilung darüber, oder auf oberster Ebene, wenn diese archiviert ist.',
  restoreThis: 'Abteilung wiederherstellen',
  isRestored: ({ name }) => html`${name} ist wieder aktiv.`,
  isRestoredAtTop: ({ name }) => html`${name} ist wieder aktiv, auf oberster Ebene.`,
  merge: 'Zusammenlegen',
  mergeTitle: 'Mit einer anderen zusammenlegen',
  mergeText: ({ count }) =>
    `${people(count)}, alle Deaktivierten und die Abteilungen darunter ziehen um, und diese Abteilung wird archiviert. Das lässt sich nicht in einem Schritt rückgängig machen. Ihre externe ID zieht mit um, wenn die andere keine hat.`,
  mergePeople: ({ count }) => `${people(count)} zusammenlegen`,
  into: 'Mit',
  chooseOne: 'Wählen Sie eine Abteilung',
  merged: (it) =>
    html`Umgezogen nach ${it.into}: ${activePeople(it.active)}, ${number(it.deactivated)} deaktiviert, ${departments(it.departments)}.`,
  mergedIdMoved: ({ externalId }) =>
    `Sie hat jetzt die externe ID ${externalId}, damit eine Personalliste sie findet.`,
  mergedNameComesBack: 'Eine Personalliste, die diesen Namen noch nennt, legt sie wieder an.',
  mergedIdComesBack: ({ externalId }) =>
    `Eine Personalliste, die ${externalId} noch nennt, stellt diese wieder her.`,
};
