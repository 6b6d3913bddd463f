import { html } from '../../../http/response/html.ts';
import type { Messages } from '../en.ts';
import { coins, number, plural, redemptions } from './words.ts';

export const redemptionTexts: Messages['redemptions'] = {
  title: 'Einlösungen',
  lead: 'Münzen werden beim Einlösen abgezogen. Wird eine Einlösung abgelehnt, kommen sie zurück.',
  state: 'Status',
  lists: {
    pending: 'Offen',
    approved: 'Auszuhändigen',
    fulfilled: 'Ausgehändigt',
    declined: 'Abgelehnt',
    refunded: 'Erstattet',
  },
  listOf: ({ list, count }) => `${list} ${number(count)}`,
  statuses: {
    pending: 'offen',
    approved: 'genehmigt',
    fulfilled: 'ausgehändigt',
    declined: 'abgelehnt, Münzen zurück',
    refunded: 'erstattet',
  },
  nothingWaits: 'Nichts wartet auf eine Entscheidung',
  none: 'Nichts vorhanden',
  noneMore: 'Nichts weiter',
  noneTexts: {
    pending: 'Löst jemand eine Prämie ein, steht das hier, bis darüber entschieden ist.',
    approved: 'Was genehmigt ist, steht hier, bis es ausgehändigt wird.',
    fulfilled: 'Hier steht, was ausgehändigt wurde.',
    declined: 'Hier steht, was abgelehnt wurde, mit dem Grund.',
    refunded: 'Hier steht, was nach dem Aushändigen erstattet wurde, mit dem Grund.',
  },
  openShop: 'Zum Shop',
  choose: 'Auswahl',
  chooseThis: ({ subject }) => `${subject} auswählen`,
  person: 'Person',
  deactivated: 'deaktiviert',
  item: 'Prämie',
  itemFor: ({ item, price }) => `${item} · ${coins(price)}`,
  coins: 'Münzen',
  coinsLeft: 'Münzen übrig',
  waits: 'Wartet',
  decide: 'Entscheiden',
  yours: 'Ihre eigene: Andere entscheiden',
  reason: ({ reason }) => `„${reason}“`,
  subject: ({ item, person }) => `${item} für ${person}`,
  subjectAt: ({ subject, price }) => `${subject}, ${coins(price)}`,
  steps: {
    approved: {
      this: ({ subject }) => html`Genehmigen ${subject}`,
      chosen: 'Auswahl genehmigen',
      one: (it) => html`${it.strong('Genehmigt:')} ${it.subject}. Zu finden unter „${it.list}“.`,
      several: (it) =>
        html`${it.strong('Genehmigt:')} ${redemptions(it.count)}. Zu finden unter „${it.list}“.`,
    },
    fulfilled: {
      this: ({ subject }) => html`Aushändigen ${subject}`,
      chosen: 'Auswahl aushändigen',
      one: (it) => html`${it.strong('Ausgehändigt:')} ${it.subject}. Zu finden unter „${it.list}“.`,
      several: (it) =>
        html`${it.strong('Ausgehändigt:')} ${redemptions(it.count)}. Zu finden unter „${it.list}“.`,
    },
    declined: {
      this: ({ subject }) => html`Ablehnen ${subject}`,
      chosen: 'Auswahl ablehnen',
      one: (it) =>
        html`${it.strong('Abgelehnt:')} ${it.subject}. Zurückgegeben: ${coins(it.coins)}. Zu finden unter „${it.list}“.`,
      several: (it) =>
        html`${it.strong('Abgelehnt:')} ${redemptions(it.count)}. Zurückgegeben: ${coins(it.coins)}. Zu finden unter „${it.list}“.`,
    },
    refunded: {
      this: ({ subject }) => html`Erstatten ${subject}`,
      chosen: 'Auswahl erstatten',
      one: (it) =>
        html`${it.strong('Erstattet:')} ${it.subject}. Zurückgegeben: ${coins(it.coins)}. Zu finden unter „${it.list}“.`,
      several: (it) =>
        html`${it.strong('Erstattet:')} ${redemptions(it.count)}. Zurückgegeben: ${coins(it.coins)}. Zu finden unter „${it.list}“.`,
    },
  },
  reasons: {
    declined: {
      title: 'Ablehnen',
      why: ({ subject }) => `Warum wird ${subject} abgelehnt? Die Person liest den Grund.`,
      whyThese: ({ count }) =>
        plural(count, {
          one: 'Warum wird diese Einlösung abgelehnt? Die Person liest den Grund.',
          other: `Warum werden diese ${redemptions(count)} abgelehnt? Die Personen lesen den Grund.`,
        }),
      giveBack: (it) =>
        plural(it.count, {
          one: `Ablehnen und ${coins(it.coins)} zurückgeben`,
          other: `${number(it.count)} ablehnen und ${coins(it.coins)} zurückgeben`,
        }),
      nothing: 'Nichts abzulehnen.',
    },
    refunded: {
      title: 'Erstatten',
      why: ({ subject }) => `Warum wird ${subject} erstattet? Die Person liest den Grund.`,
      whyThese: ({ count }) =>
        plural(count, {
          one: 'Warum wird diese Einlösung erstattet? Die Person liest den Grund.',
          other: `Warum werden diese ${redemptions(count)} erstattet? Die Personen lesen den Grund.`,
        }),
      giveBack: (it) =>
        plural(it.count, {
          one: `Erstatten und ${coins(it.coins)} zurückgeben`,
          other: `${number(it.count)} erstatten und ${coins(it.coins)} zurückgeben`,
        }),
      nothing: 'Nichts zu erstatten.',
    },
  },
  noneChosen: 'Wählen Sie Einlösungen mit den Kästchen daneben aus.',
  tooMany: ({ max }) => `Auf einmal können höchstens ${number(max)} geändert werden.`,
  notPossible: 'Das geht in diesem Status nicht.',
  decided: {
    pending: ({ subject }) => `${subject} wartet auf eine Entscheidung.`,
    approved: (it) => `${it.actor} hat ${it.subject} genehmigt (${it.when}).`,
    fulfilled: (it) => `${it.actor} hat ${it.subject} ausgehändigt (${it.when}).`,
    declined: (it) => `${it.actor} hat ${it.subject} abgelehnt (${it.when}).`,
    refunded: (it) => `${it.actor} hat ${it.subject} erstattet (${it.when}).`,
  },
  somebody: 'Jemand',
  moreDecided: ({ count }) =>
    plural(count, {
      one: `${number(count)} weitere wurde geändert.`,
      other: `${number(count)} weitere wurden geändert.`,
    }),
  left: ({ strong, sentences }) => html`${strong('Unverändert:')} ${sentences}`,
};
