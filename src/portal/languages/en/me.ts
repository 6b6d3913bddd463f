import { type Html, html } from '../../../http/response/html.ts';
import { badges, coins, number, people, type Strong, xp } from './words.ts';

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
  noBadgesYet: ({ count }: { count: number }) => `None yet. ${badges(count)} can be earned.`,
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
