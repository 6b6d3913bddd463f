import type { Messages } from '../en.ts';
import { format, number, plural } from './words.ts';

export const checks: Messages['checks'] = {
  schema: 'Schema',
  privacy: 'Vertraulichkeit',
  writing: 'Schreiben',
  names: 'Namen',
  leftovers: 'Überreste',
  'file system': 'Dateisystem',
  disk: 'Festplatte',
  log: 'Log',
  backup: 'Backup',
  mail: 'E-Mail',
  Slack: 'Slack',
  months: 'Monate',
  erasure: 'Löschung',
  clock: 'Uhrzeit',
  'Node.js': 'Node.js',
  SQLite: 'SQLite',
  PostgreSQL: 'PostgreSQL',
};

const space = ({ free, size }: { free: number; size: number }): string =>
  `${format.size(free)} frei, für eine Datei von ${format.size(size)}.`;
const freeSpace =
  'Schaffen Sie Platz: Ein Upgrade, ein Backup oder eine Wiederherstellung braucht dort so viel wie die Datei.';
const makeBackup = 'Machen Sie jede Nacht eins, so wie „engaged deploy nightly“ es ausgibt.';
const moveFile =
  'Verlegen Sie die Datei auf eine Festplatte des Rechners: mit „engaged backup“, und dort „engaged restore“.';
const noWrites = 'Bis dahin lässt sich nichts ändern.';
const isVersion = ({ version }: { version: string }): string => `Version ${version}.`;
const mailTest = 'Was der Server antwortet, zeigt: engaged mail test ADRESSE';

export const findings: Messages['findings'] = {
  schema_current: { message: ({ version }) => `Version ${version}, passend zum Programm.` },
  schema_older: {
    message: ({ version, program }) =>
      `Die Daten haben Schema ${version}, das Programm ${program}; der Rest wurde nicht geprüft.`,
    advice: 'Was ein Upgrade täte, zeigt: engaged upgrade --check',
  },
  schema_newer: {
    message: ({ version, program }) =>
      `Die Daten haben Schema ${version}, das Programm ${program}; es schreibt nicht mehr.`,
    advice: 'Starten Sie die neuere Version.',
  },

  file_private: { message: 'Andere Konten auf dem Rechner können die Datei nicht lesen.' },
  file_public: {
    message: 'Alle Konten auf dem Rechner können die Datei lesen oder ändern.',
    advice: ({ file }) =>
      `Nehmen Sie ihnen das mit „chmod 600 ${file}“; kennt das Dateisystem keine Rechte, binden Sie es mit umask=077 ein.`,
  },
  file_writable: { message: 'In die Datei und ihren Ordner kann geschrieben werden.' },
  file_not_writable: {
    message:
      'Das Konto, unter dem der Dienst läuft, kann nicht in die Datei oder ihren Ordner schreiben, in dem ihr Log liegt.',
    advice: 'Starten Sie engaged unter dem Konto, dem beide gehören.',
  },
  file_has_one_name: { message: 'Die Datei hat keinen zweiten Namen.' },
  file_has_other_names: {
    message: 'Die Datei hat einen zweiten Namen (Hardlink), der ein eigenes Log hätte.',
    advice: ({ file }) =>
      `Entfernen Sie den zweiten Namen (find -samefile ${file}), und öffnen Sie die Datei nie darüber.`,
  },
  no_leftovers: { message: 'Neben der Datendatei liegen keine unfertigen Dateien.' },
  leftovers: {
    message: ({ files }) =>
      `Unfertige Dateien eines abgebrochenen Befehls: ${format.allOf(files)}.`,
    advice:
      'Der nächste Start des Dienstes, ein Backup oder eine Wiederherstellung in diesen Ordner entfernt sie.',
  },

  file_on_disk: { message: 'Die Datei liegt auf einer Festplatte des Rechners.' },
  file_on_network: {
    message: ({ network }) => `Die Datei liegt in einem Netz: ${network}.`,
    advice: moveFile,
  },
  file_on_fuse: {
    message: 'Die Datei liegt auf FUSE, vielleicht in einem Netz.',
    advice: moveFile,
  },
  file_in_container: {
    message: 'Die Datei liegt im Container und geht mit ihm verloren.',
    advice: 'Legen Sie sie auf ein Volume.',
  },
  file_in_memory: {
    message: 'Die Datei liegt im Arbeitsspeicher und geht verloren, wenn der Rechner anhält.',
    advice: moveFile,
  },
  disk_enough: { message: space },
  disk_short: { message: space, advice: freeSpace },
  disk_full: { message: space, advice: freeSpace },
  log_short: { message: ({ size }) => `${format.size(size)} im Write-Ahead-Log.` },
  log_long: {
    message: ({ size }) => `${format.size(size)} im Write-Ahead-Log.`,
    advice:
      'Ein langer Lesevorgang hält den Checkpoint auf: Beenden Sie hängende Backups oder andere Werkzeuge, oder starten Sie den Dienst neu.',
  },

  database_writable: { message: 'In die Datenbank kann geschrieben werden.' },
  database_read_only: { message: 'Die Datenbank ist schreibgeschützt.', advice: noWrites },
  database_rights_missing: {
    message: 'Dem Datenbankkonto des Dienstes fehlen Rechte, Tabellen zu ändern.',
    advice: noWrites,
  },

  backup_recent: { message: ({ at }) => `Letztes Backup: ${format.fullTime(at)}.` },
  backup_old: {
    message: ({ at, days }) =>
      plural(days, {
        one: `Das letzte Backup ist ${number(days)} Tag alt: ${format.fullTime(at)}.`,
        other: `Das letzte Backup ist ${number(days)} Tage alt: ${format.fullTime(at)}.`,
      }),
    advice: makeBackup,
  },
  backup_none: { message: 'Es gibt noch kein Backup.', advice: makeBackup },

  mails_taken: {
    message:
      'In den letzten 7 Tagen wurde keine E-Mail aufgegeben, und keine wird noch einmal versucht.',
  },
  mails_given_up: {
    message: ({ count, why }) =>
      plural(count, {
        one: `${number(count)} E-Mail wurde in den letzten 7 Tagen aufgegeben (${why}).`,
        other: `${number(count)} E-Mails wurden in den letzten 7 Tagen aufgegeben (${why}).`,
      }),
    advice: mailTest,
  },
  mails_tried_again: {
    message: ({ count, why }) =>
      plural(count, {
        one: `${number(count)} E-Mail wurde nicht angenommen und wird noch einmal versucht (${why}).`,
        other: `${number(count)} E-Mails wurden nicht angenommen und werden noch einmal versucht (${why}).`,
      }),
    advice: mailTest,
  },

  mails_waiting: {
    message: ({ count }) =>
      plural(count, {
        one: `${number(count)} E-Mail wartet auf den Versand, noch nicht lange.`,
        other: `${number(count)} E-Mails warten auf den Versand, keine lange.`,
      }),
  },
  mails_late: {
    message: ({ count, at }) =>
      plural(count, {
        one: `${number(count)} E-Mail wartet auf den Versand, seit ${format.fullTime(at)}.`,
        other: `${number(count)} E-Mails warten auf den Versand, die nächste seit ${format.fullTime(at)}.`,
      }),
    advice:
      'Der Dienst sendet so viele pro Sekunde, wie die Einstellung mail-rate sagt. Ob der Server sie annimmt, zeigt: engaged mail test ADDRESS',
  },

  slack_connected: { message: ({ at }) => `Verbunden seit ${format.fullTime(at)}.` },
  slack_reconnecting: {
    message: ({ at }) => `Nicht verbunden seit ${format.fullTime(at)}; es wird weiter versucht.`,
    advice:
      'Der Dienst muss slack.com auf Port 443 erreichen. Warum er das nicht tut, steht in seinem Log (slack_not_connected).',
  },
  slack_refused: {
    message: ({ at, why }) =>
      `Slack weist die Tokens des Dienstes zurück, seit ${format.fullTime(at)} (${why}).`,
    advice: 'Erstellen Sie neue Tokens auf api.slack.com/apps und starten Sie den Dienst damit.',
  },

  months_closed: { message: 'Jeder fällige Monat ist abgeschlossen.' },
  months_closed_early: {
    message: ({ count }) =>
      plural(count, {
        one: `${number(count)} Monat ist abgeschlossen, aber noch nicht vorbei: Die Uhr geht oder ging falsch.`,
        other: `${number(count)} Monate sind abgeschlossen, aber noch nicht vorbei: Die Uhr geht oder ging falsch.`,
      }),
    advice: 'Prüfen Sie die Uhr, und dann: engaged month reopen MONAT',
  },
  months_due: {
    message: ({ count, oldest }) =>
      plural(count, {
        one: `${number(count)} Monat ist fällig und nicht abgeschlossen, seit ${oldest}.`,
        other: `${number(count)} Monate sind fällig und nicht abgeschlossen, seit ${oldest}.`,
      }),
    advice: 'Der Dienst schließt sie ab, während er läuft.',
  },
  erased_values_left: {
    message: ({ at }) =>
      `Unbenutzte Teile der Datei können Werte von Personen oder Unternehmen enthalten, gelöscht bis ${format.fullTime(at)}.`,
    advice: 'Sie verschwinden mit: engaged vacuum',
  },
  clock_right: { message: ({ at }) => `${format.fullTime(at)}, später als jeder Eintrag.` },
  clock_wrong: {
    message: ({ at, latest }) =>
      `Die Uhr zeigt ${format.fullTime(at)}, aber der letzte Eintrag ist von ${format.fullTime(latest)}.`,
    advice: 'Stellen Sie die Uhr des Rechners (NTP): Monate und Fristen hängen davon ab.',
  },

  node_supported: { message: isVersion },
  node_old: {
    message: ({ version }) => `Version ${version} stürzt ab.`,
    advice: ({ min }) => `Installieren Sie ${min} oder neuer.`,
  },
  sqlite_supported: { message: isVersion },
  sqlite_old: {
    message: ({ version }) => `Version ${version} kann die Datei beschädigen.`,
    advice: 'Installieren Sie engaged neu.',
  },
  postgres_supported: { message: isVersion },
  postgres_old: {
    message: ({ version }) => `Version ${version} ist zu alt.`,
    advice: ({ min }) => `Verwenden Sie ${min} oder neuer.`,
  },
};
