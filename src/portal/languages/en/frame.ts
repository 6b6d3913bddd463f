import { type Html, html } from '../../../http/response/html.ts';
import { number, type Strong } from './words.ts';

/** What stands around every page. */
export const frame = {
  /** The title of a tab of the browser. */
  tab: ({ title }: { title: string }) => `${title} · engaged`,
  skip: 'Skip to the content',
  menu: 'Menu',
  portal: 'Portal',
  groups: { people: 'People', programme: 'Programme', system: 'System', me: 'About me' },
  data: 'Data',
  live: 'Live',
  sandbox: 'Sandbox',
  titleInSandbox: ({ title }: { title: string }) => `${title} · sandbox`,
  sandboxBand: ({ strong, back }: { strong: Strong; back: Html }) =>
    html`${strong('Sandbox.')} Sample people; nothing here is real. ${back}`,
  backTo: ({ company }: { company: string }) => `Back to ${company}`,
  /** What screen readers say where others see a count, or the role. */
  waiting: ({ count }: { count: number }) => `${number(count)} waiting`,
  yourAccount: ({ role }: { role: string }) => `${role}, your account`,
  signOut: 'Sign out',
  keyboard: 'Keyboard',
  search: 'Search',
  thisList: 'This list',
  keysAreOn: 'Keys are on in this browser',
  close: 'Close',
};

/** What lists have in common. */
export const lists = {
  of: ({ count }: { count: number }) => `of ${number(count)}`,
  filter: 'Filter',
  toTheBeginning: 'Back to the beginning',
  next: ({ count }: { count: number }) => `Next ${number(count)}`,
  part: ({ first, last, total }: { first: number; last: number; total: number }) =>
    `${number(first)}–${number(last)} of ${number(total)}`,
  /** Of a list that is not kept whole. */
  listed: ({ count, more }: { count: number; more: number }) =>
    `The first ${number(count)} are listed; ${number(more)} more are not.`,
  previousPage: 'Previous',
  nextPage: 'Next',
};

/** About secrets, which are shown once. */
export const secrets = {
  copyItNow: 'Copy it now. It is shown this once and cannot be shown again.',
  copied: 'I have copied it',
};
