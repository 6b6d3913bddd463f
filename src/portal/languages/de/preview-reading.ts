import { html } from '../../../http/response/html.ts';
import type { previewReading as english } from '../en/preview-reading.ts';
import { anyOf, number, plural, rows } from './words.ts';

export const previewReading: typeof english = {
  unusable: ({ strong, problem }) =>
    html`${strong('So lässt sich die Datei nicht verwenden.')} ${problem}`,
  howToRead: 'Wie die Datei gelesen wird',
  howItWasRead: 'Wie die Datei gelesen wurde',
  changeReading: 'Ändern, wie sie gelesen wird',
  previewAgain: 'Neue Vorschau',
  readAsLast: ({ strong, profile }) =>
    html`${strong('Gelesen wie beim letzten Mal:')} Profil „${profile}“. Was Sie hier ändern, wird darin gespeichert, sobald die Personalliste übernommen ist.`,
  readWithout:
    'Ohne Profil gelesen. Sobald die Personalliste übernommen ist, wird als neues Profil gespeichert, wie sie gelesen wird.',
  isKept:
    'Sobald die Personalliste übernommen ist, wird für die nächste als Profil gespeichert, wie sie gelesen wird.',
  profile: 'Profil',
  newProfile: 'Keins, ein neues',
  readWithIt: 'Damit lesen',
  manageProfiles: 'Umbenennen oder löschen',
  notKept: ({ problem }) =>
    `Wie sie gelesen wurde, konnte nicht für die nächste gespeichert werden. ${problem}`,
  columns: 'Spalten',
  column: 'Spalte',
  readAs: 'Gelesen als',
  firstRow: 'Erste Zeile',
  notRead: 'nicht gelesen',
  moreNotRead: ({ count }) =>
    plural(count, {
      one: `${number(count)} weitere Spalte wird nicht gelesen`,
      other: `${number(count)} weitere Spalten werden nicht gelesen`,
    }),
  partsOfNames: {
    preferred_first_name: 'Vorname, falls ausgefüllt',
    preferred_last_name: 'Nachname, falls ausgefüllt',
    last_name_prefix: 'Vor dem Nachnamen',
  },
  columnOfEachField: 'Spalte für jedes Feld',
  automatic: 'Automatisch',
  moreColumns: ({ count }) =>
    plural(count, {
      one: `${number(count)} weitere Spalte ist hier nicht wählbar.`,
      other: `${number(count)} weitere Spalten sind hier nicht wählbar.`,
    }),
  onlyRowsWhere: 'Nur Zeilen, in denen',
  filters: 'Filter',
  condition: 'Bedingung',
  conditions: { is: 'ist eins von', not: 'ist keins von' },
  values: 'Werte, getrennt durch |',
  noEqualsSign: 'Ein Wert darf nicht mit = beginnen.',
  tooManyFilters: ({ max }) => `Mehr als ${number(max)} Filter gehen nur auf der Befehlszeile.`,
  filterIs: ({ column, values }) => html`${column} ist ${values}`,
  filterIsNot: ({ column, values }) => html`${column} ist nicht ${values}`,
  anyOf: ({ values }) => anyOf(values.map((value) => (value === '' ? 'leer' : `„${value}“`))),
  format: 'Format',
  sheet: 'Tabellenblatt',
  encoding: 'Zeichenkodierung',
  detect: 'Erkennen',
  encodings: {
    'utf-8': 'UTF-8',
    'windows-1252': 'Windows-1252, Westeuropa',
    'windows-1250': 'Windows-1250, Mitteleuropa',
    'windows-1251': 'Windows-1251, Kyrillisch',
    'windows-1253': 'Windows-1253, Griechisch',
    'windows-1254': 'Windows-1254, Türkisch',
    'iso-8859-2': 'ISO 8859-2, Mitteleuropa',
    'iso-8859-15': 'ISO 8859-15, Westeuropa',
    'utf-16le': 'UTF-16, Little Endian',
    'utf-16be': 'UTF-16, Big Endian',
    macintosh: 'Mac Roman',
    shift_jis: 'Shift JIS',
    gb18030: 'GB 18030',
    'euc-kr': 'EUC-KR',
  },
  delimiter: 'Trennzeichen',
  delimiters: {
    comma: 'Komma',
    semicolon: 'Semikolon',
    tab: 'Tabulator',
    bar: 'Senkrechter Strich |',
  },
  linesAbove: 'Zeilen über den Spaltennamen',
  linesAboveHint: 'Leer: automatisch erkannt',
  people: 'Personen',
  allowMissingEmail: 'Zeilen ohne E-Mail weglassen und nicht als fehlgeschlagen zählen',
  noEmailDomain: 'Wo Personen ohne E-Mail eine Adresse bekommen',
  noEmailDomainHint:
    'Eine Domain, mit der sich niemand anmeldet, zum Beispiel people.example.com: Zeilen mit Personalnummer und ohne E-Mail bekommen dort eine Adresse. An sie wird nie etwas gesendet, und eine E-Mail aus einer späteren Personalliste tritt an ihre Stelle. Leer: Jede Zeile braucht eine E-Mail.',
  noDomain: 'Geben Sie eine Domain ein, zum Beispiel people.example.com.',
  updateProfiles:
    'Namen und E-Mails auf die der Datei ändern, außer bei Admins und Personen mit Rolle im Portal',
  deactivateMissing: 'Die Datei enthält alle: Wer nicht darin steht, wird deaktiviert',

  file: 'Datei',
  name: 'Name',
  rowsOfFile: 'Zeilen',
  leftOut: 'Weggelassen',
  rowsLeftOut: ({ count, filter }) => html`${rows(count)}: ${filter}`,
  linesAboveLeftOut: ({ count }) => `${rows(count)} über den Spaltennamen`,
  extraLines: {
    column_labels: ({ line }) => `Zeile ${number(line)}, Beschriftungen`,
    repeated_header: ({ line }) => `Zeile ${number(line)}, noch einmal die Spaltennamen`,
    total_line: ({ line }) => `Zeile ${number(line)}, eine Summe oder Fußzeile`,
  },
  moreLines: ({ count }) =>
    plural(count, {
      one: `${number(count)} weitere Zeile`,
      other: `${number(count)} weitere Zeilen`,
    }),
  withoutEmail: (it) =>
    `${rows(it.count)} ohne E-Mail: ${it.lines.map(number).join(', ')}${it.count > it.lines.length ? ' …' : ''}`,
  size: 'Größe',
  assumed: ({ encoding }) => `${encoding}, angenommen`,
  uploaded: 'Hochgeladen',
  uploadedBy: ({ when, actor }) => html`${when}, ${actor}`,

  isAssumed: ({ strong, encoding }) =>
    html`${strong(`Die Datei ist nicht UTF-8 und wurde als ${encoding} gelesen.`)} Sehen Umlaute und Akzente falsch aus, wählen Sie ihre Zeichenkodierung.`,
  looksLikeStatus: ({ strong, column, values }) =>
    html`${strong(html`${column} sieht nach einem Beschäftigungsstatus aus, und kein Filter nutzt es.`)} ${values}.`,
  statusNotes: {
    inactive_on_leave:
      'In SuccessFactors können auch Beurlaubte inaktiv sein. Prüfen Sie das, bevor Sie sie weglassen.',
    baja: '„Baja“ heißt in manchen Systemen beurlaubt und in anderen ausgeschieden. Prüfen Sie das, bevor Sie einen Filter wählen.',
  },
  value: ({ value, count }) => html`${value} ${number(count)}`,
  emptyValue: '(leer)',
  moreValues: ({ count }) =>
    plural(count, {
      one: `und ${number(count)} anderer Wert`,
      other: `und ${number(count)} andere Werte`,
    }),
  onlyWhere: ({ filter }) => html`Nur Zeilen: ${filter}`,
  onlyWithoutDate: 'Nur Zeilen ohne Datum',
  leavingDates: (it) =>
    html`${it.strong(html`${it.column} enthält Austrittsdaten.`)} ${plural(it.past, {
      one: `${number(it.past)} Zeile hat eins in der Vergangenheit`,
      other: `${number(it.past)} Zeilen haben eins in der Vergangenheit`,
    })}${it.future > 0 ? `, ${number(it.future)} in der Zukunft` : ''}.`,
  daysUnclear: ({ strong, column }) =>
    html`${strong(html`${column} wird nicht gelesen.`)} Ob in den Daten der Tag oder der Monat vorn steht, ist unklar. Schreiben Sie sie als 2026-11-16.`,
  daysUnreadable: ({ column, count }) =>
    html`${column} enthält in ${rows(count)} kein Datum; dort bleibt das Feld leer.`,
};
