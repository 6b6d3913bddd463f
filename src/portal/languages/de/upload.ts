import { html } from '../../../http/response/html.ts';
import type { Messages } from '../en.ts';
import { details } from './fields.ts';
import { allOf, number } from './words.ts';

export const roster: Messages['roster'] = {
  title: 'Personalliste',
  lead: 'Bringen Sie alle auf den Stand der Datei, die Ihr HR-System exportiert.',
  upload: 'Datei hochladen',
  file: 'Datei',
  fileHint: ({ megabytes }) =>
    `Bis ${number(megabytes)} MB. Sie sehen jede Änderung, bevor sie geschieht.`,
  uploadAndPreview: 'Hochladen und ansehen',
  example: 'Beispiel herunterladen',
  needs: 'Was die Datei braucht',
  needsText: () =>
    `Eine Zeile mit Spaltennamen und Spalten für Personalnummer, E-Mail, Vorname und Nachname jeder Person. Optional sind ${allOf(['Abteilung', ...Object.values(details)])}. Die Spaltennamen gängiger HR-Systeme werden erkannt, in acht Sprachen; andere Spalten wählen Sie in der Vorschau.`,
  larger: 'Eine größere Datei wird auf dem Rechner des Dienstes importiert:',
  open: 'Noch nicht übernommen',
  keptForAnHour: 'Bleibt eine Stunde',
  profiles: 'Profile',
  profilesText: 'Wie Personallisten gelesen werden. Das zuletzt genutzte liest die nächste Datei.',
  profile: 'Profil',
  lastUsed: 'Zuletzt genutzt',
  rename: 'Umbenennen',
  newName: 'Neuer Name',
  deleteProfile: 'Löschen',
  deleteThis: ({ name, unseen }) => html`Löschen${unseen(html`: Profil ${name}`)}`,
  profileRenamed: ({ name }) => html`Das Profil heißt jetzt „${name}“.`,
  profileDeleted: ({ name }) =>
    html`Das Profil „${name}“ ist gelöscht. Damit gelesene Personallisten bleiben, wie sie sind.`,
  sizeAndActor: ({ size, actor }) => `${size}, ${actor}`,
};

export const uploads: Messages['uploads'] = {
  progress: {
    label: 'Hochladen',
    sending: 'Wird hochgeladen: {} %',
    reading: 'Datei wird gelesen',
    stopped:
      'Das Hochladen wurde abgebrochen, und nichts wurde geändert. Versuchen Sie es noch einmal.',
  },
  notUploaded: 'Nichts wurde hochgeladen.',
  chooseFile: 'Wählen Sie eine Datei.',
  chooseOneFile: 'Wählen Sie nur eine Datei.',
  isEmpty: 'Die Datei ist leer.',
  tooLarge: ({ megabytes }) =>
    `Die Datei ist größer als ${number(megabytes)} MB. Auf der Befehlszeile gehen größere.`,
  noLength: 'Der Browser hat nicht gesagt, wie groß die Datei ist.',
  busy: 'Gerade werden andere Dateien hochgeladen. Versuchen Sie es in einer Minute noch einmal.',
  noRoom:
    'Gerade ist kein Platz für eine weitere Datei. Versuchen Sie es in einer Stunde noch einmal.',
  notArrived: 'Die Datei ist nicht angekommen.',
  unreadable: 'So, wie der Browser die Datei gesendet hat, ist sie nicht lesbar.',
};
