import { type Html, html } from '../../../http/response/html.ts';
import { coins, number, plural, redemptions, type Strong } from './words.ts';

/** What people ask of the shop, and what is decided about it. */
export const redemptionTexts = {
  title: 'Redemptions',
  lead: 'Coins are taken when people ask. A declined request gives them back.',
  state: 'State',
  /** The lists by state. */
  lists: {
    pending: 'Waiting',
    approved: 'To hand out',
    fulfilled: 'Fulfilled',
    declined: 'Declined',
    refunded: 'Refunded',
  },
  listOf: ({ list, count }: { list: string; count: number }) => `${list} ${number(count)}`,
  statuses: {
    pending: 'waiting',
    approved: 'approved',
    fulfilled: 'fulfilled',
    declined: 'declined, coins back',
    refunded: 'refunded',
  },
  nothingWaits: 'Nothing waits for a decision',
  none: 'Nothing here',
  noneMore: 'Nothing more here',
  noneTexts: {
    pending:
      'When somebody redeems an item of the shop, the request stands here until somebody decides.',
    approved: 'What is approved stands here until it is handed out.',
    fulfilled: 'What was handed out stands here.',
    declined: 'What was declined stands here, with the reason.',
    refunded: 'What was refunded after it was handed out stands here, with the reason.',
  },
  openShop: 'Open the shop',
  choose: 'Choose',
  chooseThis: ({ subject }: { subject: string }) => `Choose ${subject}`,
  person: 'Person',
  deactivated: 'deactivated',
  item: 'Item',
  itemFor: ({ item, price }: { item: string; price: number }) => `${item} · ${coins(price)}`,
  coins: 'Coins',
  coinsLeft: 'Coins left',
  waits: 'Waits',
  decide: 'Decide',
  yours: 'Yours: somebody else decides',
  reason: ({ reason }: { reason: string }) => `“${reason}”`,
  /** What a redemption is about. */
  subject: ({ item, person }: { item: string; person: string }) => `${item} for ${person}`,
  subjectAt: ({ subject, price }: { subject: string; price: number }) =>
    `${subject}, ${coins(price)}`,
  steps: {
    approved: {
      this: ({ subject }: { subject: Html }) => html`Approve ${subject}`,
      chosen: 'Approve chosen',
      one: (it: { strong: Strong; subject: string; list: Html }) =>
        html`${it.strong('Approved:')} ${it.subject}. It is under “${it.list}”.`,
      several: (it: { strong: Strong; count: number; list: Html }) =>
        html`${it.strong('Approved:')} ${redemptions(it.count)}. They are under “${it.list}”.`,
    },
    fulfilled: {
      this: ({ subject }: { subject: Html }) => html`Fulfil ${subject}`,
      chosen: 'Fulfil chosen',
      one: (it: { strong: Strong; subject: string; list: Html }) =>
        html`${it.strong('Fulfilled:')} ${it.subject}. It is under “${it.list}”.`,
      several: (it: { strong: Strong; count: number; list: Html }) =>
        html`${it.strong('Fulfilled:')} ${redemptions(it.count)}. They are under “${it.list}”.`,
    },
    declined: {
      this: ({ subject }: { subject: Html }) => html`Decline ${subject}`,
      chosen: 'Decline chosen',
      one: (it: { strong: Strong; subject: string; coins: number; list: Html }) =>
        html`${it.strong('Declined:')} ${it.subject}. ${coins(it.coins)} went back. It is under “${it.list}”.`,
      several: (it: { strong: Strong; count: number; coins: number; list: Html }) =>
        html`${it.strong('Declined:')} ${redemptions(it.count)}. ${coins(it.coins)} went back. They are under “${it.list}”.`,
    },
    refunded: {
      this: ({ subject }: { subject: Html }) => html`Refund ${subject}`,
      chosen: 'Refund chosen',
      one: (it: { strong: Strong; subject: string; coins: number; list: Html }) =>
        html`${it.strong('Refunded:')} ${it.subject}. ${coins(it.coins)} went back. It is under “${it.list}”.`,
      several: (it: { strong: Strong; count: number; coins: number; list: Html }) =>
        html`${it.strong('Refunded:')} ${redemptions(it.count)}. ${coins(it.coins)} went back. They are under “${it.list}”.`,
    },
  },
  /** The steps that give coins back need a reason. */
  reasons: {
    declined: {
      title: 'Decline',
      why: ({ subject }: { subject: string }) =>
        `Why is ${subject} declined? The person reads this.`,
      whyThese: ({ count }: { count: number }) =>
        `Why are these ${number(count)} redemptions declined? They read this.`,
      giveBack: (it: { count: number; coins: number }) =>
        plural(it.count, {
          one: `Decline and give ${coins(it.coins)} back`,
          other: `Decline ${number(it.count)} and give ${coins(it.coins)} back`,
        }),
      nothing: 'Nothing to decline.',
    },
    refunded: {
      title: 'Refund',
      why: ({ subject }: { subject: string }) =>
        `Why is ${subject} refunded? The person reads this.`,
      whyThese: ({ count }: { count: number }) =>
        `Why are these ${number(count)} redemptions refunded? They read this.`,
      giveBack: (it: { count: number; coins: number }) =>
        plural(it.count, {
          one: `Refund and give ${coins(it.coins)} back`,
          other: `Refund ${number(it.count)} and give ${coins(it.coins)} back`,
        }),
      nothing: 'Nothing to refund.',
    },
  },
  noneChosen: 'Choose redemptions by the boxes beside them.',
  tooMany: ({ max }: { max: number }) => `At most ${number(max)} can be changed at once.`,
  notPossible: 'That is not possible in this state.',
  /** Who decided before, and when. */
  decided: {
    pending: ({ subject }: { subject: string }) => `${subject} waits for a decision.`,
    approved: (it: { actor: string; subject: string; when: string }) =>
      `${it.actor} approved ${it.subject}, ${it.when}.`,
    fulfilled: (it: { actor: string; subject: string; when: string }) =>
      `${it.actor} fulfilled ${it.subject}, ${it.when}.`,
    declined: (it: { actor: string; subject: string; when: string }) =>
      `${it.actor} declined ${it.subject}, ${it.when}.`,
    refunded: (it: { actor: string; subject: string; when: string }) =>
      `${it.actor} refunded ${it.subject}, ${it.when}.`,
  },
  somebody: 'Somebody',
  moreDecided: ({ count }: { count: number }) => `${number(count)} more were changed.`,
  left: ({ strong, sentences }: { strong: Strong; sentences: string }) =>
    html`${strong('Left as they are:')} ${sentences}`,
};
