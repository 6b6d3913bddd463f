import { html } from '../../../http/response/html.ts';
import type { Messages } from '../en.ts';
import { number, plural } from './words.ts';

export const errors: Messages['errors'] = {
  titles: {
    400: 'Die Anfrage ist nicht lesbar',
    403: 'Das ist nicht erlaubt',
    404: 'Hier ist nichts',
    409: 'Das geht gerade nicht',
    413: 'Das Formular ist zu groß',
    429: 'Zu viele Anfragen',
    500: 'Etwas ist schiefgegangen',
    503: 'Das geht im Moment nicht',
  },
  refused: 'Die Anfrage wurde abgelehnt',
  texts: {
    400: 'Was gesendet wurde, ist nicht lesbar.',
    404: 'Unter dieser Adresse gibt es keine Seite. Vielleicht wurde sie verschoben oder entfernt.',
    409: 'Etwas anderes war schneller. Sehen Sie sich die Seite noch einmal an.',
    413: 'Auf einmal geht nur weniger.',
    429: 'Das waren mehr Anfragen, als auf einmal erlaubt sind.',
    500: 'Ein unerwarteter Fehler ist aufgetreten. Nichts wurde geändert.',
    503: 'Gerade lassen sich die Daten nicht lesen oder schreiben, oder engaged hat zu viel zu tun. Nichts wurde geändert.',
  },
  nothingDone: 'Nichts wurde geändert.',
  changedBy: (it) => `${it.refusal} Letzte Änderung: ${it.actor}, ${it.when}.`,
  tryAgain: ({ seconds }) =>
    plural(seconds, {
      one: `Versuchen Sie es in ${number(seconds)} Sekunde noch einmal.`,
      other: `Versuchen Sie es in ${number(seconds)} Sekunden noch einmal.`,
    }),
  toStart: 'Zur Startseite',
  toSignIn: 'Zur Anmeldung',
  askIt: ({ request }) => html`Wenn Sie die IT fragen, nennen Sie die Anfrage ${request}.`,
  elsewhere: 'Das Portal ist woanders',
  elsewhereTitle: 'Das Portal hat eine andere Adresse',
  elsewhereText: 'Über diese Adresse ohne HTTPS können andere mitlesen. Das Portal ist hier:',
  elsewhereProxy: (it) =>
    html`Führt das wieder auf diese Seite, reicht der Proxy weder ${it.code('Host')} noch ${it.code('X-Forwarded-For')} weiter; ${it.code('engaged deploy nginx')} und ${it.code('engaged deploy caddy')} geben eine passende Konfiguration aus.`,
  httpsNeeded: 'HTTPS ist nötig',
  httpsTitle: 'Die Anmeldung braucht HTTPS',
  httpsText:
    'Diese Adresse ist unverschlüsselt. Unterwegs könnten andere Passwörter mitlesen und Sitzungen übernehmen; darum ist das Portal hier geschlossen. Alles andere funktioniert.',
  openForAll: 'Für alle öffnen',
  giveCertificate: 'Geben Sie dem Dienst ein Zertifikat:',
  useProxy:
    'Oder stellen Sie einen Proxy mit Zertifikat davor, dem der Dienst vertraut. Das gibt die Konfiguration aus:',
  openForYou: 'Für sich selbst öffnen',
  useTunnel: ({ address }) =>
    html`Arbeiten Sie auf dem Rechner, auf dem der Dienst läuft, oder über einen Tunnel dorthin, und öffnen Sie ${address}:`,
};
