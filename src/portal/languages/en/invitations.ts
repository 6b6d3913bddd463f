import { type Html, html } from '../../../http/response/html.ts';
import { number, people, plural } from './words.ts';

/** Invitations to the portal. */
export const invitations = {
  title: 'Invitations',
  lead: (it: { count: number; all: number }) =>
    `${number(it.count)} of ${people(it.all)} who are active ${plural(it.count, { one: 'has', other: 'have' })} signed in.`,
  state: 'State',
  states: {
    signed_in: 'signed in',
    invited: 'has a link',
    card: 'has a card',
    expired: 'link ran out',
    never: 'never invited',
    disabled: 'account disabled',
  },
  figures: {
    signed_in: 'Signed in',
    invited: 'Invited, waiting',
    expired: 'Link ran out',
    never: 'Never invited',
  },
  heads: { signed_in: 'Signed in', invited: 'Invited', expired: 'Ran out', never: 'Never' },
  chips: {
    invited: ({ day }: { day: string }) => `invited ${day}`,
    card: ({ day }: { day: string }) => `card ${day}`,
    expired: (_: object) => 'link ran out',
    never: (_: object) => 'never signed in',
    disabled: (_: object) => 'account disabled',
    signed_in: (_: object) => 'signed in',
  },
  share: ({ percent }: { percent: number }) => `${number(percent)}%`,
  withoutEmail: ({ count }: { count: number }) => `${number(count)} without email`,
  view: 'View',
  departments: 'Departments',
  people: 'People',
  byDepartment: 'By department',
  bar: 'Shares',
  ofAll: ({ count, all }: { count: number; all: number }) => `${number(count)} of ${number(all)}`,
  inviteSome: ({ count }: { count: number }) => `Invite ${number(count)}`,
  more: ({ shown, isDone }: { shown: number; isDone: boolean }) =>
    `The first ${number(shown)} departments.${isDone ? ' In the others everybody has signed in or is invited.' : ''}`,
  everybody: 'Everybody',
  person: 'Person',
  department: 'Department',
  worksUntil: ({ when }: { when: Html }) => html`works until ${when}`,
  printedOn: ({ when }: { when: Html }) => html`printed ${when}`,
  invitedOn: ({ when }: { when: Html }) => html`invited ${when}`,
  nobody: 'Nobody here',
  nobodyText: 'Nobody who is active is in this state.',
  invite: 'Invite',
  without: ({ count }: { count: number }) =>
    count === 0
      ? 'Everybody has signed in or has a link that works.'
      : `${people(count)} ${plural(count, { one: 'has', other: 'have' })} never signed in and ${plural(count, { one: 'has', other: 'have' })} no link that works. A link sets a password and signs in. It works once.`,
  whom: 'Whom',
  whomHint: 'Those of them who have never signed in. A department is invited with those below it.',
  days: 'How many days the links work',
  linksThatWork: 'Links that still work',
  again: 'Replace them by new ones, too',
  makeLinks: 'Make the links',
  noLinks: 'No links were made.',
  nobodyInvited: 'There was nobody to invite: everybody has signed in or has a link that works.',
  mailed: ({ count }: { count: number }) =>
    `${people(count)} ${plural(count, { one: 'gets a link', other: 'get links' })} by mail, within minutes.`,
  byMail: 'Who has an email gets the link by mail. You see the links of the others.',
  link: 'Link',
  linkFor: ({ person, until }: { person: Html; until: string }) =>
    html`A link for ${person}, which works once, until ${until}`,
  linkOf: ({ name }: { name: string }) => `Link of ${name}`,
  links: ({ count, until }: { count: number; until: string }) =>
    `${number(count)} links, which work once, until ${until}`,
  shownOnce:
    'Download them now: they are shown this once and cannot be shown again. The file has a line for each person, for a mail merge.',
  goOn: 'There may be more people to invite: make the next links after these.',
  download: 'Download as CSV',
  fileName: 'invitations',
  csvHead: ['Name', 'Email', 'Department', 'Link'],
  showLinks: 'Show the links',
  copy: 'Copy',
  haveThem: 'I have them',
  signingIn: 'Signing in',
  makeLink: 'Make a link',
  makeLinkText:
    'A link sets a password and signs in for the first time. It works once, for a week, and replaces an earlier one.',
  newLink: 'Make a new link',
  newLinkText:
    'Password lost? A link sets a new one. It works once, for a week. The earlier password works until then; after that it is signed out everywhere. Two-step sign-in stays on.',
  atProvider: 'They sign in with single sign-on, and need no link.',
  disabledText: 'The account is disabled.',
  byOwner: 'An owner invites owners and admins.',
};
