import { html } from '../../../http/response/html.ts';
import type { Messages } from '../en.ts';

export const health: Messages['health'] = {
  title: 'Systemstatus',
  settings: 'Womit der Dienst gestartet wurde',
  settingsText:
    'Um etwas zu ändern, setzen Sie die Option oder Umgebungsvariable und starten den Dienst neu.',
  setting: 'Einstellung',
  value: 'Wert',
  from: 'Aus',
  noValue: 'leer',
  leadOfFile: 'Die Datendatei und der Rechner, Stand jetzt.',
  leadOfDatabase: 'Die Datenbank und der Rechner, Stand jetzt.',
  checks: 'Prüfungen',
  levels: { ok: 'in Ordnung', warning: 'Warnung', problem: 'Problem' },
  noProblems: 'alles in Ordnung',
  lookHere: 'hier nachsehen',
  allIsReadBy: ({ command }) => html`Alle Daten liest Eintrag für Eintrag: ${command}`,
  dataFile: 'Datendatei',
  database: 'Datenbank',
  file: 'Datei',
  address: 'Adresse',
  size: 'Größe',
  lastBackup: 'Letztes Backup',
  noBackup: 'noch keins',
  version: 'Version',
  versions: ({ program, schema }) => `engaged ${program}, Schema ${schema}`,
  backup: 'Backup',
  backupText: ({ command, size }) =>
    html`Eine geprüfte Kopie der ganzen Datendatei, wie ${command} sie macht: ${size}. Der Download beginnt nach einigen Sekunden. Er enthält alles, auch die Hashes der Passwörter und die Secrets der Webhooks. Bewahren Sie ihn dort auf, wo niemand sonst ihn liest.`,
  downloadBackup: 'Backup herunterladen',
  backupOfDatabase:
    'Die Daten liegen in einer PostgreSQL-Datenbank. Gesichert wird sie dort, wo sie betrieben wird, zum Beispiel mit:',
  backupOfOthers:
    'Die Datendatei enthält vielleicht Daten eines anderen Unternehmens und lässt sich deshalb hier nicht herunterladen. Wer den Dienst betreibt, macht ein Backup auf dem Rechner:',
};
