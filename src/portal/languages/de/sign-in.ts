import { html } from '../../../http/response/html.ts';
import type { Messages } from '../en.ts';

export const signIn: Messages['signIn'] = {
  title: 'Anmelden',
  titleTo: ({ company }) => `Bei ${company} anmelden`,
  withProvider: ({ name }) => `Mit ${name} anmelden`,
  withPassword: 'Mit Passwort anmelden',
  notSignedIn: 'Nicht angemeldet.',
  wrong: 'E-Mail, Personalnummer oder Passwort ist falsch.',
  workEmail: 'Firmen-E-Mail',
  linkHint: 'Sie bekommen einen Link, der Ihre Seite öffnet. Ganz ohne Passwort.',
  sendLink: 'Link senden',
  withAPassword: 'Mit Passwort',
  checkMail: 'Sehen Sie in Ihr Postfach',
  ifSomebody: ({ email, strong }) =>
    html`Wenn ${strong(email)} jemandem gehört, der hier arbeitet, ist ein Link unterwegs. Er gilt einmal, 15 Minuten lang.`,
  sameForAll:
    'Diese Seite sagt bei jeder Adresse dasselbe. Nach fünf Minuten noch nichts da? Sehen Sie im Spam-Ordner nach, prüfen Sie die Schreibweise, oder fragen Sie die Personalabteilung: Vielleicht fehlt Ihre Adresse in der Personalliste.',
  otherAddress: 'Andere Adresse versuchen',
  haveCard: 'Ich habe eine Karte',
  enterByLink: 'Anmelden',
  orPassword: 'Auch ein Passwort festlegen',
  withCard: 'Mit Personalnummer und Karte',
  employeeNumber: 'Personalnummer',
  cardCode: 'Code auf der Karte',
  cardCodeHint:
    'Zehn Buchstaben und Ziffern, groß oder klein. Er gilt einmal; danach wählen Sie ein Passwort.',
  signInWithCard: 'Mit der Karte anmelden',
  wrongCard:
    'Personalnummer oder Code ist falsch, oder die Karte wurde benutzt, ist abgelaufen oder durch eine neuere ersetzt.',
  company: 'Unternehmen',
  emailOrNumber: 'Firmen-E-Mail oder Personalnummer',
  password: 'Passwort',
  passwordLost: 'Passwort verloren, oder noch keins?',
  passwordLostText:
    'Fragen Sie dort nach einem Link, wo das Programm in Ihrem Unternehmen betreut wird, zum Beispiel in der Personalabteilung. Er gilt einmal, und Sie legen damit ein Passwort fest.',
  isOver: ({ strong }) =>
    html`${strong('Sie sind abgemeldet.')} Das geschieht nach 30 Minuten ohne Nutzung, nach 8 Stunden, und wenn sich ein Passwort oder eine Rolle ändert.`,
  isOverUnsaved: ({ strong }) =>
    html`${strong('Sie sind abgemeldet.')} Das geschieht nach 30 Minuten ohne Nutzung, nach 8 Stunden, und wenn sich ein Passwort oder eine Rolle ändert. Was Sie zuletzt gesendet haben, wurde nicht gespeichert.`,
  signOut: 'Abmelden',
  enterCode: 'Code eingeben',
  code: 'Code',
  codeHint: 'Sechs Ziffern',
  appShowsIt: ({ email }) => `Ihre Authenticator-App zeigt ihn für ${email}.`,
  appLost: 'App verloren?',
  recoveryCode: 'Wiederherstellungscode',
  withRecoveryCode: 'Mit Wiederherstellungscode anmelden',
  recoveryCodeLost:
    'Haben Sie auch keinen Code, können Hauptadmins die Zwei-Faktor-Anmeldung zurücksetzen, oder die IT mit:',
  wrongCode: 'Dieser Code ist falsch oder wurde schon benutzt.',
  confirmTitle: 'Bestätigen Sie, dass Sie es sind',
  confirmText: 'Dafür brauchen wir Ihr Passwort: Die letzte Eingabe ist über 10 Minuten her.',
  confirmTextKept:
    'Dafür brauchen wir Ihr Passwort: Die letzte Eingabe ist über 10 Minuten her. Noch ist nichts geändert, und was Sie eingegeben haben, bleibt erhalten.',
  confirmAtProvider:
    'Noch ist nichts geändert. Melden Sie sich neu an, und wiederholen Sie dann Ihre Eingabe: Das geht 10 Minuten lang.',
  confirmBySigningIn: 'Melden Sie sich ab und wieder an, und wiederholen Sie Ihre Eingabe.',
  goOn: 'Weiter',
  notYourPassword: 'Das ist nicht Ihr Passwort.',
  setYourPassword: 'Passwort festlegen',
  linkFor: ({ email, until }) => `Für ${email}. Der Link gilt einmal, bis ${until}.`,
  cardFor: ({ person, number, until }) =>
    html`Für ${person}. Ab jetzt melden Sie sich mit Ihrer Personalnummer ${number} und diesem Passwort an. Die Karte gilt einmal, bis ${until}.`,
  linkForFirstOwner: ({ until }) =>
    `Sie werden Hauptadmin dieses Portals. Der Link gilt einmal, bis ${until}.`,
  yourWorkEmail: 'Ihre Firmen-E-Mail',
  setPasswordAndSignIn: 'Passwort festlegen und anmelden',
  passwordNotSet: 'Das Passwort ist noch nicht festgelegt.',
};
