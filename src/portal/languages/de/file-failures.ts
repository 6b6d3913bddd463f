import type { ParamsOf } from '../../../domain/failures.ts';
import type { PlaceInFile } from '../../../domain/file-failures.ts';
import type { NameList } from '../../../domain/name-list.ts';
import type { fileFailures as english } from '../en/file-failures.ts';
import { fields } from './fields.ts';
import { listFields } from './given.ts';
import { format, number, plural, rows } from './words.ts';

const RECORDS: Record<ParamsOf<'file_record_unreadable'>['fault'], (line: string) => string> = {
  many_cells: (line) =>
    `Der Datensatz ab Zeile ${line} hat mehr als 2.000 Felder. Prüfen Sie Trennzeichen und Anführungszeichen.`,
  long_cell: (line) =>
    `Der Datensatz ab Zeile ${line} hat ein Feld mit mehr als 100.000 Zeichen. Prüfen Sie Trennzeichen, Zeilenenden und Anführungszeichen.`,
  long_record: (line) =>
    `Der Datensatz ab Zeile ${line} hat mehr als 1.000.000 Zeichen. Prüfen Sie Trennzeichen, Zeilenenden und Anführungszeichen.`,
  unclosed_quote: (line) =>
    `Der Datensatz ab Zeile ${line} öffnet ein Anführungszeichen und schließt es nicht. Schließen Sie es, oder schreiben Sie es doppelt, wenn es zum Text gehört.`,
  stray_quote: (line) =>
    `Der Datensatz ab Zeile ${line} hat ein Anführungszeichen mitten in einem Feld. Setzen Sie das ganze Feld in Anführungszeichen, und schreiben Sie das innere doppelt.`,
};

const quoted = (name: string): string => `„${name}“`;

const listed = (columns: readonly string[]): string =>
  format.allOf(
    columns.map((column) => (listFields as Readonly<Record<string, string>>)[column] ?? column),
  );

const labelOf = (field: string): string =>
  (fields as Readonly<Record<string, string>>)[field] ?? field;

const named = ({ names, more }: NameList): string => {
  const all = names.map(quoted);
  if (more > 0) all.push(`${number(more)} weitere`);
  return all.length === 0 ? 'keine' : format.allOf(all);
};

const where = ({ line, byte }: PlaceInFile): string =>
  byte === undefined
    ? `Zeile ${number(line)}`
    : `Zeile ${number(line)}, Byte 0x${byte.value} an Position ${number(byte.offset)}`;

export const fileFailures: typeof english = {
  file_empty: 'Die Datei ist leer. In der ersten Zeile müssen die Spaltennamen stehen.',
  file_without_rows: 'Die Datei hat Spaltennamen, aber keine Zeilen.',
  file_without_header:
    'Die erste Zeile sieht nicht nach Spaltennamen aus. Setzen Sie eine Zeile mit Spaltennamen darüber.',
  file_without_emails: 'Keine Zeile der Datei hat eine E-Mail.',
  file_of_rejects: 'Das ist eine Datei mit fehlgeschlagenen Zeilen; sie enthält nicht alle.',
  workbook_old:
    'Die Datei ist eine Excel-Arbeitsmappe im alten Format oder hat ein Passwort. Speichern Sie sie als .xlsx ohne Passwort, und laden Sie diese Datei hoch.',
  workbook_of_other_kind:
    'Die Datei ist ein Archiv und keine Excel-Arbeitsmappe. Speichern Sie die Tabelle als .xlsx, und laden Sie diese Datei hoch.',
  workbook_damaged:
    'Die Arbeitsmappe ist beschädigt. Öffnen Sie sie in Excel, speichern Sie sie neu, und laden Sie diese Datei hoch.',
  workbook_too_large:
    'Die Arbeitsmappe ist zu groß: Ein Blatt kann 500.000 Zeilen haben, eine Arbeitsmappe entpackt 512 MB. Speichern Sie das Blatt als „CSV UTF-8“, und laden Sie diese Datei hoch.',
  workbook_too_wide: ({ row, max }) =>
    `In Zeile ${number(row)} des Blatts steht etwas hinter den ersten ${number(max)} Spalten. Löschen Sie es dort, und laden Sie die Datei noch einmal hoch.`,
  sheet_unknown: ({ sheets }) =>
    `Die Arbeitsmappe hat kein Blatt mit diesem Namen. Ihre Blätter: ${named(sheets)}.`,
  sheet_of_text: 'Nur eine Arbeitsmappe hat Blätter. Diese Datei ist eine Textdatei.',
  list_empty: 'Die Datei hat keine Zeilen.',
  list_too_long: ({ limit }) =>
    `Die Datei hat mehr als ${rows(limit)}. Teilen Sie sie auf mehrere Dateien auf.`,
  list_json_array:
    'Die Datei ist ein JSON-Array. Schreiben Sie stattdessen ein Objekt in jede Zeile.',
  list_lines_no_objects: ({ lines }) =>
    `Jede Zeile muss ein JSON-Objekt mit den Namen der Spalten sein. Zeile ${number(lines[0] ?? 1)} ist keins.`,
  list_without_columns: ({ required, optional }) =>
    `Die erste Zeile muss die Spalten nennen: ${listed(required)}, und wenn gewünscht ${listed(optional)}.`,
  profile_unreadable: ({ profile }) =>
    `Das Profil ${quoted(profile)} ist nicht lesbar. Wählen Sie ein anderes.`,
  list_columns_missing: ({ missing }) =>
    `Keine Spalte hat einen bekannten Namen für: ${listed(missing)}. Benennen Sie sie in der ersten Zeile so.`,
  list_columns_unknown: ({ columns }) =>
    `Diese Spalten sind nicht bekannt: ${named(columns)}. Benennen Sie sie um, oder entfernen Sie sie.`,
  map_of_json: 'Spalten lassen sich nur in Dateien mit einer Zeile von Spaltennamen wählen.',
  file_no_text:
    'Die Datei ist UTF-32 oder gar kein Text. Speichern Sie sie als „CSV UTF-8“, und laden Sie diese Datei hoch.',
  file_lost_characters: ({ place }) =>
    `In der Datei sind schon vorher Zeichen verloren gegangen: siehe ${where(place)}, wo U+FFFD für eins steht. Exportieren Sie sie neu, oder korrigieren Sie sie dort.`,
  file_other_encoding: ({ encoding, place }) =>
    `Die Datei ist nicht durchgehend ${encoding}: siehe ${where(place)}. Speichern Sie sie als UTF-8, und versuchen Sie es noch einmal.`,
  file_broken_characters: ({ place }) =>
    `Die Datei ist UTF-8 mit beschädigten Zeichen: siehe ${where(place)}. Exportieren Sie sie neu, oder korrigieren Sie sie dort. Hat sie eine andere Zeichenkodierung, wählen Sie diese unten.`,
  file_unknown_encoding: ({ place }) =>
    place === null
      ? 'Die Datei ist weder UTF-8 noch Windows-1252: Sie enthält Nullbytes. Speichern Sie sie als UTF-8, oder wählen Sie unten ihre Zeichenkodierung.'
      : `Die Datei ist weder UTF-8 noch Windows-1252: siehe ${where(place)}. Speichern Sie sie als UTF-8, oder wählen Sie unten ihre Zeichenkodierung.`,
  file_too_long: ({ megabytes }) =>
    `Die Datei ist zu groß, um sie auf einmal zu lesen: Das Limit liegt bei etwa ${number(megabytes)} MB. Teilen Sie sie auf mehrere Dateien auf.`,
  file_too_many_rows: ({ max, line }) =>
    `Die Datei hat mehr als ${rows(max)}: siehe Zeile ${number(line)}. Prüfen Sie Trennzeichen und Zeilenenden, oder teilen Sie sie auf mehrere Dateien auf.`,
  file_separator_unknown:
    'Die sep=-Zeile nennt ein Trennzeichen, das nicht unterstützt wird. Verwenden Sie Komma, Semikolon, Tabulator oder |.',
  file_record_unreadable: ({ line, fault }) => RECORDS[fault](number(line)),
  file_records_uneven: ({ width, first, more }) => {
    const uneven = first.map(({ line, cells }) => `Zeile ${number(line)} hat ${number(cells)}`);
    if (more > 0) uneven.push(`dazu ${number(more)} weitere Zeilen`);
    return `Die Kopfzeile hat ${number(width)} Felder, aber ${uneven.join(', ')}. Setzen Sie Felder, die das Trennzeichen enthalten, in Anführungszeichen, oder wählen Sie unten das Trennzeichen.`;
  },

  columns_of_one_name: ({ name, places, more }) =>
    `Die Spalten ${format.allOf([...places.map(number), ...(more > 0 ? [`${number(more)} weitere`] : [])])} heißen alle ${quoted(name)}. Benennen Sie in der Datei alle bis auf eine um.`,
  columns_for_one_field: ({ wanted, columns }) =>
    `Mehrere Spalten kommen für „${labelOf(wanted)}“ infrage: ${named(columns)}. Wählen Sie unten eine davon.`,
  columns_missing: ({ fields: missing, columns, suggested: { field, column }, isNameMissing }) =>
    [
      `Keine bekannte Spalte für: ${format.allOf(missing.map(labelOf))}.`,
      `Die Spalten der Datei: ${named(columns)}.`,
      column === null
        ? 'Wählen Sie sie unten.'
        : `Wählen Sie sie unten; ${quoted(column)} ist vielleicht „${labelOf(field)}“.`,
      ...(isNameMissing ? ['Für Vor- und Nachname genügt eine Spalte mit vollen Namen.'] : []),
    ].join(' '),
  column_unknown: ({ by, column, columns }) =>
    by === 'map'
      ? `Die Auswahl der Spalten nennt ${quoted(column)}; diese Spalte hat die Datei nicht. Ihre Spalten: ${named(columns)}.`
      : `Der Filter nennt ${quoted(column)}; diese Spalte hat die Datei nicht. Ihre Spalten: ${named(columns)}.`,
  column_not_exact: ({ by, column, columns }) =>
    by === 'map'
      ? `Die Auswahl der Spalten nennt ${quoted(column)}; das kann ${named(columns)} sein. Schreiben Sie den Namen genau wie in der Datei.`
      : `Der Filter nennt ${quoted(column)}; das kann ${named(columns)} sein. Schreiben Sie den Namen genau wie in der Datei.`,

  map_form: 'Für ein Feld muss eine Spalte gewählt werden.',
  map_field_unknown: ({ given }) => `Ein Feld ${quoted(given)} gibt es nicht.`,
  map_field_twice: ({ mapped }) =>
    `In der Auswahl der Spalten steht „${labelOf(mapped)}“ zweimal. Einmal genügt.`,
  map_column_twice: ({ column, fields: [one, other] }) =>
    `Die Auswahl der Spalten verwendet ${quoted(column)} für „${labelOf(one)}“ und für „${labelOf(other)}“. Eine Spalte kann nur ein Feld sein.`,
  map_name_and_part: ({ part }) =>
    `Die Auswahl der Spalten enthält „${fields.name}“ und „${labelOf(part)}“. Wählen Sie den vollen Namen oder seine Teile, nicht beides.`,

  where_form: 'Ein Filter braucht eine Spalte und ihre Werte.',
  where_passes_none: ({ column, values, more, isMoreAtLeast, hasMarks }) => {
    const found = values.map(
      ({ value, rows: count }) => `${value === '' ? 'nichts' : quoted(value)} (${rows(count)})`,
    );
    const others = plural(more, {
      one: `${number(more)} anderer Wert`,
      other: `${number(more)} andere Werte`,
    });
    const all = [...found, ...(more > 0 ? [isMoreAtLeast ? `mindestens ${others}` : others] : [])];
    return `Keine Zeile passt zum Filter für ${quoted(column)}. In dieser Spalte stehen: ${format.allOf(all)}.${hasMarks ? ' Trennen Sie mehrere Werte mit |.' : ''}`;
  },
  wheres_pass_none: ({ each, rows: total }) =>
    `Keine Zeile passt zu allen Filtern zugleich. Von ${rows(total)} passen einzeln: ${each.map((one) => `${quoted(one.column)} ${number(one.rows)}`).join(', ')}.`,

  ids_lost_zeros: ({ onRecord, inFile }) =>
    `Den Personalnummern der Datei fehlen führende Nullen: gespeichert sind ${number(onRecord)} Ziffern, in der Datei stehen ${number(inFile)}. Tabellenprogramme entfernen sie. Formatieren Sie die Spalte als Text, exportieren Sie die Datei neu, und speichern Sie sie nicht mit einem Tabellenprogramm.`,
  ids_gained_zeros: ({ onRecord, inFile }) =>
    `Die Personalnummern der Datei haben führende Nullen, die gespeicherten nicht: gespeichert sind ${number(onRecord)} Ziffern, in der Datei stehen ${number(inFile)}. Exportieren Sie die Spalte wie bisher.`,
};
