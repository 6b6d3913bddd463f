import { type Html, html } from '../../../http/response/html.ts';
import { coins, departments, number, people, plural, points } from './words.ts';

type Posts = { count: number };

const inThanks = ({ count }: Posts): string =>
  plural(count, { one: 'once', other: `${number(count)} times` });

/** What owners and admins decide about thanks. */
export const recognition = {
  title: 'Manage thanks',
  parts: {
    reports: 'Reports',
    'fair-play': 'Fair play',
    values: 'Values',
    settings: 'Settings',
  },
  titles: {
    reports: 'Reported thanks',
    'fair-play': 'Thanks: fair play',
    values: 'Values',
    settings: 'Thanks: settings',
  },

  // Reports.
  reportsLead:
    'Whoever reports thanks hides them from everybody. Owners and admins decide whether they stay.',
  waiting: 'Waiting for a decision',
  nothingWaits: 'Nobody has reported anything that waits',
  nothingWaitsText: 'What somebody reports stands here, and on Home, until it is decided.',
  onRecord: 'On record',
  oneReport: 'A report',
  reportedBy: ({ person }: { person: Html }) => html`${person} reported it`,
  decided: {
    kept: ({ actor }: { actor: Html }) => html`${actor} decided that it stays`,
    removed: ({ actor }: { actor: Html }) => html`${actor} removed it`,
  },
  because: (it: { sentence: Html; reason: Html }) => html`${it.sentence}: “${it.reason}”`,
  isWithdrawn: 'Whoever gave it took it back.',
  why: 'Why',
  keep: 'Let it stay',
  keepText: 'It is shown again to everybody who saw it, and nobody can report it again.',
  keepHint: 'May stay empty. On record here; those named in it are not told.',
  isKept: 'It stays, and is shown again.',
  remove: 'Remove it',
  removeText: (it: { points: number; coins: number; count: number }) =>
    it.points === 0
      ? 'Nobody sees it any more, for good. XP that it brought goes back.'
      : `Nobody sees it any more, for good. ${coins(it.coins)} of ${it.count === 1 ? 'the receiver' : 'each receiver'} go back, and XP that it brought. ${points(it.points)} return to the giver if this is still its month.`,
  removeHint: 'On record here; those named in it are not told.',
  keepCoins: 'Everybody keeps the points, coins and XP, also where coins are spent already',
  isRemoved: 'It is removed.',
  notYours: 'Somebody else decides',
  notYoursText: 'You gave it, or were thanked. Another owner or admin decides about it.',

  // Fair play.
  fairPlayLead:
    'Numbers to ask about, not verdicts: two people on one shift thank each other most.',
  month: 'Month',
  pairs: 'Pairs who mostly thank each other',
  noPairs: 'No two people mostly thank each other',
  pairsText:
    'Each gave the other at least half of all their points of the month, and thanked them at least three times.',
  first: 'One of them',
  second: 'The other',
  ofAll: (it: { points: number; all: number } & Posts) =>
    `gave ${number(it.points)} of ${points(it.all)}, ${inThanks(it)}`,
  toOne: 'Much to one person this month',
  toOneText:
    'From 40% of the allowance on, the giver is warned. At 60% nothing more can go to that person until the month ends.',
  giver: 'From',
  receiver: 'To',
  points: 'Points',
  ofAllowance: (it: { points: number; allowance: number } & Posts) =>
    `${number(it.points)} of ${points(it.allowance)}, ${inThanks(it)}`,
  isStopped: 'stopped',

  // Values.
  valuesLead: 'What people thank for. Whoever gives thanks chooses one of them, in this order.',
  value: 'Value',
  order: 'Order',
  noValues: 'There is no value yet',
  noValuesText: 'Nobody can give thanks before there is one.',
  newValue: 'New value',
  valueName: 'Name',
  valueNameHint: 'Such as “Safety before speed”: what people did, in your words.',
  code: 'Code',
  codeHint: 'For the API and the command line, for good: letters, digits, dots, hyphens.',
  addValue: 'Add the value',
  notAdded: 'No value was added.',
  isAdded: ({ name }: { name: Html }) => html`<b>${name}</b> is added.`,
  moveUp: 'Up',
  isMoved: ({ name }: { name: Html }) => html`<b>${name}</b> is one place further up.`,
  rename: 'Rename',
  renameHint: 'Thanks that were given for it show the new name, too.',
  isRenamed: ({ name }: { name: Html }) => html`The value is called <b>${name}</b> now.`,
  retired: 'Retired',
  retiredText: 'Nobody can thank for them any more. Thanks that were given for them keep them.',
  notUsed: 'retired',
  retire: 'Retire',
  retireText:
    'Nobody can thank for it any more. Thanks that were given for it keep it, and it can be restored.',
  isRetired: ({ name }: { name: Html }) => html`<b>${name}</b> is retired.`,
  restore: 'Restore',
  restoreText: 'People can thank for it again.',
  isRestored: ({ name }: { name: Html }) => html`<b>${name}</b> is restored.`,

  // Settings.
  settingsLead:
    'People thank each other with points that they can only give. What they receive are coins.',
  areOn: 'Thanks are on',
  areOnText: 'People thank each other.',
  areOff: 'Thanks are off',
  areOffText: 'This is what happens if you switch them on.',
  lacksValues: ({ link }: { link: Html }) =>
    html`<b>There is no value to thank for.</b> Nobody can give thanks before one stands under ${link}.`,
  everybody: 'Everybody',
  getsPoints: (it: { allowance: number; last: string; next: string }) =>
    `has ${points(it.allowance)} to give at once, until ${it.last} in UTC, and the same again from ${it.next} on and every month. Who joins in a month has the part of it that is left. What is not given ends with the month.`,
  hasPoints: (it: { allowance: number; last: string; next: string }) =>
    `has ${points(it.allowance)} to give until ${it.last} in UTC, and the same again from ${it.next} on.`,
  othersHave: (it: { count: number }) => `${departments(it.count)} with another allowance: below.`,
  atMost: 'At most',
  together: (it: { points: number; coins: number; count: number }) =>
    `${people(it.count)} can give ${points(it.points)} a month together, which become ${coins(it.coins)}.`,
  worth: ({ worth }: { worth: string }) => `They are worth ${worth}.`,
  isBudget: 'The budget limits it.',
  onPages: 'On every page',
  onPagesText:
    'The button “Give thanks”, and “Thanks” in the navigation, for everybody who signs in.',
  told: 'Who is told',
  toldText: 'Nobody: no mail is sent. Tell people yourself when you are ready.',
  switchOn: 'Switch thanks on',
  isOn: 'Thanks are on. People can thank each other now.',
  switchOffAsk: 'Switch thanks off',
  switchOff: 'Switch thanks off',
  switchOffText:
    'At once nobody can give thanks or see them. What was given stays on record, and everybody keeps the coins and XP. Switched on again, all of it is back; points that were given this month stay given.',
  isOff: 'Thanks are off.',

  givenIn: ({ month }: { month: string }) => `Points given in ${month}`,
  ofBudget: ({ budget }: { budget: number }) => `of ${number(budget)}`,
  leftOfBudget: 'Left of the budget',
  noBudget: 'no limit',
  givers: 'People who gave',
  months: 'Earlier months',

  pointsToGive: 'Points to give',
  pointsToGiveText: 'Changes hold at once, for this month, too. Nobody is told.',
  allowance: 'Points of each person a month',
  allowanceHint: 'Lowered, it takes nothing back: whoever gave more already has none left.',
  budget: 'Points of all people a month',
  budgetHint:
    'When they are given, nobody can give more until the month ends; thanks without points go on. Empty: no limit.',
  rewards: 'Coins and XP',
  rewardsText: 'For thanks that are given from now on. What was given before keeps its own.',
  coinsPerPoint: 'Coins for each point',
  coinsPerPointHint:
    'The receiver gets them and spends them in the shop. 0: thanks bring no coins.',
  giverXp: 'XP for the giver',
  giverXpAWeek: 'for so many thanks a week',
  receiverXp: 'XP for each receiver',
  receiverXpHint:
    'XP ranks people. With more than 0, whoever is thanked more stands higher on leaderboards.',
  messages: 'Message',
  messagesText: 'How long it may be, in characters. Messages that exist stay.',
  messageMin: 'At least',
  messageMax: 'At most',
  whoSees: 'Who sees thanks',
  whoSeesText:
    'What is chosen at first when somebody gives thanks. The giver can choose otherwise, the receiver can narrow it.',
  visibility: 'At first',
  visibilities: {
    company: { title: 'The company', text: 'Everybody, on the feed and on walls.' },
    department: {
      title: 'The departments',
      text: 'The departments of the giver and the receivers.',
    },
    private: { title: 'Only those named', text: 'The giver and the receivers alone.' },
  },

  allowances: 'Departments with another allowance',
  allowancesText:
    'It holds for the department and those below it, from now on and for this month, too.',
  ownAllowance: 'Points a month',
  ownAllowanceHint: 'Empty: that of the department above it, or of everybody.',
  chooseDepartment: 'Choose one',
  hasAllowance: (it: { name: Html; points: number }) =>
    html`Everybody in <b>${it.name}</b> and below has ${points(it.points)} a month.`,
  hasNoAllowance: ({ name }: { name: Html }) =>
    html`<b>${name}</b> has no allowance of its own any more.`,
};
