import { html } from '../../../http/response/html.ts';
import type { Messages } from '../en.ts';
import { previewReading } from './preview-reading.ts';
import { listedDomains, previewRows } from './preview-rows.ts';
import { number, people, plural } from './words.ts';

export const preview: Messages['preview'] = {
  ...previewReading,
  ...previewRows,
  lead: 'Vorschau. Noch wurde nichts geändert.',
  nothingYet: 'Noch wurde nichts geändert.',
  discard: 'Verwerfen',
  isDiscarded: 'Die Datei ist verworfen. Nichts wurde geändert.',
  anotherFile: 'Andere Datei wählen',
  waits: ({ strong }) =>
    html`${strong('Die Datei wartet, bis andere gelesen sind.')} Gelesen werden zwei zugleich und eine pro Unternehmen. Diese Seite fragt alle paar Sekunden nach und zeigt dann die Vorschau.`,
  droppedFile: ({ file, when }) => html`${file} (${when})`,
  dropped: ({ files }) =>
    html`Für alle wartenden Dateien war kein Platz. Entfernt: ${files}. Laden Sie noch einmal hoch, was Sie noch brauchen.`,
  notApplied: 'Nichts wurde übernommen.',
  cannotBeApplied: 'Diese Vorschau lässt sich nicht übernehmen.',
  madeAgain: 'Die Vorschau wurde inzwischen neu erstellt. Prüfen Sie sie, dann übernehmen Sie sie.',
  companyChanged: ({ strong, decisions }) =>
    html`${strong('Im Unternehmen hat sich seit der Vorschau etwas geändert.')} ${decisions} Das ist eine neue Vorschau.`,
  syncedBy: ({ actor, result }) => html`${actor} hat eine Personalliste abgeglichen: ${result}.`,
  isApplied: ({ strong, result }) =>
    html`${strong('Die Personalliste ist übernommen:')} ${result}.`,
  isAppliedRevert: (it) =>
    html`${it.strong('Die Personalliste ist übernommen:')} ${it.result}. ${it.revert('Zurücknehmen')}`,

  created: 'Angelegt',
  updated: 'Geändert',
  reactivated: ({ count }) => `${number(count)} reaktiviert`,
  unchanged: 'Unverändert',
  failed: 'Fehlgeschlagen',
  deactivated: 'Deaktiviert',
  newDepartments: 'Neue Abteilungen',
  restored: ({ count }) => `${number(count)} wiederhergestellt`,
  departments: 'Abteilungen',
  department: 'Abteilung',
  change: 'Änderung',
  departmentChanges: {
    created: () => html`angelegt`,
    archived: () => html`archiviert`,
    restored: () => html`aus dem Archiv wiederhergestellt`,
    adopted: ({ code }) => html`bekommt den Code ${code}`,
    updated: () => html`geändert`,
  },
  seemsRenamed: (it) =>
    html`${it.strong(html`„${it.old}“ heißt anscheinend jetzt „${it.now}“:`)} ${number(it.moved)} von ${people(it.members)} ziehen dorthin um, und niemand bleibt zurück. Soll es eine Abteilung bleiben, benennen Sie sie um, bevor Sie das übernehmen: ${it.command}`,
  moreSeemRenamed: ({ count }) =>
    plural(count, {
      one: `${number(count)} weitere Abteilung wurde anscheinend umbenannt.`,
      other: `${number(count)} weitere Abteilungen wurden anscheinend umbenannt.`,
    }),
  lacksNames: ({ strong }) =>
    html`${strong('Eine neue Abteilung braucht einen Namen, und keine Spalte mit Abteilungsnamen wurde gelesen.')} Wählen Sie eine, oder wählen Sie die Spalte mit den Codes auch als Abteilung: Dann sind die Codes die Namen.`,
  otherDomains: (it) =>
    html`${it.strong(
      plural(it.count, {
        one: `Außerhalb der Sandbox würde ${number(it.count)} dieser Zeilen fehlschlagen.`,
        other: `Außerhalb der Sandbox würden ${number(it.count)} dieser Zeilen fehlschlagen.`,
      }),
    )} Dort sind nur diese Anmelde-Domains erlaubt: ${listedDomains(it.domains)}.`,
  otherNames: 'Abteilungen, die in der Datei anders heißen',
  theyKeepNames: 'Sie behalten ihren Namen',
  onRecord: 'Gespeichert',
  inFile: 'In der Datei',

  differences: 'Abweichend, und bleibt so',
  changeThemToo: 'Auch ändern',
  nothing: 'leer',
  nameStays: ({ now, inFile }) => html`Der Name bleibt ${now}, in der Datei steht ${inFile}.`,
  emailStays: ({ now, inFile }) => html`Die E-Mail bleibt ${now}, in der Datei steht ${inFile}.`,
  inLine: ({ line }) => `Zeile ${number(line)}.`,
  whyDifferent: {
    not_requested: '',
    linked_by_email: 'In diesem Abgleich über die E-Mail zugeordnet.',
    managed_in_portal: 'Admin, oder jemand mit Rolle im Portal.',
    email_taken: 'Die E-Mail gehört zu einer anderen Person.',
    email_circle: 'Mehr als 1.000 Personen reichen ihre E-Mails im Kreis weiter.',
  },

  missing: 'Nicht in der Datei',
  missingOf: ({ count, limit }) => `${number(count)} bei einem Limit von ${number(limit)}`,
  deactivateThem: 'Deaktivieren',
  leaveThem: 'Aktiv lassen',
  kept: 'Nicht in der Datei, und bleiben aktiv',
  unlinked: ({ count }) =>
    plural(count, {
      one: `${people(count)} ohne Personalnummer ist nicht in der Datei. Eine Personalliste deaktiviert sie nie.`,
      other: `${people(count)} ohne Personalnummer sind nicht in der Datei. Eine Personalliste deaktiviert sie nie.`,
    }),
  rowsFailed: ({ strong }) =>
    html`${strong('Niemand wird deaktiviert, weil Zeilen fehlgeschlagen sind.')} Vielleicht sind es gerade die Personen, die zu fehlen scheinen. Korrigieren Sie die Zeilen in der Datei, und laden Sie sie noch einmal hoch.`,
  majority: ({ strong, count, of }) =>
    html`${strong('Mehr als die Hälfte der Personen würde deaktiviert:')} ${plural(count, {
      one: `${number(count)} von ${people(of)} ist nicht in der Datei.`,
      other: `${number(count)} von ${people(of)} sind nicht in der Datei.`,
    })} So sieht eine unvollständige Personalliste aus.`,
  overLimit: ({ strong, count, limit }) =>
    html`${strong('Niemand wird deaktiviert.')} ${plural(count, {
      one: `${people(count)} mit Personalnummer ist nicht in der Datei, mehr als das Limit von ${people(limit)}.`,
      other: `${people(count)} mit Personalnummer sind nicht in der Datei, mehr als das Limit von ${people(limit)}.`,
    })} So sieht eine unvollständige Personalliste aus.`,
  noMoreThan: ({ limit }) => `Kein Import deaktiviert mehr als ${people(limit)}.`,
  ifTheyLeft: 'Haben sie das Unternehmen wirklich verlassen, zeigt das die Vorschau mit ihnen:',
  deactivate: 'Deaktivieren',
  deactivatePeople: ({ count }) => `${people(count)} deaktivieren`,
  recordNothing: 'Festhalten, dass sich nichts ändert',
  apply: 'Übernehmen',
  applyChanges: ({ count }) =>
    plural(count, {
      one: `${number(count)} Änderung übernehmen`,
      other: `${number(count)} Änderungen übernehmen`,
    }),
  typeFirst: 'Geben Sie zuerst die Zahl oben ein, oder lassen Sie die Personen aktiv.',
  areDeactivated: ({ count }) =>
    plural(count, {
      one: `${people(count)} wird deaktiviert. Ein Abgleich lässt sich zurücknehmen.`,
      other: `${people(count)} werden deaktiviert. Ein Abgleich lässt sich zurücknehmen.`,
    }),
  nobodyIsDeactivated: 'Niemand wird deaktiviert. Ein Abgleich lässt sich zurücknehmen.',
};
