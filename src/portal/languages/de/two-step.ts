import { html } from '../../../http/response/html.ts';
import type { Messages } from '../en.ts';
import { number, plural } from './words.ts';

export const twoStep: Messages['twoStep'] = {
  title: 'Zwei-Faktor-Anmeldung',
  lead: 'Nach dem Passwort geben Sie auch einen Code aus einer App auf Ihrem Telefon ein.',
  setUp: 'Einrichten',
  scanThis:
    'Scannen Sie das mit einer Authenticator-App, zum Beispiel Google Authenticator, Microsoft Authenticator oder 2FAS.',
  qrCode: 'QR-Code für die Authenticator-App',
  noCamera: ({ open }) =>
    html`Keine Kamera? ${open('Öffnen Sie die App auf diesem Gerät')}, oder geben Sie dort den Schlüssel ein:`,
  codeNow: 'Code, den die App jetzt zeigt',
  switchOn: 'Einschalten',
  signsOut: 'Sie werden damit überall sonst abgemeldet.',
  notOnYet: 'Die Zwei-Faktor-Anmeldung ist noch nicht eingeschaltet.',
  openTooLong: 'Die Seite war zu lange offen. Scannen Sie den neuen QR-Code.',
  isOn: 'Die Zwei-Faktor-Anmeldung ist eingeschaltet.',
  onSince: ({ since, count }) =>
    html`Eingeschaltet: ${since}. ${plural(count, { one: `Noch ${number(count)} Wiederherstellungscode.`, other: `Noch ${number(count)} Wiederherstellungscodes.` })}`,
  change: 'Ändern',
  codeFromApp: 'Code aus Ihrer App',
  renew: 'Neue Wiederherstellungscodes erstellen',
  areNew: 'Ihre Wiederherstellungscodes sind neu.',
  switchOff: 'Ausschalten',
  isOff: 'Die Zwei-Faktor-Anmeldung ist ausgeschaltet.',
  changeText:
    'Neue Wiederherstellungscodes ersetzen die bisherigen. Für ein neues Telefon schalten Sie aus und richten neu ein.',
  keepCodes:
    'Bewahren Sie diese Wiederherstellungscodes dort auf, wo Sie sie auch ohne Telefon finden, zum Beispiel in einem Passwortmanager. Jeder meldet Sie einmal an. Sie werden nur dieses eine Mal angezeigt.',
  copied: 'Ich habe sie kopiert',
};
