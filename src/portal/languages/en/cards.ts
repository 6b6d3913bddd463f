import { type Html, html } from '../../../http/response/html.ts';
import { number, people, plural } from './words.ts';

/** Sign-in cards for people without an email. */
export const cards = {
  title: 'Cards',
  lead: 'For people without an email: they sign in with their number and the code on the card, and choose a password.',
  print: 'Print cards',
  printSome: ({ count }: { count: number }) =>
    plural(count, { one: '1 card', other: `${number(count)} cards` }),
  whom: 'Whom',
  everybody: 'Everybody without an email',
  whomHint:
    'Those of them who have never signed in and hold no card that works. A department with those below it.',
  whomSelected: 'Those of them who have a number and have never signed in.',
  cardsThatWork: 'Cards and links that still work',
  again: 'Replace them, too: the earlier ones work no more',
  makeCards: 'Make the cards',
  noCards: 'No cards were made.',
  nobody: 'Nobody needs a card: everybody there has signed in, or holds a card or link that works.',
  made: ({ count, until }: { count: number; until: string }) =>
    plural(count, {
      one: `1 card, good once, until ${until}`,
      other: `${number(count)} cards, good once, until ${until}`,
    }),
  printNow:
    'Print this page now, on A4 at 100%: the codes are shown this once and cannot be shown again. Then cut along the dashed lines.',
  goOn: 'There may be more people: make the next cards after these.',
  printThis: 'Print',
  haveThem: 'I have printed them',
  /** On a card. */
  scan: 'QR code that leads to the sign-in',
  number: 'Number',
  code: 'Code',
  scanOrType: ({ host }: { host: Html }) => html`Scan, or type both at ${host}`,
  goodOnce: ({ until }: { until: string }) =>
    `Good once, until ${until}. Then a password of your own.`,
  /** On the page of invitations. */
  withoutEmail: 'Without email',
  need: (it: { count: number; need: number }) =>
    `${people(it.count)} without an email sign in with their number and a printed card. ${number(it.need)} of them need one.`,
  printFor: 'Print a card',
  printForText:
    'A card signs in with number and code instead of a link. It works once, for 30 days, and replaces an earlier card or link.',
};
