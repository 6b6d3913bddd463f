import { html } from '../../../http/response/html.ts';
import type { Messages } from '../en.ts';
import { number, plural } from './words.ts';

export const accounts: Messages['accounts'] = {
  title: 'Konten',
  lead: 'Wer sich im Portal anmelden darf, und mit welcher Rolle.',
  withRole: 'Mit Rolle',
  everybody: 'Alle',
  account: 'Konto',
  yourAccount: 'Ihr Konto',
  newLinkMade: ({ actor, when }) =>
    html`Jemand hat einen neuen Link für Ihr Passwort erstellt: ${actor}, ${when}. Wenn Sie nicht darum gebeten haben, fragen Sie nach.`,
  noName: 'Ohne Namen',
  email: 'E-Mail',
  company: 'Unternehmen',
  since: 'Seit',
  seePerson: 'Person ansehen',
  getsItsEmail: 'Bekommt seine E-Mail-Adresse, wenn der Link geöffnet wird',
  states: {
    active: 'aktiv',
    'no password': 'ohne Passwort',
    disabled: 'gesperrt',
    deactivated: 'deaktiviert',
  },
  lastSignIn: 'Letzte Anmeldung',
  never: 'nie',
  role: 'Rolle',
  roles: {
    owner: 'Hauptadmin',
    admin: 'Admin',
    manager: 'Leitung',
    viewer: 'Lesezugriff',
    none: 'Mitglied',
  },
  rolesToGive: {
    '': 'Die Rolle der Person',
    viewer: 'Lesezugriff (extern)',
    admin: 'Admin (extern)',
    owner: 'Hauptadmin (extern)',
  },
  roleText: 'Wird die Rolle geändert, wird das Konto überall abgemeldet.',
  changeRole: 'Rolle ändern',
  roleIs: ({ role }) => html`Die Rolle ist ${role}.`,
  invite: 'Einladen',
  inviteText:
    'Erstellt einen Link, mit dem jemand ein Passwort festlegt. Schicken Sie ihn der Person; er gilt einmal, 15 Minuten lang.',
  inviteByMailText:
    'Die Person bekommt per E-Mail einen Link, mit dem sie sich einmal anmeldet, innerhalb von 7 Tagen.',
  workEmail: 'Firmen-E-Mail',
  whoseAccount: 'Wem gehört das Konto?',
  noEmployeeHasIt:
    'Diese E-Mail hat niemand auf der Personalliste. Wählen Sie eine Rolle für jemanden von außerhalb.',
  createLink: 'Link erstellen',
  noLinkCreated: 'Es wurde kein Link erstellt.',
  linkFor: ({ email }) => `Link für ${email}`,
  linkMailed: ({ email }) =>
    `An ${email} geht in den nächsten Minuten ein Link per E-Mail. Er gilt einmal, 7 Tage lang.`,
  linkLabel: 'Link, gilt einmal, 15 Minuten lang',
  newLink: 'Neuer Link',
  newLinkText:
    'Für ein Passwort, das verloren ist oder nie festgelegt wurde. Ein früherer Link wird ungültig.',
  signedIn: 'Angemeldet',
  nowhere: 'Nirgends.',
  browser: 'Browser',
  browserOn: (it) => `${it.browser} auf ${it.system}`,
  otherBrowser: 'Anderer Browser',
  opened: 'Geöffnet',
  lastUsed: 'Zuletzt genutzt',
  now: 'jetzt',
  thisOne: 'dieser hier',
  action: 'Aktion',
  end: 'Beenden',
  endOf: ({ browser }) => html`Beenden ${browser}`,
  endOthers: 'Andere beenden',
  endTheOthers: ({ count }) =>
    plural(count, { one: 'Die andere beenden', other: `Die ${number(count)} anderen beenden` }),
  sessionEnded: 'Die Sitzung ist beendet.',
  sessionsEnded: ({ count }) =>
    plural(count, {
      one: `${number(count)} Sitzung ist beendet.`,
      other: `${number(count)} Sitzungen sind beendet.`,
    }),
  sessionsText: 'Nach 30 Minuten ohne Nutzung und nach 8 Stunden werden Sie abgemeldet.',
  password: 'Passwort',
  currentPassword: 'Bisheriges Passwort',
  notTheCurrentPassword: 'Das ist nicht das bisherige Passwort.',
  newPassword: 'Neues Passwort',
  newPasswordHint:
    'Mindestens 15 Zeichen. Vier oder fünf Wörter ohne Zusammenhang sind sicher und leicht zu tippen.',
  passwordAgain: 'Noch einmal',
  passwordsDiffer: 'Die beiden Passwörter sind verschieden.',
  passwordProblems: {
    short: ({ length, min }) =>
      `Das Passwort hat ${number(length)} Zeichen, nötig sind ${number(min)}.`,
    long: ({ max }) => `Das Passwort darf höchstens ${number(max)} Zeichen haben.`,
    unusable: () => 'Das Passwort enthält ein Zeichen, das nicht verwendet werden kann.',
    guessable: () =>
      'Das Passwort gehört zu denen, die als Erste ausprobiert werden. Wählen Sie Wörter, auf die niemand kommt.',
  },
  language: 'Sprache',
  languageIs: ({ language }) => `Sprache: ${language}`,
  languageHint: 'Dieser Seiten und der Mails an Sie.',
  asBrowser: 'Wie im Browser',
  languageChosen: 'Das ist jetzt Ihre Sprache.',
  changePassword: 'Passwort ändern',
  passwordChanged: 'Das Passwort ist geändert.',
  passwordUnchanged: 'Das Passwort ist unverändert.',
  passwordSignsOut: 'Sie werden damit überall sonst abgemeldet.',
  twoStep: 'Zwei-Faktor-Anmeldung',
  twoStepText:
    'Nach dem Passwort geben Sie einen Code aus einer App ein. Ein gestohlenes Passwort allein genügt dann nicht.',
  twoStepSince: ({ since }) => html`Eingeschaltet: ${since}.`,
  twoStepOfYours: ({ since, own }) =>
    html`Eingeschaltet: ${since}. Ändern können Sie das auf ${own('Ihrer eigenen Seite')}.`,
  twoStepOfOthers: ({ since }) =>
    html`Eingeschaltet: ${since}. Zurücksetzen hilft, wenn jemand App und Wiederherstellungscodes verloren hat. Danach genügt das Passwort, und das Konto wird überall abgemeldet.`,
  on: 'ein',
  setUp: 'Einrichten',
  setUpTwoStep: 'Zwei-Faktor-Anmeldung einrichten',
  change: 'Ändern',
  changeTwoStep: 'Zwei-Faktor-Anmeldung ändern',
  reset: 'Zurücksetzen',
  isReset: 'Für dieses Konto genügt jetzt das Passwort.',
  switchOffOnYourPage: 'Schalten Sie sie auf Ihrer eigenen Seite aus.',
  disable: 'Sperren',
  disableText:
    'Niemand kann sich damit anmelden, und es wird überall abgemeldet. Sie können es wieder entsperren.',
  disableThis: 'Konto sperren',
  isDisabled: 'Das Konto ist gesperrt.',
  enable: 'Entsperren',
  enableThis: 'Konto entsperren',
  isEnabled: 'Das Konto ist entsperrt.',
};
