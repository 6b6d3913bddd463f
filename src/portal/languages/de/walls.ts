import { html } from '../../../http/response/html.ts';
import type { Messages } from '../en.ts';
import { number, people, plural } from './words.ts';

export const walls: Messages['walls'] = {
  title: 'Bildschirme',
  lead: 'Ranglisten und Dank für Bildschirme im Büro. Wer den Link hat, sieht sie ohne Anmeldung: Namen, Abteilungen und XP oder Dank, aber keine E-Mail-Adressen.',
  none: 'Noch keine Bildschirme',
  noneText:
    'Legen Sie einen Link an, öffnen Sie ihn im Browser des Bildschirms, und zeigen Sie ihn im Vollbild. Er aktualisiert sich selbst.',
  wall: 'Bildschirm',
  people: 'Personen',
  createdAt: 'Angelegt',
  newWall: 'Neuer Bildschirm',
  titleField: 'Titel',
  titleHint: 'Leer: der Name des Zeitraums.',
  xpOf: 'XP von',
  language: 'Sprache',
  ofCompany: 'Die des Unternehmens',
  createThis: 'Bildschirm anlegen',
  notCreated: 'Es wurde kein Bildschirm angelegt.',
  created: 'Der Bildschirm ist angelegt.',
  link: 'Link',
  openIt: 'Öffnen Sie ihn im Browser des Bildschirms.',
  revoke: 'Widerrufen',
  revokeOf: ({ name }) => html`Widerrufen ${name}`,
  revokeLinkOf: ({ name }) => html`Link widerrufen ${name}`,
  revokeText: 'Bildschirme mit diesem Link melden dann, dass es nichts zu zeigen gibt.',
  isRevoked: ({ name }) => html`Der Link von ${name} ist widerrufen.`,
  gone: 'Nichts zu zeigen',
  goneTitle: 'Hier gibt es nichts zu zeigen',
  goneText:
    'Der Link wurde widerrufen oder ist unvollständig. Einen neuen gibt es im Portal unter „Bildschirme“.',
  sandbox: ({ strong }) => html`${strong('Sandbox.')} Beispieldaten: Nichts hier ist echt.`,
  shows: 'Was er zeigt',
  showsHint: 'Dank ist der des ganzen Unternehmens in diesem Monat.',
  showsOf: { leaderboard: 'Rangliste', thanks: 'Dank' },
  thanksIn: ({ month }) => `Dank im ${month}`,
  thanks: ({ count }) => plural(count, { one: 'Dank', other: 'Mal Dank' }),
  fromPeople: ({ count, size }) => `von ${number(count)} von ${people(size)}`,
  noThanks: 'Noch gibt es keinen Dank, den alle sehen dürfen. Wer macht den Anfang?',
  thanksShown: 'Nur Dank, den alle sehen dürfen, von Personen, die mit Namen gezeigt werden.',
  xpTogether: 'XP zusammen',
  withXp: ({ count, size }) => `${number(count)} von ${people(size)}`,
  nobodyYet: 'Noch hat niemand XP. Wer macht den Anfang?',
  notUpdatedSince: ({ time }) => `Nicht aktualisiert seit ${time}`,
  daysLeft: ({ count }) =>
    plural(count, { one: 'Der letzte Tag', other: `Noch ${number(count)} Tage` }),
};
