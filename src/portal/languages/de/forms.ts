import { html } from '../../../http/response/html.ts';
import type { Messages } from '../en.ts';
import { number } from './words.ts';

export const forms: Messages['forms'] = {
  cancel: 'Abbrechen',
  save: 'Speichern',
  notSaved: 'Nichts wurde geändert.',
  notChanged: 'Kein Feld wurde geändert.',
  changed: 'Geändert:',
  unchanged: 'Erst mit dem Speichern ändert sich etwas.',
  discard: 'Verwerfen',
  pictureHint:
    'PNG, JPEG oder WebP bis 1 MB. Was die Datei sonst verrät, etwa wo ein Foto aufgenommen wurde, wird entfernt.',
  removePicture: 'Bild entfernen',
  giveReason: 'Geben Sie einen Grund an.',
  typeName: ({ name }) => html`Zur Bestätigung den Namen eingeben: ${name}`,
  typePeople: ({ count }) =>
    `Zur Bestätigung eingeben, wie viele Personen es sind: ${number(count)}`,
  overlaps: {
    '24h': 'einen Tag lang',
    '1h': 'eine Stunde lang',
    '7d': 'eine Woche lang',
    '0h': 'nicht mehr',
  },
  typeToConfirm: ({ count }) => `Geben Sie zur Bestätigung ${number(count)} ein.`,
  problems: {
    empty: 'Füllen Sie dieses Feld aus.',
    max_length: ({ max }) => `Höchstens ${number(max)} Zeichen.`,
    whole: 'Eine ganze Zahl, zum Beispiel 150.',
    range: ({ min, max }) => `Eine ganze Zahl von ${number(min)} bis ${number(max)}.`,
    money: ({ max }) => `Ein Betrag von 0 bis ${number(max)}, zum Beispiel 2,50.`,
    day: 'Ein Tag, zum Beispiel 2026-11-30.',
    choice: 'Wählen Sie eine der Möglichkeiten.',
    typed: 'Geben Sie es zur Bestätigung genau so ein.',
    ranks: 'Ein Platz wie 1, oder Plätze wie 1-3.',
  },
};
