import { html } from '../../../http/response/html.ts';
import type { Messages } from '../en.ts';
import { number, people, plural } from './words.ts';

export const invitations: Messages['invitations'] = {
  title: 'Einladungen',
  lead: (it) =>
    plural(it.count, {
      one: `${number(it.count)} von ${number(it.all)} Aktiven hat sich angemeldet.`,
      other: `${number(it.count)} von ${number(it.all)} Aktiven haben sich angemeldet.`,
    }),
  state: 'Status',
  states: {
    signed_in: 'angemeldet',
    invited: 'hat einen Link',
    card: 'hat eine Karte',
    expired: 'Link abgelaufen',
    never: 'nie eingeladen',
    disabled: 'Konto gesperrt',
  },
  figures: {
    signed_in: 'Ange\u00ADmeldet',
    invited: 'Eingeladen, offen',
    expired: 'Link abgelaufen',
    never: 'Nie eingeladen',
  },
  heads: { signed_in: 'Dabei', invited: 'Offen', expired: 'Abge\u00ADlaufen', never: 'Nie' },
  chips: {
    invited: ({ day }) => `eingeladen ${day}`,
    card: ({ day }) => `Karte ${day}`,
    expired: () => 'Link abgelaufen',
    never: () => 'nie angemeldet',
    disabled: () => 'Konto gesperrt',
    signed_in: () => 'angemeldet',
  },
  share: ({ percent }) => `${number(percent)} %`,
  withoutEmail: ({ count }) => `${number(count)} ohne E-Mail`,
  view: 'Ansicht',
  departments: 'Abteilungen',
  people: 'Personen',
  byDepartment: 'Nach Abteilung',
  bar: 'Anteile',
  ofAll: ({ count, all }) => `${number(count)}/${number(all)}`,
  inviteSome: ({ count }) => `${number(count)} einladen`,
  more: ({ shown, isDone }) =>
    `Die ersten ${number(shown)} Abteilungen.${isDone ? ' In den anderen sind alle angemeldet oder eingeladen.' : ''}`,
  everybody: 'Alle',
  person: 'Person',
  department: 'Abteilung',
  worksUntil: ({ when }) => html`gilt bis ${when}`,
  printedOn: ({ when }) => html`gedruckt ${when}`,
  invitedOn: ({ when }) => html`eingeladen ${when}`,
  nobody: 'Niemand',
  nobodyText: 'Niemand unter den Aktiven hat diesen Status.',
  invite: 'Einladen',
  without: ({ count }) =>
    count === 0
      ? 'Alle haben sich angemeldet oder haben einen gültigen Link.'
      : plural(count, {
          one: `${people(count)} war noch nie angemeldet und hat keinen gültigen Link. Mit einem Link legt man ein Passwort fest und ist angemeldet. Er gilt einmal.`,
          other: `${people(count)} waren noch nie angemeldet und haben keinen gültigen Link. Mit einem Link legt man ein Passwort fest und ist angemeldet. Er gilt einmal.`,
        }),
  whom: 'Wen',
  whomHint:
    'Davon alle, die sich noch nie angemeldet haben. Eine Abteilung wird mit denen darunter eingeladen.',
  days: 'Wie viele Tage die Links gelten',
  linksThatWork: 'Noch gültige Links',
  again: 'Auch durch neue ersetzen',
  makeLinks: 'Links erstellen',
  noLinks: 'Es wurden keine Links erstellt.',
  nobodyInvited:
    'Es war niemand einzuladen: Alle haben sich angemeldet oder haben einen gültigen Link.',
  mailed: ({ count }) =>
    plural(count, {
      one: `${people(count)} bekommt in den nächsten Minuten einen Link per E-Mail.`,
      other: `${people(count)} bekommen in den nächsten Minuten einen Link per E-Mail.`,
    }),
  byMail:
    'Wer eine E-Mail-Adresse hat, bekommt den Link per E-Mail. Die Links der anderen sehen Sie danach.',
  link: 'Link',
  linkFor: ({ person, until }) => html`Ein Link für ${person}. Er gilt einmal, bis ${until}`,
  linkOf: ({ name }) => `Link von ${name}`,
  links: ({ count, until }) => `${number(count)} Links. Sie gelten einmal, bis ${until}`,
  shownOnce:
    'Laden Sie sie jetzt herunter: Sie werden nur dieses eine Mal angezeigt. Die Datei hat eine Zeile pro Person, für einen Serienbrief.',
  goOn: 'Vielleicht fehlen noch Personen: Erstellen Sie danach die nächsten Links.',
  download: 'Als CSV herunterladen',
  fileName: 'einladungen',
  csvHead: ['Name', 'E-Mail', 'Abteilung', 'Link'],
  showLinks: 'Links anzeigen',
  copy: 'Kopieren',
  haveThem: 'Ich habe sie',
  signingIn: 'Anmeldung',
  makeLink: 'Link erstellen',
  makeLinkText:
    'Mit dem Link legt die Person ein Passwort fest und ist zum ersten Mal angemeldet. Er gilt einmal, eine Woche lang, und ersetzt einen früheren.',
  newLink: 'Neuen Link erstellen',
  newLinkText:
    'Passwort verloren? Mit dem Link legt die Person ein neues fest. Er gilt einmal, eine Woche lang. Bis dahin gilt das alte Passwort; danach wird sie überall abgemeldet. Die Zwei-Faktor-Anmeldung bleibt eingeschaltet.',
  atProvider: 'Diese Person meldet sich mit Single Sign-on an und braucht keinen Link.',
  disabledText: 'Das Konto ist gesperrt.',
  byOwner: 'Hauptadmins und Admins werden von Hauptadmins eingeladen.',
};
