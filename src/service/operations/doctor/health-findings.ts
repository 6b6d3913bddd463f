import { isoTime } from '../../../domain/iso-time.ts';
import { formatNumber, pluralize } from '../../../domain/number-text.ts';
import { shellWord } from '../../../domain/shell-word.ts';
import type { Finding, Severity } from './finding.ts';

const MIB = 1_048_576;

const inMib = (bytes: number): string =>
  bytes < MIB ? `${Math.ceil(bytes / 1024)} kB` : `${formatNumber(Math.round(bytes / MIB))} MB`;

type Said<Params> = string | ((params: Params) => string);

/** What is checked. */
export type Check =
  | ('schema' | 'privacy' | 'writing' | 'names' | 'leftovers' | 'file system' | 'disk' | 'log')
  | (
      | 'backup'
      | 'mail'
      | 'Slack'
      | 'months'
      | 'erasure'
      | 'clock'
      | 'Node.js'
      | 'SQLite'
      | 'PostgreSQL'
    );

type Entry<Params> = {
  level: Severity;
  check: Check;
  message: Said<Params>;
  advice: Said<Params> | null;
};

/** Declares a finding. Its type says what it has to name. */
const of =
  (level: Severity) =>
  <Params = unknown>(
    check: Check,
    message: Said<Params>,
    advice: Said<Params> | null = null,
  ): Entry<Params> => ({ level, check, message, advice });

const ok = of('ok');
const warning = of('warning');
const problem = of('problem');

type Schemas = { version: number; program: number };
type Space = { free: number; size: number };
type At = { at: number };
/** `why` is the code of the server's answer, or of what happened. */
type Mails = { count: number; why: string };
type EarlyMonths = {
  count: number;
  /** How many companies have such months. */
  companies: number;
  /** Those of the first one. */
  months: readonly string[];
  /** Its name, where the data has several. */
  company: string | null;
};

const renewSpace =
  'Free some space: an upgrade, a backup or a restore there needs as much space as the file';
const makeBackup = 'Make one every night; see: engaged deploy nightly';
const moveFile =
  'Move the file to a disk of this machine (engaged backup, then engaged restore there)';
const noWrites = 'No change is possible until it takes writes again';
const isVersion = ({ version }: { version: string }) => `Version ${version}`;

/** Everything that the health of the service can be said to be, with the English of the command line; pages have words of their own. */
export const HEALTH_FINDINGS = {
  schema_current: ok(
    'schema',
    ({ version }: { version: number }) => `Schema ${version}, as this program has it`,
  ),
  schema_older: warning(
    'schema',
    ({ version, program }: Schemas) =>
      `The data has schema ${version}, this program ${program}; the rest was not checked`,
    'See: engaged upgrade --check',
  ),
  schema_newer: problem(
    'schema',
    ({ version, program }: Schemas) =>
      `The data has schema ${version}, this program ${program}, which no longer writes to it`,
    'Start the newer version',
  ),

  file_private: ok('privacy', 'Other users of this machine cannot read the file'),
  file_public: problem(
    'privacy',
    'Every user of this machine can read the file, or change it',
    ({ file }: { file: string }) =>
      `chmod 600 ${file}, or where the file system keeps no permissions, mount it with umask=077`,
  ),
  file_writable: ok('writing', 'The file and its folder can be written to'),
  file_not_writable: problem(
    'writing',
    'This user cannot write to the file or to its folder, which holds its log',
    'Run engaged as the user that owns both',
  ),
  file_has_one_name: ok('names', 'The file has no other name'),
  file_has_other_names: warning(
    'names',
    'The file has another name (a hard link), which would have a log of its own',
    ({ file }: { file: string }) =>
      `Remove the other name (find -samefile ${file}) and never open the file by it`,
  ),
  no_leftovers: ok('leftovers', 'There are no unfinished files beside the data file'),
  leftovers: warning(
    'leftovers',
    ({ files }: { files: readonly string[] }) =>
      `Unfinished files of a command that was killed: ${files.join(', ')}`,
    'The next start of the service, backup or restore to that folder removes them',
  ),

  file_on_disk: ok('file system', 'The file is on a disk of this machine'),
  file_on_network: problem(
    'file system',
    ({ network }: { network: string }) => `The file is on a network: ${network}`,
    moveFile,
  ),
  file_on_fuse: warning('file system', 'The file is on FUSE, which may be a network', moveFile),
  file_in_container: warning(
    'file system',
    'The file is inside the container and is lost with it',
    'Keep it on a volume',
  ),
  file_in_memory: warning(
    'file system',
    'The file is in memory and is lost when the machine stops',
    moveFile,
  ),
  disk_enough: ok(
    'disk',
    (options: Space) => `${inMib(options.free)} free, for a file of ${inMib(options.size)}`,
  ),
  disk_short: warning(
    'disk',
    (options: Space) => `${inMib(options.free)} free, for a file of ${inMib(options.size)}`,
    renewSpace,
  ),
  disk_full: problem(
    'disk',
    (options: Space) => `${inMib(options.free)} free, for a file of ${inMib(options.size)}`,
    renewSpace,
  ),
  log_short: ok('log', ({ size }: { size: number }) => `${inMib(size)} in the write-ahead log`),
  log_long: warning(
    'log',
    ({ size }: { size: number }) => `${inMib(size)} in the write-ahead log`,
    'A long-running reader blocks the checkpoint: stop hanging backups or other tools, or restart the service',
  ),

  database_writable: ok('writing', 'The database can be written to'),
  database_read_only: problem('writing', 'The database is set to be read only', noWrites),
  database_rights_missing: problem(
    'writing',
    'The user of the service has lost rights to change tables of the database',
    noWrites,
  ),

  backup_recent: ok('backup', ({ at }: At) => `The last backup was made ${isoTime(at)}`),
  backup_old: warning(
    'backup',
    ({ at, days }: At & { days: number }) =>
      `The last backup was made ${days} days ago, ${isoTime(at)}`,
    makeBackup,
  ),
  backup_none: warning('backup', 'engaged backup has made no backup yet', makeBackup),

  mails_taken: ok('mail', 'No mail was given up in the last 7 days, or is tried again'),
  mails_given_up: warning(
    'mail',
    ({ count, why }: Mails) =>
      `${pluralize(count, 'mail was', 'mails were')} given up in the last 7 days (${why})`,
    'To see what the server answers: engaged mail test ADDRESS',
  ),
  mails_tried_again: warning(
    'mail',
    ({ count, why }: Mails) =>
      `${pluralize(count, 'mail was', 'mails were')} not taken and ${count === 1 ? 'is' : 'are'} tried again (${why})`,
    'To see what the server answers: engaged mail test ADDRESS',
  ),

  mails_waiting: ok(
    'mail',
    ({ count }: { count: number }) =>
      `${pluralize(count, 'mail waits', 'mails wait')} to be sent, none for long`,
  ),
  mails_late: warning(
    'mail',
    ({ count, at }: At & { count: number }) =>
      `${pluralize(count, 'mail waits', 'mails wait')} to be sent, the next one since ${isoTime(at)}`,
    'The service sends mail-rate a second while it runs; see whether the server takes them: engaged mail test ADDRESS',
  ),

  slack_connected: ok('Slack', ({ at }: At) => `Connected since ${isoTime(at)}`),
  slack_reconnecting: warning(
    'Slack',
    ({ at }: At) => `Not connected since ${isoTime(at)}, and tried again`,
    'The service has to reach slack.com on port 443; its log says why it does not (slack_not_connected)',
  ),
  slack_refused: problem(
    'Slack',
    ({ at, why }: At & { why: string }) =>
      `Slack refuses the tokens of the service since ${isoTime(at)} (${why})`,
    'Make new tokens at api.slack.com/apps and start the service with them',
  ),

  months_closed: ok('months', 'Every month that is due is closed'),
  months_closed_early: problem(
    'months',
    ({ count, companies }: EarlyMonths) =>
      `${pluralize(count, 'month is', 'months are')} closed${companies === 1 ? '' : ` in ${companies} companies`} and not over: the clock was or is wrong`,
    ({ companies, months, company }: EarlyMonths) =>
      `Check the clock, and then: engaged month reopen ${months.join(' ')}${company === null ? '' : ` --company ${shellWord(company)}`}${companies === 1 ? '' : ', and engaged doctor for the other companies'}`,
  ),
  months_due: warning(
    'months',
    ({ count, oldest }: { count: number; oldest: string }) =>
      `${pluralize(count, 'month is', 'months are')} due and not closed, since ${oldest}`,
    'The service closes them while it runs. Without it: engaged month close MONTH',
  ),
  erased_values_left: warning(
    'erasure',
    ({ at }: At) =>
      `Unused parts of the file may hold values of people or companies erased until ${isoTime(at)}`,
    'Remove them with: engaged vacuum',
  ),
  clock_right: ok('clock', ({ at }: At) => `${isoTime(at)}, later than every record`),
  clock_wrong: problem(
    'clock',
    ({ at, latest }: At & { latest: number }) =>
      `The clock says ${isoTime(at)}, but the latest record is from ${isoTime(latest)}`,
    'Set the clock of this machine (NTP): months and expiries depend on it',
  ),

  node_supported: ok('Node.js', isVersion),
  node_old: problem(
    'Node.js',
    ({ version }: Old) => `Version ${version} crashes`,
    ({ min }: Old) => `Install ${min} or newer`,
  ),
  sqlite_supported: ok('SQLite', isVersion),
  sqlite_old: problem(
    'SQLite',
    ({ version }: Old) => `Version ${version} can damage the file`,
    'Reinstall engaged: npm ci',
  ),
  postgres_supported: ok('PostgreSQL', isVersion),
  postgres_old: problem(
    'PostgreSQL',
    ({ version }: Old) => `Version ${version} is too old`,
    ({ min }: Old) => `Use ${min} or newer`,
  ),
};

type Old = { version: string; min: string };

export type HealthCode = keyof typeof HEALTH_FINDINGS;

/** What a finding names: nothing, or these. */
export type ParamsOf<C extends HealthCode> =
  (typeof HEALTH_FINDINGS)[C] extends Entry<infer Params> ? Params : never;

/** What a check of the health of the service found: a code with its parameters, which each language says in its own words. */
export type HealthFinding = {
  [C in HealthCode]: { code: C; level: Severity } & (unknown extends ParamsOf<C>
    ? object
    : ParamsOf<C>);
}[HealthCode];

export const found = <C extends HealthCode>(
  code: C,
  ...[params]: unknown extends ParamsOf<C> ? [] : [ParamsOf<C>]
): HealthFinding =>
  ({ code, level: HEALTH_FINDINGS[code].level, ...(params as object) }) as HealthFinding;

/** What the command line says of a finding. */
export function inEnglish(finding: HealthFinding): Finding {
  const { level, check, message, advice }: Entry<never> = HEALTH_FINDINGS[finding.code];
  const say = (text: Said<never>): string =>
    typeof text === 'string' ? text : text(finding as never);
  return { check, level, message: say(message), advice: advice && say(advice) };
}
