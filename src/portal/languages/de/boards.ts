import type { Messages } from '../en.ts';
import { activePeople, number, people } from './words.ts';

export const boards: Messages['boards'] = {
  title: 'Ranglisten',
  leaderboard: 'Rangliste',
  running: 'läuft',
  lead: ({ count, since }) =>
    `${activePeople(count)}. ${since} Bei gleichen XP steht vorn, wer länger dabei ist.`,
  leadOf: (it) =>
    `${it.department} und darunter: ${activePeople(it.count)}. ${it.since} Bei gleichen XP steht vorn, wer länger dabei ist.`,
  since: ({ day }) => `XP ab ${day}, 00:00 UTC.`,
  monthInUtc: ({ month }) => `Monate beginnen und enden in UTC. Dort ist jetzt ${month}.`,
  sinceEver: 'Alle XP seit Beginn.',
  myPlace: 'Mein Platz',
  period: 'Zeitraum',
  periodNames: {
    last_3_months: 'Die letzten 3 Monate',
    last_year: 'Die letzten 12 Monate',
    all_time: 'Seit Beginn',
  },
  rank: 'Platz',
  person: 'Person',
  department: 'Abteilung',
  level: 'Level',
  xp: 'XP',
  you: 'Sie',
  notShown: 'nicht gezeigt',
  isOff: 'Dieses Unternehmen zeigt keine Ranglisten. Alle sehen ihren eigenen Platz.',
  neighboursOnly:
    'Gezeigt werden die ersten zehn, und jeder Person der eigene Platz mit zweien davor und danach.',
  peopleWithXp: 'Personen mit XP',
  of: ({ size }) => `von ${number(size)}`,
  xpPerPerson: 'XP pro Person',
  byDepartment: 'Nach Abteilung',
  sumsNotShown: 'Summen weniger Personen werden nicht gezeigt, auch nicht, was sie verraten würde.',
  byDepartmentText: 'Gezählt werden die Personen direkt in der Abteilung.',
  nobodyIn: ({ department }) => `Niemand in ${department}`,
  nobodyInText: 'Auch nicht in den Abteilungen darunter.',
  nobody: 'Noch niemand',
  nobodyText: 'Hier stehen alle, die aktiv sind, auch ohne XP.',
  findName: 'Name suchen',
  clear: 'Zurücksetzen',
  nobodyCalled: ({ search }) => `Niemand heißt „${search}“`,
  searched: 'Durchsucht werden die Namen aller Aktiven.',
  searchedIn: ({ department }) =>
    `Durchsucht werden die Namen der Aktiven in ${department} und darunter.`,
  called: ({ count, search }) => `${people(count)} mit „${search}“ im Namen`,
  firstCalled: ({ count, search }) => `Die ersten ${people(count)} mit „${search}“ im Namen`,
  rankIs: ({ rank }) => `Platz ${number(rank)}`,
  wholeCompany: 'Ganzes Unternehmen',
  departmentField: 'Abteilung, mit denen darunter',
  periods: {
    this_month: 'Dieser Monat',
    last_3_months: '3 Monate',
    last_year: '12 Monate',
    all_time: 'Seit Beginn',
  },
};
