import { html } from '../../../http/response/html.ts';
import type { Messages } from '../en.ts';
import { coins, number, people, plural, points } from './words.ts';

/** In the dative: von 100 Punkten, zu 300 Münzen. */
const ofPoints = (count: number): string =>
  plural(count, { one: `${number(count)} Punkt`, other: `${number(count)} Punkten` });

const times = ({ count }: { count: number }): string =>
  plural(count, { one: 'einmal', other: `${number(count)} Mal` });

export const recognition: Messages['recognition'] = {
  title: 'Danken verwalten',
  parts: {
    reports: 'Meldungen',
    'fair-play': 'Fairness',
    values: 'Werte',
    settings: 'Einstellungen',
  },
  titles: {
    reports: 'Gemeldeter Dank',
    'fair-play': 'Danken: Fairness',
    values: 'Werte',
    settings: 'Danken: Einstellungen',
  },

  reportsLead:
    'Wer einen Dank meldet, blendet ihn für alle aus. Hauptadmins und Admins entscheiden, ob er bleibt.',
  waiting: 'Wartet auf eine Entscheidung',
  nothingWaits: 'Keine Meldung wartet',
  nothingWaitsText: 'Was gemeldet wird, steht hier und auf der Startseite, bis es entschieden ist.',
  onRecord: 'Bisherige Meldungen',
  oneReport: 'Eine Meldung',
  reportedBy: ({ person }) => html`${person} hat ihn gemeldet`,
  decided: {
    kept: ({ actor }) => html`${actor} hat entschieden, dass er bleibt`,
    removed: ({ actor }) => html`${actor} hat ihn entfernt`,
  },
  because: (it) => html`${it.sentence}: „${it.reason}“`,
  isWithdrawn: 'Wer gedankt hat, hat ihn zurückgenommen.',
  why: 'Grund',
  keep: 'Bestehen lassen',
  keepText:
    'Alle, die ihn vorher sehen konnten, sehen ihn wieder. Niemand kann ihn noch einmal melden.',
  keepHint: 'Darf leer bleiben. Er steht hier; die Genannten erfahren ihn nicht.',
  isKept: 'Der Dank bleibt und ist wieder zu sehen.',
  remove: 'Entfernen',
  removeText: (it) =>
    it.points === 0
      ? 'Niemand sieht ihn mehr, endgültig. XP, die er gebracht hat, gehen zurück.'
      : `Niemand sieht ihn mehr, endgültig. ${it.count === 1 ? 'Von der Person, der gedankt wurde,' : 'Von allen, denen gedankt wurde,'} gehen ${it.count === 1 ? '' : 'je '}${coins(it.coins)} zurück, ebenso XP, die er gebracht hat. ${points(it.points)} bekommt zurück, wer gedankt hat, wenn der Monat noch läuft.`,
  removeHint: 'Er steht hier; die Genannten erfahren ihn nicht.',
  keepCoins: 'Alle behalten Punkte, Münzen und XP, auch wenn Münzen schon ausgegeben sind',
  isRemoved: 'Der Dank ist entfernt.',
  notYours: 'Jemand anderes entscheidet',
  notYoursText:
    'Sie haben ihn gegeben oder Ihnen wurde gedankt. Darüber entscheidet jemand anderes mit der Rolle Hauptadmin oder Admin.',

  fairPlayLead:
    'Zahlen zum Nachfragen, keine Urteile: Wer in derselben Schicht arbeitet, dankt sich am häufigsten.',
  month: 'Monat',
  pairs: 'Paare, die sich vor allem gegenseitig danken',
  noPairs: 'Niemand dankt sich vor allem gegenseitig',
  pairsText:
    'Beide gaben einander mindestens die Hälfte aller ihrer Punkte des Monats und dankten einander mindestens dreimal.',
  first: 'Eine Person',
  second: 'Die andere',
  ofAll: (it) => `gab ${number(it.points)} von ${ofPoints(it.all)}, ${times(it)}`,
  toOne: 'In diesem Monat viel an eine Person',
  toOneText:
    'Ab 40 % der Punkte eines Monats werden Gebende gewarnt. Bei 60 % geht an dieselbe Person bis zum Ende des Monats nichts mehr.',
  giver: 'Von',
  receiver: 'An',
  points: 'Punkte',
  ofAllowance: (it) => `${number(it.points)} von ${ofPoints(it.allowance)}, ${times(it)}`,
  isStopped: 'gestoppt',

  valuesLead: 'Wofür gedankt wird. Wer dankt, wählt einen davon, in dieser Reihenfolge.',
  value: 'Wert',
  order: 'Reihenfolge',
  noValues: 'Es gibt noch keinen Wert',
  noValuesText: 'Solange es keinen gibt, kann niemand danken.',
  newValue: 'Neuer Wert',
  valueName: 'Name',
  valueNameHint: 'Etwa „Sicherheit vor Tempo“: was getan wurde, in Ihren Worten.',
  code: 'Code',
  codeHint: 'Für API und Kommandozeile, unveränderlich: Buchstaben, Ziffern, Punkte, Bindestriche.',
  addValue: 'Wert hinzufügen',
  notAdded: 'Der Wert wurde nicht hinzugefügt.',
  isAdded: ({ name }) => html`<b>${name}</b> ist hinzugefügt.`,
  moveUp: 'Nach oben',
  isMoved: ({ name }) => html`<b>${name}</b> steht einen Platz weiter oben.`,
  rename: 'Umbenennen',
  renameHint: 'Auch Dank, der dafür gegeben wurde, zeigt den neuen Namen.',
  isRenamed: ({ name }) => html`Der Wert heißt jetzt <b>${name}</b>.`,
  retired: 'Zurückgezogen',
  retiredText: 'Dafür kann niemand mehr danken. Dank, der dafür gegeben wurde, behält seinen Wert.',
  notUsed: 'zurückgezogen',
  retire: 'Zurückziehen',
  retireText:
    'Dafür kann niemand mehr danken. Dank, der dafür gegeben wurde, behält den Wert, und er lässt sich wieder einsetzen.',
  isRetired: ({ name }) => html`<b>${name}</b> ist zurückgezogen.`,
  restore: 'Wieder einsetzen',
  restoreText: 'Dafür kann wieder gedankt werden.',
  isRestored: ({ name }) => html`<b>${name}</b> ist wieder eingesetzt.`,

  settingsLead: 'Gedankt wird mit Punkten, die sich nur vergeben lassen. Daraus werden Münzen.',
  areOn: 'Danken ist eingeschaltet',
  areOnText: 'Alle können einander danken.',
  areOff: 'Danken ist ausgeschaltet',
  areOffText: 'Das geschieht, wenn Sie es einschalten.',
  lacksValues: ({ link }) =>
    html`<b>Es gibt keinen Wert, für den gedankt wird.</b> Niemand kann danken, solange keiner unter ${link} steht.`,
  everybody: 'Alle',
  getsPoints: (it) =>
    `können sofort ${points(it.allowance)} vergeben, bis zum ${it.last} in UTC, ab dem ${it.next} wieder so viele, und so jeden Monat. Wer im Laufe eines Monats beginnt, hat den restlichen Teil. Was nicht vergeben wird, verfällt mit dem Monat.`,
  hasPoints: (it) =>
    `können ${points(it.allowance)} vergeben, bis zum ${it.last} in UTC, und ab dem ${it.next} wieder so viele.`,
  othersHave: (it) =>
    plural(it.count, {
      one: '1 Abteilung hat eine andere Zahl: siehe unten.',
      other: `${number(it.count)} Abteilungen haben eine andere Zahl: siehe unten.`,
    }),
  atMost: 'Höchstens',
  together: (it) =>
    `${people(it.count)} können im Monat zusammen ${points(it.points)} vergeben. Daraus werden ${coins(it.coins)}.`,
  worth: ({ worth }) => `Ihr Gegenwert: ${worth}.`,
  isBudget: 'Das Budget begrenzt es.',
  onPages: 'Auf jeder Seite',
  onPagesText:
    'Der Knopf „Danken“ und der Eintrag „Dank“ in der Navigation, für alle, die sich anmelden.',
  told: 'Wer es erfährt',
  toldText: 'Niemand: Es geht keine E-Mail hinaus. Sagen Sie es selbst, wenn Sie so weit sind.',
  switchOn: 'Danken einschalten',
  isOn: 'Danken ist eingeschaltet. Alle können einander jetzt danken.',
  switchOffAsk: 'Danken ausschalten',
  switchOff: 'Danken ausschalten',
  switchOffText:
    'Ab sofort kann niemand danken oder Dank sehen. Was gegeben wurde, bleibt gespeichert, Münzen und XP bleiben. Nach dem Wiedereinschalten ist alles wieder da; in diesem Monat vergebene Punkte bleiben vergeben.',
  isOff: 'Danken ist ausgeschaltet.',

  givenIn: ({ month }) => `Vergebene Punkte im ${month}`,
  ofBudget: ({ budget }) => `von ${number(budget)}`,
  leftOfBudget: 'Rest des Budgets',
  noBudget: 'ohne Grenze',
  givers: 'Wie viele gaben',
  months: 'Frühere Monate',

  pointsToGive: 'Punkte zum Vergeben',
  pointsToGiveText:
    'Änderungen gelten sofort, auch für den laufenden Monat. Niemand wird benachrichtigt.',
  allowance: 'Punkte jeder Person im Monat',
  allowanceHint: 'Wird die Zahl kleiner, geht nichts zurück: Wer schon mehr gab, hat keine mehr.',
  budget: 'Punkte aller zusammen im Monat',
  budgetHint:
    'Sind sie vergeben, kann bis zum Ende des Monats niemand mehr Punkte geben; ohne Punkte geht es weiter. Leer: ohne Grenze.',
  rewards: 'Münzen und XP',
  rewardsText: 'Für Dank, der ab jetzt gegeben wird. Früherer behält, was er brachte.',
  coinsPerPoint: 'Münzen für jeden Punkt',
  coinsPerPointHint:
    'Wem gedankt wird, bekommt sie und gibt sie im Shop aus. Mit 0 bringt Dank keine Münzen.',
  giverXp: 'XP für das Danken',
  giverXpAWeek: 'für so viele Male in der Woche',
  receiverXp: 'XP für jede Person, der gedankt wird',
  receiverXpHint:
    'XP bestimmen den Platz. Mit mehr als 0 steht in Ranglisten höher, wem mehr gedankt wird.',
  messages: 'Nachricht',
  messagesText: 'Wie lang sie sein darf, in Zeichen. Vorhandene bleiben.',
  messageMin: 'Mindestens',
  messageMax: 'Höchstens',
  whoSees: 'Wer Dank sieht',
  whoSeesText:
    'Was beim Danken zuerst ausgewählt ist. Wer dankt, kann anders wählen; wem gedankt wird, kann es einschränken.',
  visibility: 'Zuerst ausgewählt',
  visibilities: {
    company: { title: 'Das Unternehmen', text: 'Alle, in der Übersicht und auf Bildschirmen.' },
    department: { title: 'Die Abteilungen', text: 'Die Abteilungen aller Genannten.' },
    private: { title: 'Nur die Genannten', text: 'Wer dankt und wem gedankt wird.' },
  },

  allowances: 'Abteilungen mit einer anderen Zahl',
  allowancesText:
    'Gilt für die Abteilung und die darunter, ab sofort und auch für den laufenden Monat.',
  ownAllowance: 'Punkte im Monat',
  ownAllowanceHint: 'Leer: so viele wie in der Abteilung darüber oder wie alle.',
  chooseDepartment: 'Bitte wählen',
  hasAllowance: (it) =>
    html`Alle in <b>${it.name}</b> und darunter haben ${points(it.points)} im Monat.`,
  hasNoAllowance: ({ name }) => html`<b>${name}</b> hat keine eigene Zahl mehr.`,
};
