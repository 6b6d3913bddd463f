import { type Html, html } from '../../../http/response/html.ts';
import { badges, number, people, plural, prizes, type Strong, xp } from './words.ts';

/** Contests. */
export const contests = {
  title: 'Contests',
  lead: 'Who is ahead on some days, with prizes for the first ranks.',
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
  newLead: 'People or departments are ranked by what counts on these days.',
  createThis: 'Create contest',
  notCreated: 'No contest was created.',
  created: ({ name }: { name: Html }) => html`${name} is created.`,
  firstDay: 'First day',
  lastDay: 'Last day',
  lastDayHint: 'This day still counts, until midnight UTC.',
  whoTakesPart: 'Who takes part',
  andWhoIsIn: 'And who is in',
  withBelow: 'With the departments below.',
  whatCounts: 'What counts',
  counts: {
    xp: 'people by their XP',
    badges: 'people by the badges that they earn',
    participation: 'departments by the share of their people who gain XP',
    average: 'departments by XP per head',
  },
  countedReasons: 'Only XP for this reason',
  orThisReason: 'Or for this reason',
  countedReasonsHint: 'As awards write it. Empty: all XP counts.',
  countedBadges: 'Only this badge',
  orThisBadge: 'Or this badge',
  countedBadgesHint: 'Where badges count.',
  anyBadge: 'Any badge',
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
  prizesHint:
    'Ranks: one such as 1, or several such as 1-3. Each prize is a badge or coins. Whoever makes or changes a contest gets theirs from somebody else.',
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
  haveBadges: ({ count, time }: { count: number; time: string }) =>
    plural(count, {
      one: `${people(count)} has badges in it, as of ${time}.`,
      other: `${people(count)} have badges in it, as of ${time}.`,
    }),
  hasEnded: ({ count }: { count: number }) =>
    `It has ended, with ${people(count)} so far. The service closes it by itself a few days later, so that late XP still counts.`,
  wasClosed: ({ when, count }: { when: Html; count: number }) =>
    html`Closed ${when} with ${people(count)}. XP recorded later does not change it.`,
  wasCancelled: 'It was cancelled and grants nothing.',
  ranksBy: {
    xp: 'People rank by their XP.',
    badges: 'People rank by the badges that they earn.',
    participation: 'Departments rank by the share of their people who gain XP.',
    average: 'Departments rank by XP per head.',
  },
  ranksByReasons: {
    xp: 'People rank by their XP for what counts.',
    badges: 'People rank by the badges that count.',
    participation: 'Departments rank by the share of their people with XP for what counts.',
    average: 'Departments rank by XP per head for what counts.',
  },
  wasClosedOfTeams: ({ when }: { when: Html }) =>
    html`Closed ${when}. What is recorded later does not change it.`,
  hasEndedOfTeams:
    'It has ended. The service closes it by itself a few days later, so that late XP still counts.',
  departments: 'Departments',
  asOf: ({ time }: { time: string }) => `as of ${time}`,
  share: ({ participants, people: all }: { participants: number; people: number }) =>
    `${number(participants)} of ${number(all)}`,
  perHead: ({ average }: { average: number }) => `${xp(Math.round(10 * average) / 10)} per head`,
  sharesRank: ({ rank }: { rank: number }) => `shared rank ${number(rank)}`,
  nobodyYet: 'nobody yet',
  smallTogether: ({ count }: { count: number }) => `${number(count)} small departments together`,
  yours: 'yours',
  teamIsFirst: ({ team }: { team: string }) => `${team} is first`,
  teamSharesFirst: ({ team }: { team: string }) => `${team} shares rank 1`,
  teamNeedsPeople: (it: { team: string; count: number; rank: number }) =>
    plural(it.count, {
      one: `One more person, and ${it.team} shares rank ${number(it.rank)}`,
      other: `${number(it.count)} more people, and ${it.team} shares rank ${number(it.rank)}`,
    }),
  teamNeedsXp: (it: { team: string; xp: number; rank: number }) =>
    `${xp(it.xp)} more, and ${it.team} shares rank ${number(it.rank)}`,
  teamPlace: (it: { team: string; rank: number; size: number }) =>
    `${it.team}: rank ${number(it.rank)} of ${number(it.size)}`,
  teamPlaceWas: (it: { team: string; rank: number; size: number }) =>
    `${it.team} was at rank ${number(it.rank)} of ${number(it.size)}.`,
  notYet: ({ count }: { count: number }) =>
    plural(count, {
      one: `${people(count)} has not gained XP in it yet.`,
      other: `${people(count)} have not gained XP in it yet.`,
    }),
  behind: ({ team, value }: { team: string; value: string }) => `${team}, behind, has ${value}.`,
  youCount: ({ xp: amount }: { xp: number }) => `You count already, with ${xp(amount)}.`,
  youDoNotCount: 'You do not count yet: any XP in these days does it.',
  teamTies: ({ count }: { count: number }) =>
    `Departments that share a place all win its prize, everybody who is in them when the contest is closed. Those of fewer than ${people(count)} rank together, so that nobody’s part shows.`,
  forTeam: ({ prize }: { prize: string }) => `${prize}, for everybody of the department`,
  xpPerHead: 'XP per head',
  noTeams: 'No department ranks here',
  noTeamsText: 'Departments stand here once the contest runs and enough people are in them.',
  youHave: ({ xp: amount }: { xp: number }) => `you: ${xp(amount)}`,
  whatItTakes: 'What it takes',
  toGetAhead: 'To get ahead',
  behindYou: 'Behind you',
  ends: 'Ends',
  endOf: ({ last }: { last: string }) => `${last}, midnight UTC`,
  reachesYouWithPeople: (it: { team: string; count: number }) =>
    `${it.team} reaches your place with ${number(it.count)} more`,
  reachesYouWithXp: (it: { team: string; xp: number }) =>
    `${it.team} reaches your place with ${xp(it.xp)} more`,
  anyXp: 'All XP of these days.',
  anyBadges: 'All badges of these days.',
  onceIsEnough: 'Once is enough to count.',
  noBadgeYet: 'no badge yet',
  noDepartmentIn: 'without a place',
  badgesToRank: (it: { count: number; rank: number }) =>
    `${badges(it.count)} to rank ${number(it.rank)}`,
  earnedBadges: 'Badges',
  xpToRank: (it: { xp: number; rank: number }) => `${xp(it.xp)} to rank ${number(it.rank)}`,
  youAreFirst: 'You are first',
  /** @param amount such as 40 XP, or 3 badges */
  yourPlace: (it: { strong: Strong; rank: number; size: number; amount: string }) =>
    html`Your place: ${it.strong(`rank ${number(it.rank)}`)} of ${number(it.size)} with ${it.amount}.`,
  yourPlaceWas: ({ strong, rank, amount }: { strong: Strong; rank: number; amount: string }) =>
    html`Your place was: ${strong(`rank ${number(rank)}`)} with ${amount}.`,
  rankOf: ({ rank, size }: { rank: number; size: number }) =>
    `rank ${number(rank)} of ${number(size)}`,
  noXpYet: 'no XP yet',
  ranking: 'Ranking',
  nobody: 'Nobody ranks here',
  nobodyText: 'Everybody who earns XP on the days of the contest stands here.',
  nobodyCancelled: 'A cancelled contest has no ranking.',
  backToBeginning: 'Back to the beginning',
  change: 'Change',
  isFixed: 'Days, departments and what counts cannot be changed any more.',
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
