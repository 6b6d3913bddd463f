import { type Html, html } from '../../../http/response/html.ts';
import { personTexts } from './person.ts';
import { number, people, plural } from './words.ts';

/** Lists of people. */
export const peopleTexts = {
  ...personTexts,
  searchLabel: 'Name, email or external ID',
  find: 'Find',
  nobodyMatches: ({ search }: { search: string }) => `Nobody who is active matches “${search}”.`,
  moreMatch: 'More people match. Search for more of the name.',
  printCards: 'Print cards…',
  signedIn: 'Signed in',
  noEmail: 'no email',
  withCard: 'signs in with number and card',
  title: 'People',
  /** How many people a list has: 18 of 290 active people. */
  counted: (it: {
    count: number;
    /** Whether there are more than that. */
    isMore: boolean;
    /** How many there are without filters, if that is known. */
    of: number | undefined;
    state: 'active' | 'deactivated' | 'all';
    /** Whether only the own department and those below it are seen. */
    isOwnDepartment: boolean;
  }) => {
    const kind = { active: 'active ', deactivated: 'deactivated ', all: '' }[it.state];
    const who = plural(it.of ?? it.count, { one: `${kind}person`, other: `${kind}people` });
    const of = it.of === undefined ? '' : ` of ${number(it.of)}`;
    const place = it.isOwnDepartment ? ' in your department and below' : '';
    return `${it.isMore ? 'More than ' : ''}${number(it.count)}${of} ${who}${place}`;
  },
  shown: 'Shown:',
  found: ({ search }: { search: string }) => `“${search}”`,
  inDepartment: ({ name }: { name: Html }) => html`${name} and below`,
  without: ({ filter, unseen }: { filter: string | Html; unseen: (text: string) => Html }) =>
    html`${unseen('Without')} ${filter} <span aria-hidden="true">×</span>`,
  clearAll: 'Clear all',
  select: 'Select',
  selectThis: ({ name }: { name: Html }) => html`Select ${name}`,
  selectAll: (it: { count: number; isMore: boolean }) =>
    it.isMore ? 'Select all' : `Select all ${number(it.count)}`,
  selectPage: ({ count }: { count: number }) => `Select the ${number(count)} on this page`,
  selectNobody: 'Select nobody',
  allSelected: (it: { count: number; isMore: boolean }) =>
    `All ${it.isMore ? 'of more than ' : ''}${people(it.count)} are selected.`,
  ticked: ({ count }: { count: Html }) => html`Selected: ${count}`,
  give: 'Give…',
  invite: 'Invite…',
  state: 'State',
  states: {
    active: 'Active',
    deactivated: 'Deactivated',
    all: 'Active and deactivated',
  },
  anyRole: 'Any role',
  withRole: 'With a role',
  allDepartments: 'All departments',
  name: 'Name',
  departmentAndJob: 'Department and job title',
  joinedNewestFirst: 'Joined ↓',
  xpIn: ({ month }: { month: string }) => `XP in ${month}`,
  xp: 'XP',
  nobodyActive: 'Nobody is active',
  nobodyActiveText:
    'Everybody on record is deactivated. A roster that lists them brings them back, except those whom somebody deactivated by hand.',
  seeDeactivated: 'See the deactivated people',
  nameCompany: 'Name the company, choose its time zone',
  noneYetOnRecord: 'No people yet',
  noneYetOnRecordText:
    'Upload the CSV file or Excel workbook that your HR system exports. You see every change before it is made.',
  uploadRoster: 'Upload roster',
  uploadOrCommand: ({ button, command }: { button: Html; command: Html }) =>
    html`${button} or ${command}`,
  nobodyOfYours: 'Nobody is active in your department',
  nobodyOfYoursText: 'Nor in a department below it.',
  nobody: 'Nobody matches',
  nobodySought: ({ search }: { search: string }) => `Nobody matches “${search}”`,
  searched: {
    all: 'Searched are names, email addresses and external IDs.',
    active: 'Searched are names, email addresses and external IDs of people who are active.',
    deactivated:
      'Searched are names, email addresses and external IDs of people who are deactivated.',
  },
  searchedInDepartment: {
    all: 'Searched are names, email addresses and external IDs, in the chosen department and those below it.',
    active:
      'Searched are names, email addresses and external IDs of people who are active, in the chosen department and those below it.',
    deactivated:
      'Searched are names, email addresses and external IDs of people who are deactivated, in the chosen department and those below it.',
  },
  searchEverywhere: 'Search everywhere',
  clear: 'Clear',
};
