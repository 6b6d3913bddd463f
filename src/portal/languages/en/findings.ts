import type {
  Check,
  HealthCode,
  ParamsOf,
} from '../../../service/operations/doctor/health-findings.ts';
import type { Text } from '../tools.ts';
import { format, number, plural } from './words.ts';

/** What a catalogue says about everything that a check can find, and what to do about it. */
type FindingTexts = {
  [C in HealthCode]: { message: Text<ParamsOf<C>>; advice?: Text<ParamsOf<C>> };
};

/** What the checks are called. */
export const checks = {
  schema: 'schema',
  privacy: 'privacy',
  writing: 'writing',
  names: 'names',
  leftovers: 'leftovers',
  'file system': 'file system',
  disk: 'disk',
  log: 'log',
  backup: 'backup',
  mail: 'mail',
  Slack: 'Slack',
  months: 'months',
  erasure: 'erasure',
  clock: 'clock',
  'Node.js': 'Node.js',
  SQLite: 'SQLite',
  PostgreSQL: 'PostgreSQL',
} satisfies Record<Check, string>;

const space = ({ free, size }: { free: number; size: number }): string =>
  `${format.size(free)} free, for a file of ${format.size(size)}.`;
const freeSpace =
  'Free some space: an upgrade, a backup or a restore there needs as much space as the file.';
const makeBackup = 'Make one every night, as “engaged deploy nightly” prints it.';
const moveFile =
  'Move the file to a disk of the machine, with “engaged backup” and then “engaged restore” there.';
const noWrites = 'No change is possible until it takes writes again.';
const isVersion = ({ version }: { version: string }): string => `Version ${version}.`;

/** What the page about the health of the service says, in English. */
export const findings: FindingTexts = {
  schema_current: { message: ({ version }) => `Schema ${version}, as this program has it.` },
  schema_older: {
    message: ({ version, program }) =>
      `The data has schema ${version}, this program ${program}; the rest was not checked.`,
    advice: 'See what an upgrade does with: engaged upgrade --check',
  },
  schema_newer: {
    message: ({ version, program }) =>
      `The data has schema ${version}, this program ${program}, which no longer writes to it.`,
    advice: 'Start the newer version.',
  },

  file_private: { message: 'Other users of the machine cannot read the file.' },
  file_public: {
    message: 'Every user of the machine can read the file, or change it.',
    advice: ({ file }) =>
      `Take that away with “chmod 600 ${file}”, or where the file system keeps no permissions, mount it with umask=077.`,
  },
  file_writable: { message: 'The file and its folder can be written to.' },
  file_not_writable: {
    message:
      'The user of the service cannot write to the file or to its folder, which holds its log.',
    advice: 'Run engaged as the user that owns both.',
  },
  file_has_one_name: { message: 'The file has no other name.' },
  file_has_other_names: {
    message: 'The file has another name (a hard link), which would have a log of its own.',
    advice: ({ file }) =>
      `Remove the other name (find -samefile ${file}) and never open the file by it.`,
  },
  no_leftovers: { message: 'There are no unfinished files beside the data file.' },
  leftovers: {
    message: ({ files }) =>
      `Unfinished files of a command that was killed: ${format.allOf(files)}.`,
    advice: 'The next start of the service, backup or restore to that folder removes them.',
  },

  file_on_disk: { message: 'The file is on a disk of the machine.' },
  file_on_network: {
    message: ({ network }) => `The file is on a network: ${network}.`,
    advice: moveFile,
  },
  file_on_fuse: { message: 'The file is on FUSE, which may be a network.', advice: moveFile },
  file_in_container: {
    message: 'The file is inside the container and is lost with it.',
    advice: 'Keep it on a volume.',
  },
  file_in_memory: {
    message: 'The file is in memory and is lost when the machine stops.',
    advice: moveFile,
  },
  disk_enough: { message: space },
  disk_short: { message: space, advice: freeSpace },
  disk_full: { message: space, advice: freeSpace },
  log_short: { message: ({ size }) => `${format.size(size)} in the write-ahead log.` },
  log_long: {
    message: ({ size }) => `${format.size(size)} in the write-ahead log.`,
    advice:
      'A long-running reader blocks the checkpoint: stop hanging backups or other tools, or restart the service.',
  },

  database_writable: { message: 'The database can be written to.' },
  database_read_only: { message: 'The database is set to be read only.', advice: noWrites },
  database_rights_missing: {
    message: 'The user of the service has lost rights to change tables of the database.',
    advice: noWrites,
  },

  backup_recent: { message: ({ at }) => `The last backup was made ${format.fullTime(at)}.` },
  backup_old: {
    message: ({ at, days }) =>
      plural(days, {
        one: `The last backup was made ${number(days)} day ago, ${format.fullTime(at)}.`,
        other: `The last backup was made ${number(days)} days ago, ${format.fullTime(at)}.`,
      }),
    advice: makeBackup,
  },
  backup_none: { message: 'No backup was made yet.', advice: makeBackup },

  mails_taken: { message: 'No mail was given up in the last 7 days, or is tried again.' },
  mails_given_up: {
    message: ({ count, why }) =>
      `${number(count)} ${plural(count, { one: 'mail was', other: 'mails were' })} given up in the last 7 days (${why}).`,
    advice: 'See what the server answers with: engaged mail test ADDRESS',
  },
  mails_tried_again: {
    message: ({ count, why }) =>
      `${number(count)} ${plural(count, { one: 'mail was not taken and is', other: 'mails were not taken and are' })} tried again (${why}).`,
    advice: 'See what the server answers with: engaged mail test ADDRESS',
  },

  mails_waiting: {
    message: ({ count }) =>
      plural(count, {
        one: `${number(count)} mail waits to be sent, and not for long.`,
        other: `${number(count)} mails wait to be sent, none for long.`,
      }),
  },
  mails_late: {
    message: ({ count, at }) =>
      plural(count, {
        one: `${number(count)} mail waits to be sent, since ${format.fullTime(at)}.`,
        other: `${number(count)} mails wait to be sent, the next one since ${format.fullTime(at)}.`,
      }),
    advice:
      'The service sends so many a second as the setting mail-rate says. See whether the server takes them with: engaged mail test ADDRESS',
  },

  slack_connected: { message: ({ at }) => `Connected since ${format.fullTime(at)}.` },
  slack_reconnecting: {
    message: ({ at }) => `Not connected since ${format.fullTime(at)}, and tried again.`,
    advice:
      'The service has to reach slack.com on port 443. Its log says why it does not (slack_not_connected).',
  },
  slack_refused: {
    message: ({ at, why }) =>
      `Slack refuses the tokens of the service since ${format.fullTime(at)} (${why}).`,
    advice: 'Make new tokens at api.slack.com/apps and start the service with them.',
  },

  months_closed: { message: 'Every month that is due is closed.' },
  months_closed_early: {
    message: ({ count }) =>
      plural(count, {
        one: `${number(count)} month is closed and not over: the clock was or is wrong.`,
        other: `${number(count)} months are closed and not over: the clock was or is wrong.`,
      }),
    advice: 'Check the clock, and then: engaged month reopen MONTH',
  },
  months_due: {
    message: ({ count, oldest }) =>
      plural(count, {
        one: `${number(count)} month is due and not closed, since ${oldest}.`,
        other: `${number(count)} months are due and not closed, since ${oldest}.`,
      }),
    advice: 'The service closes them while it runs.',
  },
  erased_values_left: {
    message: ({ at }) =>
      `Unused parts of the file may hold values of people or companies erased until ${format.fullTime(at)}.`,
    advice: 'Remove them with: engaged vacuum',
  },
  clock_right: { message: ({ at }) => `${format.fullTime(at)}, later than every record.` },
  clock_wrong: {
    message: ({ at, latest }) =>
      `The clock says ${format.fullTime(at)}, but the latest record is from ${format.fullTime(latest)}.`,
    advice: 'Set the clock of the machine (NTP): months and expiries depend on it.',
  },

  node_supported: { message: isVersion },
  node_old: {
    message: ({ version }) => `Version ${version} crashes.`,
    advice: ({ min }) => `Install ${min} or newer.`,
  },
  sqlite_supported: { message: isVersion },
  sqlite_old: {
    message: ({ version }) => `Version ${version} can damage the file.`,
    advice: 'Install engaged again.',
  },
  postgres_supported: { message: isVersion },
  postgres_old: {
    message: ({ version }) => `Version ${version} is too old.`,
    advice: ({ min }) => `Use ${min} or newer.`,
  },
};
