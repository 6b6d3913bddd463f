import { type Html, html } from '../../../http/response/html.ts';
import { number, people, plural, prizes, type Strong, xp } from './words.ts';

/** Contests. */
export const contests = {
  title: 'Contests',
  lead: 'Who earns the most XP on some days, with prizes for the first ranks.',
  none: 'No contests yet',
  noneText: 'When there is one, it stands here with its ranking.',
  noneTextForEditors:
    'Choose the days, who takes part, and the prizes. A few days after the end the service keeps the ranking and grants the prizes by itself.',
  name: 'Name',
  giveName: 'Give the contest a name.',
  state: 'State',
  states: {
    upcoming: 'upcoming',
    running: 'running',
    ended: 'ended',
    closed: 'closed',
    cancelled: 'cancelled',
  },
  days: 'Days',
  daysAre: ({ first, last }: { first: string; last: string }) => `${first} to ${last}`,
  until: ({ last }: { last: string }) => `to ${last}`,
  people: 'People',
  newContest: 'New contest',
  newLead: 'People are ranked by the XP that they earn on these days.',
  createThis: 'Create contest',
  notCreated: 'No contest was created.',
  created: ({ name }: { name: Html }) => html`${name} is created.`,
  firstDay: 'First day',
  lastDay: 'Last day',
  lastDayHint: 'This day still counts, until midnight UTC.',
  whoTakesPart: 'Who takes part',
  andWhoIsIn: 'And who is in',
  withBelow: 'With the departments below.',
  withSameXp: 'With the same XP',
  ties: {
    shared: 'all share a place and win',
    first: 'who reached it first is ahead',
    joined: 'who joined first is ahead',
  },
  tiesAre: {
    shared: 'With the same XP, people share a place, and all who share it win.',
    first: 'With the same XP, who reached it first is ahead.',
    joined: 'With the same XP, who joined first is ahead.',
  },
  prizes: 'Prizes',
  prizesHint: 'Ranks: one such as 1, or several such as 1-3. Each prize is a badge or coins.',
  prize: ({ number: at }: { number: number }) => `Prize ${number(at)}:`,
  ranksOf: ({ prize }: { prize: Html }) => html`${prize} Ranks`,
  badgeOf: ({ prize }: { prize: Html }) => html`${prize} Badge`,
  coinsOf: ({ prize }: { prize: Html }) => html`${prize} Coins`,
  noBadge: 'No badge',
  badgeOrCoins: 'Choose a badge or type the coins.',
  coinsAgain: 'The most coins of a prize again',
  /** @param limit such as 1,000 coins */
  moreThan: ({ limit }: { limit: string }) =>
    `A prize is more than ${limit}. Type its coins again; of several such prizes, the most.`,
  badge: ({ name }: { name: string }) => `badge ${name}`,
  rank: ({ rank }: { rank: number }) => `Rank ${number(rank)}`,
  ranks: ({ first, last }: { first: number; last: number }) =>
    `Ranks ${number(first)} to ${number(last)}`,
  notGranted: 'Not granted',
  withheld: ({ rank, prize, reason }: { rank: number; prize: string; reason: string }) =>
    `Rank ${number(rank)}, ${prize}: ${reason}`,
  andMore: ({ count }: { count: number }) => `And ${number(count)} more.`,
  inUtc: ({ days }: { days: string }) => `${days}, UTC.`,
  everybody: 'Everybody takes part.',
  theseAndBelow: ({ departments: names }: { departments: string }) => `${names} and below.`,
  notStarted: 'It has not started.',
  haveXp: ({ count, time }: { count: number; time: string }) =>
    plural(count, {
      one: `${people(count)} has XP in it, as of ${time}.`,
      other: `${people(count)} have XP in it, as of ${time}.`,
    }),
  hasEnded: ({ count }: { count: number }) =>
    `It has ended, with ${people(count)} so far. The service closes it by itself a few days later, so that late XP still counts.`,
  wasClosed: ({ when, count }: { when: Html; count: number }) =>
    html`Closed ${when} with ${people(count)}. XP recorded later does not change it.`,
  wasCancelled: 'It was cancelled and grants nothing.',
  xpToRank: (it: { xp: number; rank: number }) => `${xp(it.xp)} to rank ${number(it.rank)}`,
  youAreFirst: 'You are first',
  yourPlace: (it: { strong: Strong; rank: number; size: number; xp: number }) =>
    html`Your place: ${it.strong(`rank ${number(it.rank)}`)} of ${number(it.size)} with ${xp(it.xp)}.`,
  yourPlaceWas: ({ strong, rank, xp: amount }: { strong: Strong; rank: number; xp: number }) =>
    html`Your place was: ${strong(`rank ${number(rank)}`)} with ${xp(amount)}.`,
  rankOf: ({ rank, size }: { rank: number; size: number }) =>
    `rank ${number(rank)} of ${number(size)}`,
  noXpYet: 'no XP yet',
  ranking: 'Ranking',
  nobody: 'Nobody ranks here',
  nobodyText: 'Everybody who earns XP on the days of the contest stands here.',
  nobodyCancelled: 'A cancelled contest has no ranking.',
  backToBeginning: 'Back to the beginning',
  change: 'Change',
  isFixed: 'Days, departments and the rule for the same XP cannot be changed any more.',
  isChanged: ({ name }: { name: Html }) => html`${name} is changed.`,
  close: 'Close it now',
  closeText: ({ count }: { count: number }) =>
    `The ranking of ${people(count)} is kept and the prizes are granted. This cannot be undone.`,
  closeThis: 'Close and grant prizes',
  isClosed: ({ name, count, granted }: { name: Html; count: number; granted: number }) =>
    html`${name} is closed with ${people(count)}, and ${prizes(granted)} granted.`,
  cancel: 'Cancel',
  cancelText: ({ count }: { count: number }) =>
    plural(count, {
      one: `The contest then grants nothing and cannot be opened again. ${people(count)} has XP in it.`,
      other: `The contest then grants nothing and cannot be opened again. ${people(count)} have XP in it.`,
    }),
  cancelThis: 'Cancel the contest',
  isCancelled: ({ name }: { name: Html }) => html`${name} is cancelled. It grants nothing.`,
};
