import { type Html, html } from '../../../http/response/html.ts';

/** How the service and its data are. */
export const health = {
  title: 'Health',
  settings: 'What the service was started with',
  settingsText: 'To change one, set its flag or environment variable and restart the service.',
  setting: 'Setting',
  value: 'Value',
  from: 'From',
  noValue: 'none',
  leadOfFile: 'The data file and the machine, as of now.',
  leadOfDatabase: 'The database and the machine, as of now.',
  checks: 'Checks',
  levels: { ok: 'ok', warning: 'warning', problem: 'problem' },
  noProblems: 'no problems',
  lookHere: 'look here',
  allIsReadBy: ({ command }: { command: Html }) =>
    html`All data is read, entry by entry, by: ${command}`,
  dataFile: 'Data file',
  database: 'Database',
  file: 'File',
  address: 'Address',
  size: 'Size',
  lastBackup: 'Last backup',
  noBackup: 'none yet',
  version: 'Version',
  versions: ({ program, schema }: { program: string; schema: number }) =>
    `engaged ${program}, schema ${schema}`,
  backup: 'Backup',
  backupText: ({ command, size }: { command: Html; size: string }) =>
    html`A verified copy of the whole data file, as ${command} makes it: ${size}. The download begins after some seconds. It holds everything on record, with the hashes of passwords and the secrets of webhooks. Keep it where nobody else reads it.`,
  downloadBackup: 'Download a backup',
  backupOfDatabase:
    'The data is in a PostgreSQL database. Whoever runs it backs it up, for instance with:',
  backupOfOthers:
    'The data file holds, or may still hold, data of another company, so it cannot be downloaded here. Whoever runs the service makes a backup on its machine:',
};
