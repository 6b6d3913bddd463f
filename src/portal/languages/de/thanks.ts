import { html } from '../../../http/response/html.ts';
import type { Messages } from '../en.ts';
import { coins, number, people, plural, points, xp } from './words.ts';

type Choice = { department: string | undefined; value: string | undefined };

const ofChoice = ({ department, value }: Choice): string =>
  `${department ? `, an oder von Personen aus „${department}“` : ''}${value ? `, für „${value}“` : ''}`;

/** In the dative: von 100 Punkten. */
const ofPoints = (count: number): string =>
  plural(count, { one: `${number(count)} Punkt`, other: `${number(count)} Punkten` });

export const thanks: Messages['thanks'] = {
  title: 'Dank',
  give: 'Danken',
  you: 'Sie',
  thanked: 'dankt',
  morePeople: ({ count }) =>
    plural(count, { one: '1 weitere Person', other: `${number(count)} weitere Personen` }),
  pointsEach: (it) => (it.count === 1 ? `+${points(it.points)}` : `je +${points(it.points)}`),
  seenBy: {
    company: () => 'Unternehmen',
    department: () => 'Abteilungen',
    private: ({ count }) => (count === 2 ? 'Nur die beiden' : `Nur diese ${number(count)}`),
  },
  isReported: 'wird geprüft',
  noMessage: 'Die Nachricht wurde mit den Daten einer Person gelöscht, der gedankt wurde.',
  react: 'Reagieren',
  reactions: {
    lovely: 'Wie schön',
    great_work: 'Starke Leistung',
    learned: 'Etwas gelernt',
    smile: 'Hat mich gefreut',
    me_too: 'Ich auch',
  },

  given: (it) =>
    it.count === 0
      ? `Im ${it.month} noch keiner`
      : `${number(it.count)} im ${it.month}, gegeben von ${number(it.givers)} von ${people(it.size)}`,
  noneOfChoice: 'Keiner für diese Auswahl.',
  whose: 'Wessen Dank',
  segments: { everybody: 'Alle', 'for-me': 'Für mich', 'from-me': 'Von mir' },
  department: 'Abteilung',
  value: 'Wert',
  allDepartments: 'Alle Abteilungen',
  allValues: 'Alle Werte',
  show: 'Anzeigen',
  older: 'Älterer Dank',
  newest: 'Zurück zum neuesten',
  report: 'Melden',
  narrowOrReport: 'Ändern oder melden',
  editFor: ({ minutes }) =>
    plural(minutes, {
      one: 'Ändern, noch 1 Minute',
      other: `Ändern, noch ${number(minutes)} Minuten`,
    }),
  open: 'Öffnen',
  none: 'Hier gibt es noch keinen Dank',
  lookedAt: {
    everybody: (it) => `Gesucht wurde: Dank${ofChoice(it)}, soweit Sie ihn sehen dürfen.`,
    'for-me': (it) => `Gesucht wurde: Dank an Sie${ofChoice(it)}.`,
    'from-me': (it) => `Gesucht wurde: Dank von Ihnen${ofChoice(it)}.`,
  },
  elsewhere: ({ count, month }) =>
    `Im ganzen Unternehmen sind es ${number(count)} für diesen Wert im ${month}.`,
  privateNotCounted: 'Was andere für sich behalten, steht hier nicht.',
  wholeCompany: 'Ganzes Unternehmen anzeigen',
  valuesIn: ({ month }) => `Werte im ${month}`,
  whoMaySee: 'Wer es sehen darf',
  whoMaySeeText:
    'Wer dankt, wählt: das Unternehmen, die Abteilungen der Genannten oder nur die Genannten. Wem gedankt wurde, kann das jederzeit einschränken. Führungskräfte sehen nicht mehr als andere.',

  notGiven: 'Der Dank wurde nicht gegeben.',
  notNow: 'Sie können zurzeit nicht danken',
  noGiver: 'Sie nehmen am Danken nicht teil. Das entscheidet, wer das Programm betreut.',
  withoutValues: 'Ihr Unternehmen hat noch nicht festgelegt, wofür es dankt.',
  leftOf: (it) =>
    `Noch ${number(it.left)} von ${ofPoints(it.allowance)} bis ${it.last} zu vergeben`,
  who: 'Wem',
  search: 'Suchen',
  upTo: ({ count }) => `Teil eines Namens. Bis zu ${people(count)}.`,
  chooseSomebody: 'Wählen Sie mindestens eine Person.',
  addPerson: ({ person }) => html`Hinzufügen ${person}`,
  removePerson: ({ person }) => html`Entfernen ${person}`,
  takesNoPart: 'nimmt am Danken nicht teil',
  nobodyFound: ({ search }) => `Niemand hier heißt „${search}“.`,
  pointsForEach: 'Punkte für jede Person',
  noPoints: 'Keine',
  withoutPoints: 'Dank ohne Punkte zählt genauso.',
  otherPoints: 'Andere Zahl',
  forWhichValue: 'Für welchen Wert',
  whatDidTheyDo: 'Was haben sie getan?',
  messageHint: ({ min, max }) =>
    `${number(min)} bis ${number(max)} Zeichen, reiner Text. Was jemand getan und damit bewirkt hat, sagt mehr als Lob.`,
  whoMaySeeIt: 'Wer es sehen darf',
  canBeNarrowed: 'Wem gedankt wird, kann das später einschränken.',
  visibilities: {
    company: {
      title: () => 'Das Unternehmen',
      text: ({ company }) => `Alle bei ${company}, im Überblick und auf Bildschirmen`,
    },
    department: {
      title: () => 'Die Abteilungen',
      text: ({ departments }) =>
        departments === '' ? 'Die von Ihnen allen' : `Alle in ${departments}`,
    },
    private: {
      title: ({ count }) => (count < 3 ? 'Nur Sie beide' : `Nur Sie ${number(count)}`),
      text: ({ names }) => (names === '' ? 'Sie und die, denen Sie danken' : `Sie sowie ${names}`),
    },
  },
  whatItCosts: 'Was es kostet',
  whatDoesItCost: 'Was kostet das?',
  peopleTimesPoints: (it) => `${people(it.count)} × ${points(it.points)}`,
  leftNow: 'Jetzt noch zu vergeben',
  leftAfter: 'Danach noch',
  eachGets: (it) =>
    `Jede Person bekommt ${coins(it.coins)}. Ihre eigenen Münzen bleiben unberührt.`,
  youGet: (it) => `Sie bekommen ${xp(it.xp)} fürs Danken.`,
  muchToOne: (it) =>
    html`${number(it.points)} Ihrer ${points(it.allowance)} in diesem Monat gehen an ${it.person}.`,
  pointsNow: (it) => `${number(it.points)} jetzt`,
  pointsOn: (it) => `${number(it.points)} am ${it.day}`,
  whatWasGiven: ({ given }) => `${given}.`,
  whereItStops: (it) =>
    `Das ist erlaubt. Ab ${number(it.most)} kann an dieselbe Person bis ${it.day} nichts mehr gehen.`,
  giveTo: (it) =>
    it.points === 0
      ? `${people(it.count)} danken`
      : `${points(it.points)} an ${people(it.count)} geben`,
  afterwards:
    'Sie können die Nachricht 15 Minuten lang ändern und den Dank bis zum Monatsende zurücknehmen, solange die Münzen nicht ausgegeben sind.',
  isGiven: (it) =>
    html`<b>Sie haben ${people(it.count)} gedankt.</b> Der Dank steht jetzt auf deren Seite. Bis ${it.last} haben Sie noch ${points(it.left)} zu vergeben.`,

  asSeenBy: {
    company: 'So sieht es das Unternehmen',
    department: 'So sehen es Ihre Abteilungen',
    private: 'So sehen es die Genannten',
  },
  seeAll: 'Jeden Dank ansehen',
  thankOthers: 'Noch jemandem danken',
  editableUntil: ({ time }) => `Die Nachricht lässt sich bis ${time} ändern.`,
  withdrawableUntil: (it) =>
    it.points === 0
      ? `Der Dank lässt sich bis ${it.last} zurücknehmen.`
      : `Bis ${it.last} lässt sich der Dank zurücknehmen: Sie bekommen ${points(it.points)} zurück, und ${it.count === 1 ? 'der anderen Person' : 'jeder Person'} werden ${coins(it.coins)} abgezogen.`,
  monthIsOver: 'Der Monat ist vorbei; der Dank lässt sich nicht mehr zurücknehmen.',
  changeMessage: 'Nachricht ändern',
  saveMessage: 'Nachricht speichern',
  isEdited: 'Die Nachricht ist geändert.',
  withdraw: 'Zurücknehmen',
  withdrawText:
    'Niemand sieht den Dank mehr, Sie können Ihre Punkte wieder vergeben, und die Münzen gehen zurück. Hat jemand sie schon ausgegeben, bleibt der Dank.',
  isWithdrawn: 'Der Dank ist zurückgenommen.',
  narrow: 'Einschränken',
  narrowTo: 'Ab jetzt',
  narrowText:
    'Ihnen wurde gedankt, also entscheiden Sie, wer es sehen darf. Es können nur weniger werden.',
  isNarrowed: 'Ab jetzt sehen es weniger Personen.',
  reportThis: 'Das melden',
  reportText:
    'Es ist sofort für alle verborgen, bis jemand es geprüft hat, der das Programm betreut. Dort ist zu sehen, wer es warum gemeldet hat.',
  reportReason: 'Was stimmt daran nicht?',
  isReportedNow: 'Es ist gemeldet und verborgen, bis jemand es geprüft hat.',

  forYou: 'Dank an Sie',
  allOfThem: 'Jeden ansehen',
  seenByWhom: ({ who }) => html`Sichtbar für: ${who}`,
  change: 'Ändern',
  youCanGive: 'Sie können danken',
  until: ({ last }) => `bis ${last}`,
  pointsLeft: (it) => `Noch ${number(it.left)} von ${ofPoints(it.allowance)}`,
  whatIsLeft: (it) =>
    `Was übrig ist, verfällt am Monatsende. Bisher haben Sie ${points(it.spent)} gegeben. Am ${it.next} kommen ${points(it.allowance)}.`,
  giveToSomebody: 'Jemandem danken',
  thankPerson: ({ person }) => html`Danken ${person}`,
  forValue: ({ value }) => `Dank: ${value}`,
  takenBack: ({ value }) => `Dank zurückgenommen: ${value}`,
};
