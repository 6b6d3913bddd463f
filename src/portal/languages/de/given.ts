import { html } from '../../../http/response/html.ts';
import type { Messages } from '../en.ts';
import {
  badges,
  coins,
  counted,
  format,
  number,
  people,
  plural,
  signedCoins,
  signedXp,
  xp,
} from './words.ts';

type Sums = { people: number; xp: number; coins: number; badges: number };

/** What is given: 1.240 XP, 190 Münzen und 4 Abzeichen. */
const sums = (it: Sums): string => {
  const parts = [
    ...(it.xp === 0 ? [] : [xp(it.xp)]),
    ...(it.coins === 0 ? [] : [coins(it.coins)]),
    ...(it.badges === 0 ? [] : [badges(it.badges)]),
  ];
  return format.allOf(parts) || xp(0);
};

export const listFields: Messages['given']['listFields'] = {
  ...{ employee: 'Person', amount: 'XP', coins: 'Münzen', badge: 'Abzeichen', reason: 'Grund' },
  at: 'Tag',
};

export const given: Messages['given'] = {
  title: 'Vergaben',
  lead: (total) =>
    `${counted(total, { one: 'Vergabe', other: 'Vergaben' })} an viele Personen auf einmal.`,
  leadOfNone: 'Was an viele Personen auf einmal vergeben wurde.',
  give: 'An viele vergeben',
  giveLead: 'XP, Münzen oder ein Abzeichen. Sie sehen alle Personen, bevor etwas vergeben wird.',
  none: 'Noch wurde nichts an viele vergeben',
  noneText:
    'Was an eine Abteilung, an ausgewählte Personen oder an eine Liste vergeben wird, steht hier und kann zurückgenommen werden.',
  noneMore: 'Nichts weiter',
  time: 'Zeit',
  what: 'Wofür',
  noReason: 'Ohne Grund',
  to: 'An',
  by: 'Von',
  state: 'Status',
  states: {
    giving: 'unvollständig',
    given: 'vergeben',
    undoing: 'teils zurückgenommen',
    undone: 'zurückgenommen',
  },
  origins: {
    list: ({ subject }) => `Die Liste ${subject}`,
    department: ({ subject }) => `${subject} und darunter`,
    badge: ({ subject }) => `Alle mit ${subject}`,
    everybody: 'Alle',
    people: 'Ausgewählte Personen',
  },
  people: 'Personen',
  xp: 'XP',
  coins: 'Münzen',
  badges: 'Abzeichen',
  levels: 'Neue Levels',
  toWhom: 'An wen',
  everybodyActive: 'Alle Aktiven',
  department: 'Abteilung',
  departmentHint: 'Mit denen darunter.',
  holders: 'Nur wer dieses hat',
  anyBadge: 'Egal welches oder keins',
  selected: ({ search, withRole }) =>
    `Wie unter „Mitarbeitende“ ausgewählt: ${[...(search === '' ? [] : [`Suche nach „${search}“`]), ...(withRole ? ['mit Rolle'] : [])].join(', ')}.`,
  ticked: ({ count }) =>
    count === 0
      ? 'Unter „Mitarbeitende“ war niemand angekreuzt.'
      : `Wie unter „Mitarbeitende“ angekreuzt: ${people(count)}.`,
  xpEach: 'XP pro Person',
  coinsEach: 'Münzen pro Person',
  amountHint: 'Mit Minus wird abgezogen.',
  badge: 'Abzeichen',
  noBadge: 'Kein Abzeichen',
  countsFor: 'Zählt für',
  dayUpToToday: 'Ein Tag bis heute.',
  reason: 'Grund',
  reasonHint: 'Alle, die es bekommen, können ihn lesen.',
  giveReason: 'Geben Sie an, wofür.',
  showPreview: 'Vorschau',
  nothingIsGiven: 'Noch wurde nichts vergeben.',
  giveThis: (it) =>
    it.xp <= 0 && it.coins <= 0 && it.badges === 0
      ? `${sums({ ...it, xp: -it.xp, coins: -it.coins })} bei ${people(it.people)} abziehen`
      : `${sums(it)} an ${people(it.people)} vergeben`,
  takes: 'Hier wird etwas abgezogen',
  takeIt: 'Ja, abziehen',
  confirmTaking: 'Setzen Sie dieses Häkchen, oder lassen Sie das Minus weg.',
  givenNow: ({ strong, ...it }) => html`Vergeben: ${strong(sums(it))} an ${people(it.people)}.`,
  nothingToGive: 'Geben Sie an, wie viele XP, wie viele Münzen oder welches Abzeichen.',
  notGiven: 'Nichts wurde vergeben.',
  nobody: 'Niemand bekommt etwas.',
  changed:
    'Inzwischen hat sich geändert, wer etwas bekommt. Sehen Sie sich die Vorschau noch einmal an.',
  repeated: ({ gift }) =>
    html`Dasselbe wurde in den letzten zehn Minuten vergeben: ${gift}. Niemand bekommt es doppelt.`,
  repeatedList: ({ gift }) =>
    html`Zeilen dieser Liste haben dasselbe schon vergeben: ${gift}. Niemand bekommt es doppelt.`,
  givenBefore: 'Dasselbe wurde gerade eben vergeben; darum wurde jetzt nichts vergeben.',
  giveOnceMore: 'Noch einmal vergeben …',
  onceMore: 'Sie vergeben es noch einmal, auch an alle, die dasselbe schon bekommen haben.',
  repeatedLink: 'zur Vergabe',
  amountAgain: 'Die Zahl noch einmal',
  largeAmount: 'Das ist viel für eine Person. Geben Sie die Zahl noch einmal ein.',
  youAreLeftOut: 'Sie selbst sind ausgenommen: Was Sie bekommen, entscheiden andere.',
  whoGets: 'Wer es bekommt',
  whoGetsOf: ({ count }) =>
    plural(count, {
      one: `${people(count)} bekommt es`,
      other: `${people(count)} bekommen es`,
    }),
  newestListed: ({ count }) => `Die ersten ${number(count)}`,
  person: 'Person',
  gets: 'Bekommt',
  level: 'Level',
  newLevel: 'neu',
  giveNothing: 'Vergeben nichts',
  gaveNothing: 'Haben nichts vergeben',
  signedXp,
  signedCoins,
  getNothing: ({ count }) =>
    plural(count, {
      one: `${people(count)} bekommt nichts`,
      other: `${people(count)} bekommen nichts`,
    }),
  why: {
    validation_failed: 'Die Zeile ist nicht lesbar.',
    unknown_employee: 'Damit ist niemand gemeint.',
    ambiguous_employee: 'Damit können mehrere gemeint sein.',
    unknown_badge: 'Dieses Abzeichen gibt es nicht.',
    oneself: 'Sie entscheiden über andere, und andere über Sie.',
    repeated_row: 'Dasselbe steht in einer Zeile davor.',
    inactive: 'Deaktiviert.',
    already_given: 'Hat dasselbe schon bekommen.',
    badge_held: 'Hat das Abzeichen schon.',
    insufficient_coins: 'Hat zu wenige Münzen.',
    total_limit: 'Die Summe wäre zu hoch.',
    coins_spent: 'Hat die Münzen ausgegeben.',
  },
  skipChips: {
    validation_failed: 'nicht lesbar',
    unknown_employee: 'nicht gefunden',
    ambiguous_employee: 'mehrdeutig',
    unknown_badge: 'Abzeichen unbekannt',
    oneself: 'Sie selbst',
    repeated_row: 'doppelt in der Liste',
    inactive: 'inaktiv',
    already_given: 'schon bekommen',
    badge_held: 'Abzeichen vorhanden',
    insufficient_coins: 'zu wenige Münzen',
    total_limit: 'zu viel',
  },
  reasonWhy: 'Warum',
  repair: 'Korrigieren',
  takePerson: 'Diese Person nehmen',
  take: ({ name }) => html`<span><bdi>${name}</bdi> nehmen</span>`,
  searchPerson: 'Suchen',
  isClose: (it) =>
    html`Damit ist niemand gemeint. Ähnlich ist: ${[it.name, ...[it.number, it.department].filter((one) => one !== '')].map((one, at) => html`${at === 0 ? '' : ', '}<bdi>${one}</bdi>`)}.`,
  leaveOut: 'Zeile weglassen',
  leaveOutRow: ({ line }) => `Zeile ${number(line)} weglassen`,
  largeAmounts: 'Hohe Zahlen',
  amountsAbove: ({ count }) =>
    plural(count, {
      one: `${number(count)} Zahl ist hoch für eine Person`,
      other: `${number(count)} Zahlen sind hoch für eine Person`,
    }),
  amountsAboveText: 'Geben Sie unten die höchste noch einmal ein, wenn sie stimmt.',
  coinsForXp: ({ coins: count }) => `${signedCoins(count)} für die XP`,
  reach: 'Erreichen ein Level',
  reached: 'Haben ein Level erreicht',
  forTheXp: 'Münzen für die XP',
  fromList: 'Aus einer Liste',
  fromListText:
    'Eine CSV-Datei oder Excel-Arbeitsmappe mit einer Spalte, die Personen nennt: mit Personalnummer, E-Mail oder ID. Gelesen werden auch Spalten für XP, Münzen, ein Abzeichen, einen Grund und einen Tag; was eine Zeile nicht sagt, geben Sie danach an.',
  listFile: 'Liste',
  listHint: ({ megabytes }) => `Bis zu 5.000 Zeilen und ${number(megabytes)} MB.`,
  readList: 'Liste hochladen',
  theList: ({ name, count }) =>
    plural(count, {
      one: html`${name}: ${number(count)} Zeile`,
      other: html`${name}: ${number(count)} Zeilen`,
    }),
  listFields,
  notRead: ({ columns }) => `Nicht gelesen: ${format.allOf(columns)}.`,
  listTitle: 'Die Liste',
  inRowsElse: 'Was die Liste nicht sagt',
  rowsGiveNothing: ({ count }) =>
    plural(count, {
      one: `${number(count)} Zeile vergibt nichts`,
      other: `${number(count)} Zeilen vergeben nichts`,
    }),
  rowsOfNobody: 'Zeilen, die nichts vergeben',
  inList: 'In der Liste',
  line: 'Zeile',
  lineStates: {
    planned: 'noch nicht',
    given: 'vergeben',
    skipped: 'nichts',
    undone: 'zurückgenommen',
    kept: 'behalten',
  },
  givenAt: ({ time, actor }) => html`Vergeben: ${time}, ${actor}.`,
  undoneAt: ({ time, actor }) => html`Zurückgenommen: ${time}, ${actor}.`,
  undo: 'Zurücknehmen',
  undoText:
    'Bucht alles einzeln zurück, sodass die Summen wie vorher sind. Nichts wird gelöscht. Levels sinken wieder, die Abzeichen werden entzogen. Das geht nur einmal.',
  othersUndo: 'Es betrifft auch Sie. Über Ihr Eigenes muss jemand anderes entscheiden.',
  refused: ({ count, names }) =>
    plural(count, {
      one: html`${people(count)} hat die Münzen ausgegeben und behält alles: ${names}`,
      other: html`${people(count)} haben die Münzen ausgegeben und behalten alles: ${names}`,
    }),
  refusedAndMore: (it) =>
    html`${people(it.count)} haben die Münzen ausgegeben und behalten alles: ${it.names} und ${number(it.more)} weitere`,
  undoFor: ({ count }) => `Für ${people(count)} zurücknehmen`,
  isUndone: ({ strong, count }) => strong(`Für ${people(count)} zurückgenommen.`),
  isUndoneInPart: (it) =>
    html`${it.strong(`Für ${people(it.count)} zurückgenommen.`)} ${plural(it.refused, { one: `${people(it.refused)} behält alles.`, other: `${people(it.refused)} behalten alles.` })}`,
  unfinished: 'Noch haben es nicht alle',
  unfinishedText: 'Das wurde unterbrochen. Niemand bekommt etwas doppelt, wenn es weitergeht.',
  goOn: 'Den Rest vergeben',
};
