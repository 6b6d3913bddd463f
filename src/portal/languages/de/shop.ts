import { html } from '../../../http/response/html.ts';
import type { Messages } from '../en.ts';
import { coins, number, plural } from './words.ts';

export const shop: Messages['shop'] = {
  title: 'Shop',
  lead: ({ count, redemptions: link }) =>
    html`${plural(count, { one: `${number(count)} Prämie, die es für Münzen gibt.`, other: `${number(count)} Prämien, die es für Münzen gibt.` })} Was eingelöst wird, wartet unter ${link('Einlösungen')} auf eine Entscheidung.`,
  leadOfRetired: ({ count }) =>
    plural(count, {
      one: `${number(count)} Prämie, die es nicht mehr gibt.`,
      other: `${number(count)} Prämien, die es nicht mehr gibt.`,
    }),
  add: 'Prämie hinzufügen',
  addThis: 'Prämie hinzufügen',
  notAdded: 'Nichts wurde hinzugefügt.',
  added: ({ item, price }) => html`${item} ist jetzt im Shop, für ${price}.`,
  items: 'Prämien',
  item: 'Prämie',
  name: 'Name',
  category: 'Kategorie',
  categories: {
    gift_card: 'Gutschein',
    merch: 'Fanartikel',
    perk: 'Extra',
    donation: 'Spende',
    experience: 'Erlebnis',
  },
  coins: 'Münzen',
  price: 'Preis in Münzen',
  stock: 'Bestand',
  unlimited: 'unbegrenzt',
  emptyIsUnlimited: 'Leer: unbegrenzt',
  description: 'Beschreibung',
  picture: 'Bild',
  pictureAddress: 'Oder die Adresse eines Bildes',
  pictureAddressHint:
    'Für Bilder, die woanders liegen. Seiten zeigen Bilder von https://-Adressen nur, wenn die IT das erlaubt.',
  state: 'Status',
  onSale: 'im Shop',
  isNew: 'neu',
  soldOut: 'vergriffen',
  retired: 'entfernt',
  onSaleCount: ({ count }) => `Im Shop ${number(count)}`,
  retiredCount: ({ count }) => `Entfernt ${number(count)}`,
  none: 'Der Shop ist leer',
  noneText:
    'Wofür Münzen eingelöst werden können, legen Sie hier fest. Mit der ersten Prämie erscheint der Shop auf „Meine Seite“.',
  noneRetired: 'Nichts ist entfernt',
  noneRetiredText: 'Hier steht, was aus dem Shop genommen wurde.',
  asPeopleSeeIt: 'So sieht man sie im Shop',
  retiredOn: 'Entfernt',
  change: 'Ändern',
  changed: ({ item }) => html`${item} ist geändert.`,
  restock: 'Auffüllen',
  restockThis: 'Bestand auffüllen',
  howManyCameIn: 'Wie viele dazukommen',
  left: ({ count }) => `noch ${number(count)}`,
  restocked: ({ count, stock, item }) =>
    stock === null
      ? html`${number(count)} dazu. ${item} ist unbegrenzt vorrätig.`
      : html`${number(count)} dazu. Bestand von ${item}: ${number(stock)}.`,
  retire: 'Entfernen',
  retireThis: 'Endgültig entfernen',
  retireText:
    'Nimmt die Prämie endgültig aus dem Shop. Einlösungen bleiben und können weiter entschieden werden.',
  isRetired: ({ item }) => html`${item} ist aus dem Shop entfernt.`,
  redeem: 'Einlösen',
  redeemTitle: ({ item }) => `${item} einlösen`,
  redeemQuestion: ({ item }) => `${item} einlösen?`,
  redeemFor: ({ price }) => `Für ${coins(price)} einlösen`,
  notRedeemed: 'Nichts wurde eingelöst.',
  noEmployee: 'Dieses Konto gehört zu niemandem auf der Personalliste.',
  noLongerSold: 'Nicht mehr im Shop',
  isSoldOut: 'Vergriffen',
  coinsShort: ({ count }) =>
    plural(count, { one: `Es fehlt ${coins(count)}`, other: `Es fehlen ${coins(count)}` }),
  coinsKept: 'Sie behalten Ihre Münzen.',
  priceFact: 'Preis',
  youHave: 'Sie haben',
  leftAfter: 'Danach übrig',
  inStock: 'Vorrätig',
  whatHappens:
    'Die Münzen werden sofort abgezogen, und Ihre Einlösung wartet auf Genehmigung. Wird sie abgelehnt, lesen Sie den Grund und bekommen die Münzen zurück. Den Stand sehen Sie auf „Meine Seite“ unter „Meine Einlösungen“.',
  redeemed: ({ item, price, left }) =>
    html`Sie haben ${item} für ${coins(price)} eingelöst; es bleiben ${number(left)}. Unter „Meine Einlösungen“ wartet das auf Genehmigung.`,
  backToMe: 'Zurück zu „Meine Seite“',
};
