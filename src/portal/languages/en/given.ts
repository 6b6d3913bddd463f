import { type Html, html } from '../../../http/response/html.ts';
import {
  badges,
  coins,
  counted,
  format,
  number,
  people,
  plural,
  type Strong,
  signedCoins,
  signedXp,
  xp,
} from './words.ts';

// XP, coins and badges that are given to many at once.

type Sums = { people: number; xp: number; coins: number; badges: number };

/** What is given: 1,240 XP, 190 coins and 4 badges. */
const sums = (it: Sums): string => {
  const parts = [
    ...(it.xp === 0 ? [] : [xp(it.xp)]),
    ...(it.coins === 0 ? [] : [coins(it.coins)]),
    ...(it.badges === 0 ? [] : [badges(it.badges)]),
  ];
  return format.allOf(parts) || xp(0);
};

/** What a list has columns for. */
export const listFields = {
  ...{ employee: 'Person', amount: 'XP', coins: 'Coins', badge: 'Badge', reason: 'Reason' },
  at: 'Day',
};

export const given = {
  title: 'Given',
  lead: (total: { count: number; isMore: boolean }) =>
    `${counted(total, { one: 'gift', other: 'gifts' })} to many people at once.`,
  leadOfNone: 'What was given to many people at once.',
  give: 'Give to many',
  giveLead: 'XP, coins or a badge. You see everybody before anything is given.',
  none: 'Nothing was given to many yet',
  noneText:
    'What is given to a department, to a selection of people or to a list stands here, and can be taken back.',
  noneMore: 'Nothing more here',
  time: 'Time',
  what: 'What for',
  noReason: 'Without a reason',
  to: 'To',
  by: 'By',
  state: 'State',
  states: { giving: 'unfinished', given: 'given', undoing: 'partly undone', undone: 'undone' },
  origins: {
    list: ({ subject }: { subject: string }) => `The list ${subject}`,
    department: ({ subject }: { subject: string }) => `${subject} and below`,
    badge: ({ subject }: { subject: string }) => `Who holds ${subject}`,
    everybody: 'Everybody',
    people: 'Selected people',
  },
  people: 'People',
  xp: 'XP',
  coins: 'Coins',
  badges: 'Badges',
  levels: 'Levels reached',
  toWhom: 'To whom',
  everybodyActive: 'Everybody who is active',
  department: 'Department',
  departmentHint: 'With those below it.',
  holders: 'Only who holds',
  anyBadge: 'Any badge or none',
  selected: ({ search, withRole }: { search: string; withRole: boolean }) =>
    `As selected under People: ${[...(search === '' ? [] : [`found by “${search}”`]), ...(withRole ? ['with a role'] : [])].join(', ')}.`,
  ticked: ({ count }: { count: number }) =>
    count === 0 ? 'Nobody was ticked under People.' : `As ticked under People: ${people(count)}.`,
  xpEach: 'XP each',
  coinsEach: 'Coins each',
  amountHint: 'A minus takes back.',
  badge: 'Badge',
  noBadge: 'No badge',
  countsFor: 'Counts for',
  dayUpToToday: 'A day up to today.',
  reason: 'Reason',
  reasonHint: 'Everybody who gets it can read it.',
  giveReason: 'Say what it is for.',
  showPreview: 'Preview',
  nothingIsGiven: 'Nothing has been given yet.',
  giveThis: (it: Sums) =>
    it.xp <= 0 && it.coins <= 0 && it.badges === 0
      ? `Take ${sums({ ...it, xp: -it.xp, coins: -it.coins })} from ${people(it.people)}`
      : `Give ${sums(it)} to ${people(it.people)}`,
  takes: 'This takes something away',
  takeIt: 'Yes, take it from them',
  confirmTaking: 'Tick this box, or leave out the minus.',
  givenNow: ({ strong, ...it }: Sums & { strong: Strong }) =>
    html`${strong(sums(it))} given to ${people(it.people)}.`,
  nothingToGive: 'Say how much XP, how many coins or which badge.',
  notGiven: 'Nothing was given.',
  nobody: 'Nobody gets anything.',
  changed: 'Who gets something has changed in the meantime. Look at the preview again.',
  repeated: ({ gift }: { gift: Html }) =>
    html`The same was given in the last ten minutes: ${gift}. Nobody gets it twice.`,
  repeatedList: ({ gift }: { gift: Html }) =>
    html`Rows of this list gave the same before: ${gift}. Nobody gets it twice.`,
  givenBefore: 'The same was given just before, so nothing was given now.',
  giveOnceMore: 'Give it once more…',
  onceMore: 'You give it once more, also to those who got the same before.',
  repeatedLink: 'what was given',
  amountAgain: 'The amount again',
  largeAmount: 'This is a large amount for one person. Type it again.',
  youAreLeftOut: 'You are left out: others decide what you get.',
  whoGets: 'Who gets it',
  whoGetsOf: ({ count }: { count: number }) =>
    plural(count, { one: `${people(count)} gets it`, other: `${people(count)} get it` }),
  newestListed: ({ count }: { count: number }) => `The first ${number(count)}`,
  person: 'Person',
  gets: 'Gets',
  level: 'Level',
  newLevel: 'new',
  giveNothing: 'Give nothing',
  gaveNothing: 'Gave nothing',
  signedXp,
  signedCoins,
  getNothing: ({ count }: { count: number }) =>
    plural(count, { one: `${people(count)} gets nothing`, other: `${people(count)} get nothing` }),
  why: {
    validation_failed: 'The row cannot be read.',
    unknown_employee: 'Nobody is meant by this.',
    ambiguous_employee: 'Several people could be meant.',
    unknown_badge: 'There is no such badge.',
    oneself: 'You decide about others, and others about you.',
    repeated_row: 'The same stands in a row before.',
    inactive: 'Deactivated.',
    already_given: 'Got the same before.',
    badge_held: 'Holds the badge already.',
    insufficient_coins: 'Has too few coins.',
    total_limit: 'The total would be too high.',
    coins_spent: 'Has spent the coins.',
  },
  /** The same in a word. */
  skipChips: {
    validation_failed: 'unreadable',
    unknown_employee: 'not found',
    ambiguous_employee: 'several',
    unknown_badge: 'no such badge',
    oneself: 'yourself',
    repeated_row: 'twice in the list',
    inactive: 'inactive',
    already_given: 'already got it',
    badge_held: 'has the badge',
    insufficient_coins: 'too few coins',
    total_limit: 'too much',
  },
  reasonWhy: 'Why',
  repair: 'Repair',
  takePerson: 'Take this person',
  take: ({ name }: { name: string | Html }) => html`<span>Take <bdi>${name}</bdi></span>`,
  searchPerson: 'Search',
  isClose: (it: { name: string | Html; number: string; department: string }) =>
    html`Nobody is meant by this. ${[it.name, ...[it.number, it.department].filter((one) => one !== '')].map((one, at) => html`${at === 0 ? '' : ', '}<bdi>${one}</bdi>`)} is close.`,
  leaveOut: 'Leave the row out',
  leaveOutRow: ({ line }: { line: number }) => `Leave row ${number(line)} out`,
  largeAmounts: 'Large amounts',
  amountsAbove: ({ count }: { count: number }) =>
    plural(count, {
      one: `${number(count)} amount is large for one person`,
      other: `${number(count)} amounts are large for one person`,
    }),
  amountsAboveText: 'Type the largest one again below, if it is right.',
  coinsForXp: ({ coins: count }: { coins: number }) => `${signedCoins(count)} for the XP`,
  reach: 'Reach a level',
  reached: 'Reached a level',
  forTheXp: 'Coins for the XP',
  fromList: 'From a list',
  fromListText:
    'A CSV file or an Excel workbook with a column that names people: by employee number, email or ID. Columns for XP, coins, a badge, a reason and a day are read, too; what a row does not say is asked for next.',
  listFile: 'List',
  listHint: ({ megabytes }: { megabytes: number }) =>
    `Up to 5,000 rows and ${number(megabytes)} MB.`,
  readList: 'Upload the list',
  theList: ({ name, count }: { name: Html; count: number }) =>
    plural(count, {
      one: html`${name}: ${number(count)} row`,
      other: html`${name}: ${number(count)} rows`,
    }),
  listFields,
  notRead: ({ columns }: { columns: readonly string[] }) => `Not read: ${format.allOf(columns)}.`,
  listTitle: 'The list',
  inRowsElse: 'What the list does not say',
  rowsGiveNothing: ({ count }: { count: number }) =>
    plural(count, {
      one: `${number(count)} row gives nothing`,
      other: `${number(count)} rows give nothing`,
    }),
  rowsOfNobody: 'Rows that give nothing',
  inList: 'In the list',
  line: 'Row',
  lineStates: {
    planned: 'not yet',
    given: 'given',
    skipped: 'nothing',
    undone: 'undone',
    kept: 'kept',
  },
  givenAt: ({ time, actor }: { time: Html; actor: string }) => html`Given ${time} by ${actor}.`,
  undoneAt: ({ time, actor }: { time: Html; actor: string }) => html`Undone ${time} by ${actor}.`,
  undo: 'Undo',
  undoText:
    'Writes an entry against each, so that sums are as before. Nothing is erased. Levels go back, the badges are revoked. It is undone once.',
  othersUndo: 'It concerns you, too. Somebody else must decide about what is yours.',
  refused: ({ count, names }: { count: number; names: Html }) =>
    plural(count, {
      one: html`${people(count)} has spent the coins and keeps everything: ${names}`,
      other: html`${people(count)} have spent the coins and keep everything: ${names}`,
    }),
  refusedAndMore: (it: { count: number; names: Html; more: number }) =>
    html`${people(it.count)} have spent the coins and keep everything: ${it.names} and ${number(it.more)} more`,
  undoFor: ({ count }: { count: number }) => `Undo for ${people(count)}`,
  isUndone: ({ strong, count }: { strong: Strong; count: number }) =>
    strong(`Undone for ${people(count)}.`),
  isUndoneInPart: (it: { strong: Strong; count: number; refused: number }) =>
    html`${it.strong(`Undone for ${people(it.count)}.`)} ${plural(it.refused, { one: `${people(it.refused)} keeps everything.`, other: `${people(it.refused)} keep everything.` })}`,
  unfinished: 'Not everybody has it yet',
  unfinishedText: 'It was interrupted. Nobody gets anything twice when it goes on.',
  goOn: 'Give the rest',
};
