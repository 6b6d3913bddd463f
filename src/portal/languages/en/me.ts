import { type Html, html } from '../../../http/response/html.ts';
import { coins, number, people, type Strong, xp } from './words.ts';

/** The page of an employee about themselves. */
export const me = {
  title: 'My page',
  noPage: 'No page of your own',
  noPageText:
    'This account does not belong to an employee, so it earns no XP and is on no leaderboard.',
  level: 'Level',
  highestLevel: 'The highest level',
  xpToLevel: (it: { xp: number; level: number }) => `${xp(it.xp)} to level ${number(it.level)}`,
  welcome: (it: { person: Html; xp: number; month: string }) =>
    html`Welcome, ${it.person}. You earned ${xp(it.xp)} in ${it.month}.`,
  moreThanIn: ({ month }: { month: string }) => `That is more than in all of ${month}.`,
  soFar: ({ month }: { month: string }) => `${month} so far`,
  atTheSameTime: ({ month }: { month: string }) => `${month} by then`,
  allOfMonth: ({ month }: { month: string }) => `All of ${month}`,
  welcomeTo: ({ person }: { person: Html }) => html`Welcome, ${person}`,
  whatXpIs: ({ company }: { company: string }) =>
    `XP is a record of what you contribute at ${company}. It raises your level and does not run out.`,
  whatCoinsAre: 'Some of it comes with coins, which are for the shop.',
  whatBringsXp: 'What brings XP here',
  gotLately: ({ count }: { count: number }) => `${people(count)} got this lately.`,
  gotBetween: (it: { count: number; least: number; most: number }) =>
    `${people(it.count)} got between ${number(it.least)} and ${xp(it.most)} for this lately.`,
  contestCounts: ({ last }: { last: string }) =>
    `A contest: all XP that you earn up to ${last} counts.`,
  prizeIs: (it: { ranks: string; prize: string }) => `${it.ranks}: ${it.prize}.`,
  badgeAt: (it: { xp: number }) => `Everybody who reaches ${xp(it.xp)} gets this badge.`,
  nearestReward: 'Nearest reward',
  priceAndCoins: ({ price, coins: own }: { price: number; coins: number }) =>
    `It costs ${coins(price)}; you have ${number(own)}.`,
  coinsToGo: ({ count }: { count: number }) => `${coins(count)} to go`,
  enoughCoins: 'You have enough.',
  latestBadge: 'latest badge',
  rarityHeldBy: (it: { rarity: string; count: number }) =>
    `${it.rarity}, held by ${people(it.count)}`,
  heldBy: ({ count }: { count: number }) => `held by ${number(count)}`,
  companyIn: ({ month }: { month: string }) => `Company, ${month}`,
  departmentIn: ({ department, month }: { department: string; month: string }) =>
    `${department}, ${month}`,
  coins: 'Coins',
  badges: 'Badges',
  xpByMonth: 'XP by month',
  xpByMonthLabel: 'XP by month, the last twelve months',
  best: (it: { month: string; xp: number }) => `Best: ${it.month}, ${number(it.xp)}`,
  runningMonth: (it: { month: string; xp: Html }) => html`Dashed: ${it.month} so far, ${it.xp}`,
  numbers: 'Numbers',
  aroundYou: ({ month }: { month: string }) => `Around you in ${month}`,
  wholeLeaderboard: 'Whole leaderboard',
  rank: 'Rank',
  person: 'Person',
  xp: 'XP',
  you: 'you',
  badgesOf: ({ held, all }: { held: number; all: number }) => `${number(held)} of ${number(all)}`,
  xpToGo: (it: { xp: number }) => `${xp(it.xp)} to go`,
  badgesInReach: 'Badges within reach',
  byHand: 'Awarded by hand',
  shop: 'Shop',
  redeemThis: ({ item }: { item: Html }) => html`Redeem ${item}`,
  youHave: ({ count, strong }: { count: number; strong: Strong }) =>
    html`You have ${strong(coins(count))}`,
  latestXp: 'Latest XP',
  noXpYet: 'What you earn stands here.',
  noReason: 'No reason given',
  correction: 'correction',
  latestCoins: 'Latest coins',
  redemptions: 'My redemptions',
  allOfThem: 'All of them',
  noRedemptionsYet: 'What you redeem stands here, with its status.',
  item: 'Item',
  requested: 'Requested',
  status: 'Status',
  nothingHere: 'Nothing here',
  nothingHereText: 'What you redeem in the shop stands here, with what became of it.',
  openShop: 'Open the shop',
};
