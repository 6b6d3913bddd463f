import { html } from '../../../http/response/html.ts';
import type { Messages } from '../en.ts';
import { number, people, plural } from './words.ts';

const cardsOf = (count: number): string =>
  plural(count, { one: `${number(count)} Karte`, other: `${number(count)} Karten` });

export const cards: Messages['cards'] = {
  title: 'Karten',
  lead: 'Für Personen ohne E-Mail: Sie melden sich mit ihrer Personalnummer und dem Code auf der Karte an und wählen ein Passwort.',
  print: 'Karten drucken',
  printSome: ({ count }) => cardsOf(count),
  whom: 'Für wen',
  everybody: 'Alle ohne E-Mail',
  whomHint:
    'Davon alle, die sich noch nie angemeldet und keine gültige Karte haben. Eine Abteilung mit denen darunter.',
  whomSelected: 'Davon alle, die eine Personalnummer haben und noch nie angemeldet waren.',
  cardsThatWork: 'Noch gültige Karten und Links',
  again: 'Auch ersetzen: Die früheren werden ungültig',
  makeCards: 'Karten erstellen',
  noCards: 'Es wurden keine Karten erstellt.',
  nobody:
    'Niemand braucht eine Karte: Alle dort haben sich angemeldet oder haben eine gültige Karte oder einen gültigen Link.',
  made: ({ count, until }) => `${cardsOf(count)}, einmal gültig, bis ${until}`,
  printNow:
    'Drucken Sie diese Seite jetzt, auf A4 mit 100 %: Die Codes werden nur dieses eine Mal angezeigt. Schneiden Sie dann an den gestrichelten Linien.',
  goOn: 'Vielleicht fehlen noch Personen: Erstellen Sie danach die nächsten Karten.',
  printThis: 'Drucken',
  haveThem: 'Ich habe sie gedruckt',
  scan: 'QR-Code, der zur Anmeldung führt',
  number: 'Personalnummer',
  code: 'Code',
  scanOrType: ({ host }) => html`Scannen, oder beides eingeben auf ${host}`,
  goodOnce: ({ until }) => `Einmal gültig, bis ${until}. Danach gilt Ihr eigenes Passwort.`,
  withoutEmail: 'Ohne E-Mail',
  need: (it) =>
    `${plural(it.count, {
      one: `${people(it.count)} ohne E-Mail meldet sich mit Personalnummer und gedruckter Karte an.`,
      other: `${people(it.count)} ohne E-Mail melden sich mit Personalnummer und gedruckter Karte an.`,
    })} ${plural(it.need, { one: 'Eine Karte fehlt noch.', other: `${cardsOf(it.need)} fehlen noch.` })}`,
  printFor: 'Karte drucken',
  printForText:
    'Mit einer Karte meldet man sich mit Personalnummer und Code statt mit einem Link an. Sie gilt einmal, 30 Tage lang, und ersetzt eine frühere Karte oder einen früheren Link.',
};
