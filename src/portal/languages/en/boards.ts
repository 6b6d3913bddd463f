import { activePeople, number, people } from './words.ts';

/** Leaderboards. */
export const boards = {
  title: 'Leaderboards',
  leaderboard: 'Leaderboard',
  running: 'running',
  lead: ({ count, since }: { count: number; since: string }) =>
    `${activePeople(count)}. ${since} With the same XP, who joined first is ahead.`,
  leadOf: (it: { department: string; count: number; since: string }) =>
    `${it.department} and below: ${activePeople(it.count)}. ${it.since} With the same XP, who joined first is ahead.`,
  since: ({ day }: { day: string }) => `XP from ${day}, 00:00 UTC on.`,
  monthInUtc: ({ month }: { month: string }) =>
    `Months begin and end in UTC, where it is ${month} now.`,
  sinceEver: 'All XP ever earned.',
  myPlace: 'My place',
  period: 'Period',
  periodNames: {
    last_3_months: 'The last 3 months',
    last_year: 'The last 12 months',
    all_time: 'All time',
  },
  rank: 'Rank',
  person: 'Person',
  department: 'Department',
  level: 'Level',
  xp: 'XP',
  you: 'you',
  notShown: 'not shown',
  isOff: 'This company shows no rankings. Everybody sees their own place.',
  neighboursOnly: 'Shown are the first ten, and for each their own place with two on either side.',
  peopleWithXp: 'People with XP',
  of: ({ size }: { size: number }) => `of ${number(size)}`,
  xpPerPerson: 'XP per person',
  byDepartment: 'By department',
  sumsNotShown: 'Sums of few people are not shown, nor what would give them away.',
  byDepartmentText: 'Counts the people directly in each department.',
  nobodyIn: ({ department }: { department: string }) => `Nobody is in ${department}`,
  nobodyInText: 'Nor in a department below it.',
  nobody: 'No people yet',
  nobodyText: 'Everybody who is active stands here, also without XP.',
  findName: 'Find a name',
  clear: 'Clear',
  nobodyCalled: ({ search }: { search: string }) => `Nobody is called “${search}”`,
  searched: 'Searched are the names of people who are active.',
  searchedIn: ({ department }: { department: string }) =>
    `Searched are the names of people who are active, in ${department} and below.`,
  called: ({ count, search }: { count: number; search: string }) =>
    `${people(count)} called “${search}”`,
  firstCalled: ({ count, search }: { count: number; search: string }) =>
    `The first ${people(count)} called “${search}”`,
  rankIs: ({ rank }: { rank: number }) => `rank ${number(rank)}`,
  wholeCompany: 'Whole company',
  departmentField: 'Department, with those below it',
  periods: {
    this_month: 'This month',
    last_3_months: '3 months',
    last_year: '12 months',
    all_time: 'All time',
  },
};
