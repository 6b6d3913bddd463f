import { activePeople, number, people, plural, signed, xp } from './words.ts';

const points = (count: number): string =>
  plural(count, { one: `${number(count)} point`, other: `${number(count)} points` });

type Moved = { name: string; from: string; to: string };

/** Insights: whether the programme works. */
export const insights = {
  title: 'Insights',
  lead: (it: { company: string; from: string; to: string; count: number }) =>
    `${it.company}, ${it.from} to ${it.to}. ${activePeople(it.count)}. All days are in UTC.`,
  leadOf: (it: { company: string; department: string; from: string; to: string; count: number }) =>
    `${it.company}, ${it.from} to ${it.to}. ${it.department} and below: ${activePeople(it.count)}. All days are in UTC.`,
  range: 'Range',
  rangeOf: ({ months }: { months: number }) => `${number(months)} months`,
  by: 'By',
  units: { month: 'Months', week: 'Weeks' },
  department: 'Department, with those below it',
  wholeCompany: 'Whole company',
  ownDepartment: 'Your department',
  show: 'Show',
  week: ({ week }: { week: number }) => `week ${week}`,
  weekOf: ({ week, year }: { week: number; year: number }) => `week ${week} of ${year}`,
  said: 'In words',
  tookPart: ({ share, period }: { share: string; period: string }) =>
    `${share} took part in ${period}.`,
  tookPartMore: (it: { share: string; period: string; points: number; before: string }) =>
    `${it.share} took part in ${it.period}, ${points(it.points)} more than in ${it.before}.`,
  tookPartLess: (it: { share: string; period: string; points: number; before: string }) =>
    `${it.share} took part in ${it.period}, ${points(it.points)} less than in ${it.before}.`,
  tookPartSame: (it: { share: string; period: string; before: string }) =>
    `${it.share} took part in ${it.period}, as in ${it.before}.`,
  tookPartSoFar: ({ share, period }: { share: string; period: string }) =>
    `${share} took part in ${period} so far.`,
  bestMonth: ({ count }: { count: number }) => `The best month of the last ${number(count)}.`,
  bestWeek: ({ count }: { count: number }) => `The best week of the last ${number(count)}.`,
  rose: ({ name, from, to }: Moved) => `${name} rose from ${from} to ${to}.`,
  fell: ({ name, from, to }: Moved) => `${name} fell from ${from} to ${to}.`,
  withoutAnything: ({ count }: { count: number }) =>
    plural(count, {
      one: `${people(count)} has received nothing in 90 days.`,
      other: `${people(count)} have received nothing in 90 days.`,
    }),
  tookPartIn: ({ period }: { period: string }) => `Took part in ${period}`,
  signedIn: 'Signed in',
  redeemed: 'Redeemed',
  xp: 'XP',
  badges: 'Badges',
  joined: 'Joined',
  left: ({ count }: { count: number }) => `${number(count)} left`,
  inPercent: ({ change }: { change: number }) => `${signed(change)}%`,
  participation: 'Participation',
  participationLabel: 'Share of active people who took part, by period',
  best: ({ period, share }: { period: string; share: string }) => `Best: ${period}, ${share}`,
  participationText: ({ period, share }: { period: string; share: string }) =>
    `Active people with XP. Dashed: ${period} so far, ${share}.`,
  participationTextOnly: 'Active people with XP.',
  coins: 'Coins',
  coinsLabel: 'Coins earned above the line and spent below it, by period',
  outstanding: ({ coins }: { coins: number }) => `Outstanding: ${number(coins)}`,
  /** @param worth such as €2,812 */
  outstandingWorth: ({ coins, worth }: { coins: number; worth: string }) =>
    `Outstanding: ${number(coins)} = ${worth}`,
  worth: 'Worth',
  coinsText: ({ earned, spent }: { earned: number; spent: number }) =>
    `Above the line: ${number(earned)} earned. Below it: ${number(spent)} spent. Dashed: not over yet.`,
  numbers: 'Numbers',
  period: 'Period',
  share: 'Share',
  tookPartHead: 'Took part',
  activePeople: 'Active people',
  earned: 'Earned',
  spent: 'Spent',
  outstandingHead: 'Outstanding',
  given: 'What was given',
  ways: { reason: 'By reason', giver: 'By who gave' },
  byGiver: ({ period }: { period: string }) => `XP and coins by who gave in ${period}`,
  giver: 'Who gave',
  otherGivers: 'All others',
  giversText: ({ count }: { count: number }) =>
    `From whom fewer than ${people(count)} got something stands among the others.`,
  nobodyGiven: 'Too few people for anything to be shown.',
  periodsSheet: 'Participation',
  participationPercent: 'Participation (%)',
  changePoints: 'Change (points)',
  byReason: ({ period }: { period: string }) => `XP by reason in ${period}`,
  reason: 'Reason',
  people: 'People',
  otherReasons: 'Other reasons, and none',
  fromTo: ({ from, to }: { from: string; to: string }) => `${from} to ${to}`,
  reasonOverTime: (it: { reason: string; from: string; to: string }) =>
    `XP for ${it.reason}, ${it.from} to ${it.to}`,
  smallCharts: ({ most, period }: { most: number; period: string }) =>
    `The small charts share one scale; their highest bar is ${xp(most)}. Dashed: ${period} so far.`,
  reasonsText: ({ count }: { count: number }) =>
    `What fewer than ${people(count)} got stands among the others.`,
  byDepartment: ({ period }: { period: string }) => `By department in ${period}`,
  departmentHead: 'Department',
  companyIs: ({ share }: { share: string }) => `Company: ${share}`,
  companyMedian: ({ share, median }: { share: string; median: number }) =>
    `Company: ${share}, median ${xp(median)}`,
  changeHead: ({ period }: { period: string }) => `On ${period}`,
  risen: ({ points: count }: { points: number }) => `${points(count)} more`,
  fallen: ({ points: count }: { points: number }) => `${points(count)} less`,
  unchanged: 'unchanged',
  median: 'Median XP',
  medianIs: ({ median }: { median: number }) => `median ${xp(median)}`,
  fewerThan: ({ count }: { count: number }) => `< ${number(count)}`,
  tooFew: 'too few',
  notShown: 'not shown',
  departmentsText: ({ count }: { count: number }) =>
    `With those below each. Numbers about fewer than ${people(count)} are not shown, nor what would give them away; they count in the company.`,
  without: 'Nothing received in 90 days',
  hrOnly: 'HR only',
  person: 'Person',
  withoutText: 'No XP, coins or badge. Neither managers nor paper show these names.',
  giveToThese: ({ count }: { count: number }) =>
    plural(count, { one: 'Give to this person', other: `Give to these ${number(count)}` }),
  nobody: 'Nobody has XP yet',
  nobodyText: ({ count }: { count: number }) =>
    plural(count, {
      one: `${people(count)} is here. Months and departments stand here with the first XP.`,
      other: `${people(count)} are here. Months and departments stand here with the first XP.`,
    }),
  giveToMany: 'Give to many',
  invite: 'Invite people',
  seePeople: 'See the people',
  seeLeaderboard: 'See the leaderboard',
  tooSmall: ({ count }: { count: number }) => `Fewer than ${people(count)}`,
  tooSmallText: 'Numbers about so few people are not shown, nor what would give them away.',
  noDepartment: 'You have no department',
  noDepartmentText: 'This page shows a manager their department and those below it.',
};
