import { type Html, html } from '../../../http/response/html.ts';
import { coins, number, people, plural, points, xp } from './words.ts';

type Choice = { department: string | undefined; value: string | undefined };

const ofChoice = ({ department, value }: Choice): string =>
  `${department ? ` to or from people in ${department}` : ''}${value ? `, for “${value}”` : ''}`;

/** Thanks of people to each other. What is given are points, what is received are coins. */
export const thanks = {
  title: 'Thanks',
  give: 'Give thanks',
  you: 'you',
  /** Between who gave and who got. */
  thanked: 'thanked',
  morePeople: ({ count }: { count: number }) =>
    plural(count, { one: '1 more person', other: `${number(count)} more people` }),
  pointsEach: (it: { points: number; count: number }) =>
    it.count === 1 ? `+${points(it.points)}` : `+${points(it.points)} each`,
  /** Who may see it, of so many people whom it is about. */
  seenBy: {
    company: () => 'Company',
    department: () => 'Departments',
    private: ({ count }: { count: number }) =>
      count === 2 ? 'Only the two' : `Only these ${number(count)}`,
  } satisfies Record<string, (it: { count: number }) => string>,
  isReported: 'being looked at',
  noMessage: 'The message went with the data of somebody who was thanked.',
  react: 'React',
  reactions: {
    lovely: 'Lovely',
    great_work: 'Great work',
    learned: 'I learned something',
    smile: 'Made me smile',
    me_too: 'Me too',
  },

  // The feed.
  given: (it: { count: number; month: string; givers: number; size: number }) =>
    it.count === 0
      ? `None in ${it.month} so far`
      : `${number(it.count)} in ${it.month}, given by ${number(it.givers)} of ${people(it.size)}`,
  noneOfChoice: 'None for this choice.',
  whose: 'Whose thanks',
  segments: { everybody: 'Everybody', 'for-me': 'For me', 'from-me': 'From me' },
  department: 'Department',
  value: 'Value',
  allDepartments: 'All departments',
  allValues: 'All values',
  show: 'Show',
  older: 'Older thanks',
  newest: 'Back to the newest',
  report: 'Report',
  narrowOrReport: 'Change or report',
  editFor: ({ minutes }: { minutes: number }) =>
    plural(minutes, {
      one: 'Edit, 1 minute left',
      other: `Edit, ${number(minutes)} minutes left`,
    }),
  open: 'Open',
  none: 'No thanks here yet',
  lookedAt: {
    everybody: (it: Choice) => `Looked at: thanks${ofChoice(it)} that you may see.`,
    'for-me': (it: Choice) => `Looked at: thanks for you${ofChoice(it)}.`,
    'from-me': (it: Choice) => `Looked at: thanks from you${ofChoice(it)}.`,
  },
  elsewhere: ({ count, month }: { count: number; month: string }) =>
    `In the whole company there are ${number(count)} for this value in ${month}.`,
  privateNotCounted: 'Thanks that others keep to themselves are not listed.',
  wholeCompany: 'Show the whole company',
  valuesIn: ({ month }: { month: string }) => `Values in ${month}`,
  whoMaySee: 'Who may see',
  whoMaySeeText:
    'Whoever gives thanks chooses: the company, the departments of those named, or only those named. Whoever is thanked can narrow it at any time. Managers see nothing more than others.',

  // Giving.
  notGiven: 'No thanks were given.',
  notNow: 'You cannot give thanks at the moment',
  noGiver: 'You do not take part in giving thanks. Whoever runs the programme decides that.',
  withoutValues: 'Your company has not said yet what it thanks for.',
  leftOf: (it: { left: number; allowance: number; last: string }) =>
    `${number(it.left)} of ${points(it.allowance)} left until ${it.last}`,
  who: 'Who',
  search: 'Search',
  upTo: ({ count }: { count: number }) => `Part of a name. Up to ${people(count)}.`,
  chooseSomebody: 'Choose at least one person.',
  addPerson: ({ person }: { person: Html }) => html`Add ${person}`,
  removePerson: ({ person }: { person: Html }) => html`Remove ${person}`,
  takesNoPart: 'takes no part in thanks',
  nobodyFound: ({ search }: { search: string }) => `Nobody here is called “${search}”.`,
  pointsForEach: 'Points for each',
  noPoints: 'None',
  withoutPoints: 'Thanks without points count just the same.',
  otherPoints: 'Another number',
  forWhichValue: 'For which value',
  whatDidTheyDo: 'What did they do?',
  messageHint: ({ min, max }: { min: number; max: number }) =>
    `${number(min)} to ${number(max)} characters, plain text. What they did and what it changed says more than praise.`,
  whoMaySeeIt: 'Who may see it',
  canBeNarrowed: 'Whoever is thanked can narrow this later.',
  visibilities: {
    company: {
      title: () => 'The company',
      text: ({ company }: { company: string }) =>
        `Everybody at ${company}, on the feed and on walls`,
    },
    department: {
      title: () => 'The departments',
      text: ({ departments }: { departments: string }) =>
        departments === '' ? 'Those of all of you' : `Everybody in ${departments}`,
    },
    private: {
      title: ({ count }: { count: number }) =>
        count < 3 ? 'Only the two of you' : `Only the ${number(count)} of you`,
      text: ({ names }: { names: string }) =>
        names === '' ? 'You, and whom you thank' : `You, and ${names}`,
    },
  },
  whatItCosts: 'What it costs',
  whatDoesItCost: 'What does this cost?',
  peopleTimesPoints: (it: { count: number; points: number }) =>
    `${people(it.count)} × ${points(it.points)}`,
  leftNow: 'Left to give now',
  leftAfter: 'Left afterwards',
  eachGets: (it: { coins: number }) =>
    `Each gets ${coins(it.coins)}. Your own coins are not touched.`,
  youGet: (it: { xp: number }) => `You get ${xp(it.xp)} for giving.`,
  muchToOne: (it: { points: number; allowance: number; person: Html }) =>
    html`${number(it.points)} of your ${points(it.allowance)} this month go to ${it.person}.`,
  pointsNow: (it: { points: number }) => `${number(it.points)} now`,
  pointsOn: (it: { points: number; day: string }) => `${number(it.points)} on ${it.day}`,
  /** @param given such as 20 now and 25 on 6 Nov */
  whatWasGiven: ({ given }: { given: string }) => `${given}.`,
  whereItStops: (it: { most: number; day: string }) =>
    `That is allowed. From ${number(it.most)} on, nothing more can go to the same person until ${it.day}.`,
  giveTo: (it: { points: number; count: number }) =>
    it.points === 0
      ? `Give thanks to ${people(it.count)}`
      : `Give ${points(it.points)} to ${people(it.count)}`,
  afterwards:
    'You can change the message for 15 minutes, and take it back until the month ends, as long as the coins are not spent.',
  isGiven: (it: { count: number; left: number; last: string }) =>
    html`<b>Thanks given to ${people(it.count)}.</b> It stands on their page now. ${points(it.left)} left to give until ${it.last}.`,

  // One of the thanks.
  asSeenBy: {
    company: 'As the company sees it',
    department: 'As your departments see it',
    private: 'As those named see it',
  },
  seeAll: 'See all thanks',
  thankOthers: 'Thank somebody else',
  editableUntil: ({ time }: { time: string }) => `The message can be changed until ${time}.`,
  withdrawableUntil: (it: { points: number; coins: number; count: number; last: string }) =>
    it.points === 0
      ? `It can be taken back until ${it.last}.`
      : `Taking it back returns ${points(it.points)} to you and ${coins(it.coins)} from ${it.count === 1 ? 'the receiver' : 'each'}, until ${it.last}.`,
  monthIsOver: 'Its month is over, so it cannot be taken back any more.',
  changeMessage: 'Change the message',
  saveMessage: 'Save the message',
  isEdited: 'The message is changed.',
  withdraw: 'Take it back',
  withdrawText:
    'Nobody sees it any more, your points are yours to give again, and the coins go back. Where somebody has spent them already, it stays.',
  isWithdrawn: 'It is taken back.',
  narrow: 'Narrow who may see it',
  narrowTo: 'From now on',
  narrowText: 'You were thanked, so you decide who may see it. It can only become fewer.',
  isNarrowed: 'Fewer people see it from now on.',
  reportThis: 'Report this',
  reportText:
    'It is hidden from everybody at once, until somebody who runs the programme has looked at it. They see who reported it and why.',
  reportReason: 'What is wrong with it?',
  isReportedNow: 'It is reported, and hidden until somebody has looked at it.',

  // On one's own page.
  forYou: 'Thanks for you',
  allOfThem: 'All of them',
  seenByWhom: ({ who }: { who: Html }) => html`Seen by: ${who}`,
  change: 'Change',
  youCanGive: 'Thanks you can give',
  until: ({ last }: { last: string }) => `until ${last}`,
  pointsLeft: (it: { left: number; allowance: number }) =>
    `${number(it.left)} of ${points(it.allowance)} left`,
  whatIsLeft: (it: { spent: number; allowance: number; next: string }) =>
    `What is left ends with the month. You gave ${points(it.spent)} so far. ${points(it.allowance)} come on ${it.next}.`,
  giveToSomebody: 'Give thanks to somebody',
  thankPerson: ({ person }: { person: Html }) => html`Thank ${person}`,
  forValue: ({ value }: { value: string }) => `Thanks: ${value}`,
  takenBack: ({ value }: { value: string }) => `Thanks taken back: ${value}`,
};
