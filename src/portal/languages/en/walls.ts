import { type Html, html } from '../../../http/response/html.ts';
import { number, people, plural, type Strong } from './words.ts';

/** Leaderboards for screens in the office. */
export const walls = {
  title: 'Walls',
  lead: 'Leaderboards and thanks for screens in the office. Anybody who has the link of a wall can see it without signing in: names, departments and XP, or thanks, but no email addresses.',
  none: 'No walls yet',
  noneText:
    'Create a link, open it in the browser of the screen, and show it full screen. It keeps itself up to date.',
  wall: 'Wall',
  people: 'People',
  createdAt: 'Created',
  newWall: 'New wall',
  titleField: 'Title',
  titleHint: 'The name of the period if you leave it empty.',
  xpOf: 'XP of',
  language: 'Language',
  ofCompany: 'That of the company',
  createThis: 'Create wall',
  notCreated: 'No wall was created.',
  created: 'The wall is created.',
  link: 'Link',
  openIt: 'Open it in the browser of the screen.',
  revoke: 'Revoke',
  revokeOf: ({ name }: { name: Html }) => html`Revoke ${name}`,
  revokeLinkOf: ({ name }: { name: Html }) => html`Revoke the link ${name}`,
  revokeText: 'Screens that show this wall then say that there is nothing to show.',
  isRevoked: ({ name }: { name: Html }) => html`The link of ${name} is revoked.`,
  gone: 'Nothing to show',
  goneTitle: 'Nothing to show here',
  goneText:
    'The link was revoked, or is not complete. A new one is made in the portal, under “Walls”.',
  sandbox: ({ strong }: { strong: Strong }) =>
    html`${strong('Sandbox.')} Sample people; nothing here is real.`,
  shows: 'What it shows',
  showsHint: 'Thanks are those of the whole company in this month.',
  showsOf: { leaderboard: 'Leaderboard', thanks: 'Thanks' },
  thanksIn: ({ month }: { month: string }) => `Thanks in ${month}`,
  /** Below the number of them. */
  thanks: ({ count }: { count: number }) => plural(count, { one: 'thank-you', other: 'thanks' }),
  fromPeople: ({ count, size }: { count: number; size: number }) =>
    `from ${number(count)} of ${people(size)}`,
  noThanks: 'No thanks that everybody may see yet. Who is the first?',
  thanksShown: 'Only thanks that everybody may see, of people who are shown by name.',
  xpTogether: 'XP together',
  withXp: ({ count, size }: { count: number; size: number }) =>
    `${number(count)} of ${people(size)}`,
  nobodyYet: 'Nobody has XP yet. Who is the first?',
  notUpdatedSince: ({ time }: { time: string }) => `Not updated since ${time}`,
  daysLeft: ({ count }: { count: number }) =>
    plural(count, { one: 'The last day', other: `${number(count)} days left` }),
};
