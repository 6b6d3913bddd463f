import { type Html, html } from '../../../http/response/html.ts';
import { personTexts } from './person.ts';
import { number, plural } from './words.ts';

/** Lists of people. */
export const peopleTexts = {
  ...personTexts,
  searchLabel: 'Name, email or external ID',
  find: 'Find',
  nobodyMatches: ({ search }: { search: string }) => `Nobody who is active matches “${search}”.`,
  moreMatch: 'More people match. Search for more of the name.',
  title: 'People',
  /** How many people a list has, and of which: 18 active people in Sales and below with a role match “ann”. */
  counted: (it: {
    count: number;
    /** Whether there are more than that. */
    isMore: boolean;
    state: 'active' | 'deactivated' | 'all';
    /** The department that was chosen. */
    department: Html | undefined;
    /** Whether only the own department and those below it are seen. */
    isOwnDepartment: boolean;
    withRole: boolean;
    search: string;
  }) => {
    const kind = { active: 'active ', deactivated: 'deactivated ', all: '' }[it.state];
    const who = plural(it.count, { one: `${kind}person`, other: `${kind}people` });
    const count = `${it.isMore ? 'More than ' : ''}${number(it.count)} ${who}`;
    const place = it.department
      ? html` in ${it.department} and below`
      : it.isOwnDepartment
        ? ' in your department and below'
        : '';
    const match = plural(it.count, { one: 'matches', other: 'match' });
    return html`${count}${place}${it.withRole ? ' with a role' : ''}${it.search === '' ? '' : ` ${match} “${it.search}”`}`;
  },
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
