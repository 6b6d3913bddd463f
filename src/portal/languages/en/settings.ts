import { type Html, html } from '../../../http/response/html.ts';

/** What a company decides about itself. */
export const settings = {
  title: 'Settings',
  lead: ({ health }: { health: Html }) =>
    html`The programme, for everybody. Ports, limits and backups are in ${health}.`,
  health: 'Health',
  company: 'Company',
  companyText: 'Stands on every page, on walls and in print.',
  name: 'Name of the company',
  nameHint: 'Everybody who signs in sees it.',
  logo: 'Logo',
  logoHint:
    'PNG, JPEG or WebP up to 1 MB, shown 32 pixels high, on white. What the file tells besides, such as who made it, is removed.',
  removeLogo: 'Remove the logo',
  namedByOperator:
    'Several companies share this service, so whoever runs it gives them their names.',
  about: 'What brings XP here',
  aboutHint:
    'In your own words, for the page that everybody has of their own. Leave it empty to say nothing.',
  language: 'Language',
  languageHint:
    'For walls, chats, cards and mails, and for pages where neither the person nor the browser asks for another.',
  timeZone: 'Time zone',
  timeZoneHint:
    'In which pages, walls, mails and files show times. Months, and the days of contests, begin and end in UTC.',
  coins: 'Coins',
  coinsText: 'What they are worth, and how people come by them.',
  worth: '100 coins are worth',
  worthHint: 'For Insights and payroll; employees do not see it. 0 says nothing.',
  currency: 'Currency',
  coinsForXp: 'Coins for each 100 XP',
  coinsForXpHint:
    'From now on. With 10, 255 XP give 25 coins, and the 5 XP left count next time. Corrections take coins back. 0 gives none.',
  newcomers: 'Newcomers',
  newcomersText:
    'What everybody is given, once, who is added from now on: by hand or by a roster. Both are 0 where they are given nothing.',
  welcomeXp: 'XP for newcomers',
  welcomeCoins: 'Coins for newcomers',
  welcomeReason: 'With the reason',
  contests: 'Contests',
  contestsText: 'Who is ahead with the same XP. Contests that exist keep their rule.',
  ties: 'The same XP in a new contest',
  tiesChoices: {
    shared: {
      title: 'They share the place',
      text: 'All who share it win. Two first places leave no second.',
    },
    first: { title: 'Who reached it first is ahead', text: 'Only one wins.' },
  },
  rankings: 'Rankings',
  rankingsText:
    'What everybody sees on leaderboards, walls, months and contests. Each person decides how they are shown themselves.',
  ranking: 'Rankings show',
  rankingChoices: {
    named: { title: 'Everybody', text: 'By name, unless they choose otherwise.' },
    'opt-in': { title: 'Who chooses to be shown', text: 'The places of others stay empty.' },
    neighbours: {
      title: 'The first ten, and neighbours',
      text: 'Everybody also sees their own place with two on either side.',
    },
    off: { title: 'Nobody', text: 'Everybody sees their own place alone.' },
  },
  hideNamesInApi: 'Leave the names of people who are not shown by name out of the API',
  groups: 'Small departments and managers',
  groupsText: 'So that no number about a department tells what one person did.',
  smallestGroup: 'Numbers about a department from so many people on',
  smallestGroupHint:
    '3 to 20. What would tell the number of a smaller one by subtraction is not shown either.',
  managersSeePeople: 'Managers see the people of their department one by one, with their XP',
  large: 'Large amounts',
  largeText:
    'The most at once, in one entry by hand. They catch a zero too many: above it the number is typed again.',
  askAboveXp: 'XP in one entry',
  askAboveCoins: 'Coins in one entry',
  sees: 'Who sees what',
  seesText: 'By their role. Owners give roles.',
  seesWhat: {
    owner:
      'Everything, and what concerns security: keys, webhooks, roles, exports and erasure of people.',
    admin:
      'Everybody, with addresses and XP; changes people, rosters, the shop, badges, months and these settings.',
    manager:
      'Their department and those below it, with addresses and XP, or sums alone; changes nothing.',
    viewer: 'Everybody, with addresses and XP; changes nothing.',
    none: 'Their own page, and names and XP on leaderboards, months and contests.',
  },
  mails: 'Mail',
  mailsText:
    'What people are told of, and owners and admins, where the service sends mail. Everybody can do without: on their own page, and on that of their account.',
  changed: 'The settings are changed.',
};
