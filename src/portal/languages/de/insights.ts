import type { Messages } from '../en.ts';
import { activePeople, number, people, plural, signed, xp } from './words.ts';

const points = (count: number): string =>
  plural(count, {
    one: `${number(count)} Prozentpunkt`,
    other: `${number(count)} Prozentpunkte`,
  });

/** In the dative: ein Plus von 5 Prozentpunkten. */
const ofPoints = (count: number): string =>
  plural(count, {
    one: `${number(count)} Prozentpunkt`,
    other: `${number(count)} Prozentpunkten`,
  });

// A period is a month or a week: „im Oktober“, but „in KW 42“. So it stands without a preposition.

export const insights: Messages['insights'] = {
  title: 'Auswertung',
  lead: (it) =>
    `${it.company}, ${it.from} bis ${it.to}. ${activePeople(it.count)}. Alle Tage in UTC.`,
  leadOf: (it) =>
    `${it.company}, ${it.from} bis ${it.to}. ${it.department} und darunter: ${activePeople(it.count)}. Alle Tage in UTC.`,
  range: 'Spanne',
  rangeOf: ({ months }) => `${number(months)} Monate`,
  by: 'Aufteilung',
  units: { month: 'Monate', week: 'Wochen' },
  department: 'Abteilung, mit denen darunter',
  wholeCompany: 'Ganzes Unternehmen',
  ownDepartment: 'Ihre Abteilung',
  show: 'Anzeigen',
  week: ({ week }) => `KW ${week}`,
  weekOf: ({ week, year }) => `KW ${week}/${year}`,
  said: 'In Worten',
  tookPart: ({ share, period }) => `${period}: ${share} haben teilgenommen.`,
  tookPartMore: (it) =>
    `${it.period}: ${it.share} haben teilgenommen, ein Plus von ${ofPoints(it.points)} gegenüber ${it.before}.`,
  tookPartLess: (it) =>
    `${it.period}: ${it.share} haben teilgenommen, ein Minus von ${ofPoints(it.points)} gegenüber ${it.before}.`,
  tookPartSame: (it) =>
    `${it.period}: ${it.share} haben teilgenommen, unverändert gegenüber ${it.before}.`,
  tookPartSoFar: ({ share, period }) => `${period}: Bisher haben ${share} teilgenommen.`,
  bestMonth: ({ count }) => `Der beste der letzten ${number(count)} Monate.`,
  bestWeek: ({ count }) => `Die beste der letzten ${number(count)} Wochen.`,
  rose: ({ name, from, to }) => `${name} ist von ${from} auf ${to} gestiegen.`,
  fell: ({ name, from, to }) => `${name} ist von ${from} auf ${to} gefallen.`,
  withoutAnything: ({ count }) =>
    plural(count, {
      one: `${people(count)} hat seit 90 Tagen nichts bekommen.`,
      other: `${people(count)} haben seit 90 Tagen nichts bekommen.`,
    }),
  tookPartIn: ({ period }) => `Teilnahme ${period}`,
  signedIn: 'Angemeldet',
  redeemed: 'Eingelöst',
  xp: 'XP',
  badges: 'Abzeichen',
  joined: 'Dazugekommen',
  left: ({ count }) => `${number(count)} gegangen`,
  inPercent: ({ change }) => `${signed(change)} %`,
  participation: 'Teilnahme',
  participationLabel: 'Anteil der Aktiven, die teilgenommen haben, nach Zeitraum',
  best: ({ period, share }) => `Bestwert: ${period}, ${share}`,
  participationText: ({ period, share }) =>
    `Aktive Personen mit XP. Gestrichelt: ${period} bisher, ${share}.`,
  participationTextOnly: 'Aktive Personen mit XP.',
  coins: 'Münzen',
  coinsLabel: 'Münzen, über der Linie bekommen und darunter ausgegeben, nach Zeitraum',
  outstanding: ({ coins }) => `Im Umlauf: ${number(coins)}`,
  outstandingWorth: ({ coins, worth }) => `Im Umlauf: ${number(coins)} = ${worth}`,
  worth: 'Wert',
  coinsText: ({ earned, spent }) =>
    `Über der Linie: ${number(earned)} bekommen. Darunter: ${number(spent)} ausgegeben. Gestrichelt: noch nicht vorbei.`,
  numbers: 'Zahlen',
  period: 'Zeitraum',
  share: 'Anteil',
  tookPartHead: 'Teilnahme',
  activePeople: 'Aktive Personen',
  earned: 'Bekommen',
  spent: 'Ausgegeben',
  outstandingHead: 'Im Umlauf',
  given: 'Was vergeben wurde',
  ways: { reason: 'Nach Grund', giver: 'Nach Person' },
  byGiver: ({ period }) => `XP und Münzen nach vergebender Person, ${period}`,
  giver: 'Vergeben von',
  otherGivers: 'Alle anderen',
  giversText: ({ count }) =>
    `Von wem weniger als ${people(count)} etwas bekommen haben, steht unter „Alle anderen“.`,
  nobodyGiven: 'Zu wenige Personen, um etwas zu zeigen.',
  periodsSheet: 'Teilnahme',
  participationPercent: 'Teilnahme (%)',
  changePoints: 'Änderung (Prozentpunkte)',
  byReason: ({ period }) => `XP nach Grund, ${period}`,
  reason: 'Grund',
  people: 'Personen',
  otherReasons: 'Andere Gründe und ohne Grund',
  fromTo: ({ from, to }) => `${from} bis ${to}`,
  reasonOverTime: (it) => `XP für ${it.reason}, ${it.from} bis ${it.to}`,
  smallCharts: ({ most, period }) =>
    `Die kleinen Diagramme haben einen gemeinsamen Maßstab; der höchste Balken steht für ${xp(most)}. Gestrichelt: ${period} bisher.`,
  reasonsText: ({ count }) =>
    `Was weniger als ${people(count)} bekommen haben, steht unter den anderen.`,
  byDepartment: ({ period }) => `Nach Abteilung, ${period}`,
  departmentHead: 'Abteilung',
  companyIs: ({ share }) => `Unternehmen: ${share}`,
  companyMedian: ({ share, median }) => `Unternehmen: ${share}, Median ${xp(median)}`,
  changeHead: ({ period }) => `Zu ${period}`,
  risen: ({ points: count }) => `${points(count)} mehr`,
  fallen: ({ points: count }) => `${points(count)} weniger`,
  unchanged: 'unverändert',
  median: 'XP im Median',
  medianIs: ({ median }) => `Median ${xp(median)}`,
  fewerThan: ({ count }) => `< ${number(count)}`,
  tooFew: 'zu wenige',
  notShown: 'nicht gezeigt',
  departmentsText: ({ count }) =>
    `Jeweils mit den Abteilungen darunter. Zahlen über weniger als ${people(count)} und was sie verraten würde, werden nicht gezeigt; im Unternehmen zählen sie mit.`,
  without: 'Seit 90 Tagen nichts bekommen',
  hrOnly: 'Nur für HR',
  person: 'Person',
  withoutText:
    'Keine XP, Münzen oder Abzeichen. Diese Namen stehen weder bei Leitungen noch auf Papier.',
  giveToThese: ({ count }) =>
    plural(count, {
      one: 'An diese Person vergeben',
      other: `An diese ${number(count)} vergeben`,
    }),
  nobody: 'Noch hat niemand XP',
  nobodyText: ({ count }) =>
    plural(count, {
      one: `${people(count)} ist hier. Monate und Abteilungen erscheinen mit den ersten XP.`,
      other: `${people(count)} sind hier. Monate und Abteilungen erscheinen mit den ersten XP.`,
    }),
  giveToMany: 'An viele vergeben',
  invite: 'Personen einladen',
  seePeople: 'Personen ansehen',
  seeLeaderboard: 'Rangliste ansehen',
  tooSmall: ({ count }) => `Weniger als ${people(count)}`,
  tooSmallText:
    'Zahlen über so wenige Personen werden nicht gezeigt, auch nicht, was sie verraten würde.',
  noDepartment: 'Sie haben keine Abteilung',
  noDepartmentText: 'Diese Seite zeigt Leitungen ihre Abteilung und die darunter.',
};
